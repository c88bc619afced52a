// What is known of every byte: who wrote it last, and who has read it since.
//
// A record is one number, so that the common case is a comparison: the operation, the block of its grid, the interval
// between barriers (epoch), and the thread. 0 means that nobody has written. Records are kept for granules of 4 bytes
// until an access is smaller than that; then the shadow of its allocation gets finer.
#ifndef TEST_CUDA_DOUBLE_MEMORY_SHADOW_H
#define TEST_CUDA_DOUBLE_MEMORY_SHADOW_H

#include "test/cuda-double/memory/Clocks.h"

#include <cstddef>
#include <cstdint>

namespace shardwright::cudadouble {

using Record = uint64_t;

constexpr unsigned kLaneShift = 0, kWarpShift = 5, kKindShift = 10, kEpochShift = 12, kBlockShift = 22,
                   kOperationShift = 42;
constexpr uint32_t kEpochs = 1u << (kBlockShift - kEpochShift);
constexpr uint32_t kMaxOperations = 1u << (64 - kOperationShift);
constexpr uint32_t kBlockMask = (1u << (kOperationShift - kBlockShift)) - 1;

enum class RecordKind : uint8_t {
  Plain,
  Atomic,       // atomics do not race with each other
  ManyInBlock,  // read by several threads of a block; the epoch is the block's count of barriers. Lane 1: of a warp,
                // whose epoch it is
  ManyInLaunch, // read by several blocks, or by operations that are not ordered
};

inline Record makeRecord(OperationId operation, uint32_t block, uint32_t epoch, RecordKind kind, uint32_t warp,
                         uint32_t lane) {
  return uint64_t(operation) << kOperationShift | uint64_t(block & kBlockMask) << kBlockShift |
         uint64_t(epoch) << kEpochShift | uint64_t(kind) << kKindShift | uint64_t(warp) << kWarpShift | lane;
}
inline OperationId operationOf(Record record) { return static_cast<OperationId>(record >> kOperationShift); }
inline uint32_t blockOf(Record record) { return static_cast<uint32_t>(record >> kBlockShift) & kBlockMask; }
inline uint32_t epochOf(Record record) { return static_cast<uint32_t>(record >> kEpochShift) & (kEpochs - 1); }
inline RecordKind kindOf(Record record) { return static_cast<RecordKind>(record >> kKindShift & 3); }
inline uint32_t warpOf(Record record) { return static_cast<uint32_t>(record >> kWarpShift) & 31; }
inline uint32_t laneOf(Record record) { return static_cast<uint32_t>(record) & 31; }

class Shadow {
public:
  Shadow() = default;
  Shadow(const Shadow &) = delete;
  Shadow &operator=(const Shadow &) = delete;
  ~Shadow() { release(); }

  void allocate(uint64_t bytes);
  void release();
  /// Who wrote a granule last; 0 for nobody.
  Record writer(uint64_t granule) const { return writes[granule] ? writes[granule] : whole; }
  /// Nobody has written or read any of the first BYTES.
  void clear(uint64_t bytes);
  /// Nobody has written the granule.
  void unwrite(uint64_t granule);
  /// Makes granules small enough that an access of SIZE bytes at OFFSET consists of whole ones.
  void fit(uint64_t offset, uint64_t size) {
    untouched = false;
    if ((offset | size) & ((1u << shift) - 1))
      refine(offset | size);
  }

  Record *writes = nullptr, *reads = nullptr;
  unsigned shift = 2;    // of a granule: 4, 2 or 1 bytes
  Record whole = 0;      // what wrote all bytes for which WRITES has none: the host, or a fill of a whole allocation
  bool untouched = true; // by any access since it was allocated

private:
  void refine(uint64_t divisible);
  uint64_t bytes = 0;
  size_t granules = 0;
};

/// Decides what a comparison of records cannot.
class Ordering {
public:
  virtual ~Ordering() = default;
  /// Whether what RECORD says is ordered before what the agent does now by LANE.
  virtual bool ordered(Record record, uint32_t lane) const = 0;
  /// The same of a record of reads, which a write may follow sooner: a value that has gone through a shuffle was read.
  virtual bool readBefore(Record record, uint32_t lane) const { return ordered(record, lane); }
  /// Whether all of an operation, another one, is ordered before.
  virtual bool operationOrdered(OperationId operation) const = 0;
  /// The record of reads after a read by MINE where OLD, not ordered before it, has read too.
  virtual Record merged(Record old, Record mine) = 0;
};

/// Who accesses memory now: a warp, or a copy.
struct Agent {
  Record self = 0;  // of lane 0, plain
  Record limit = 0; // records below are of operations that are ordered before this one
  Record block = 0; // from here to FLOOR: of this block, ordered by a barrier
  Record floor = 0;
  Record manyInWarp = 0, manyInBlock = 0, manyInLaunch = 0;
  Record first = 0; // records below are of other operations
  Ordering *ordering = nullptr;
  // Operations that are known to be ordered before, each at its number modulo the size.
  OperationId known[16] = {};
  // Bytes that this operation reads or writes for the first time.
  uint64_t bytesRead = 0, bytesWritten = 0;

  bool before(Record record) {
    return record < limit || (record >= block && record < floor) || (record < first && knows(operationOf(record)));
  }
  bool knows(OperationId operation) {
    if (known[operation % 16] == operation)
      return true;
    if (!ordering->operationOrdered(operation))
      return false;
    known[operation % 16] = operation;
    return true;
  }
};

enum class Hazard : uint8_t { None, Unwritten, ReadAfterWrite, WriteAfterRead, WriteAfterWrite };

struct Conflict {
  Hazard hazard = Hazard::None;
  Record other = 0;
  uint32_t lane = 0;
  uint64_t offset = 0; // in the allocation
};

enum class Access : uint8_t {
  Read,
  Write,
  StrongRead,
  StrongWrite, // volatile, relaxed, acquire and release: they do not race with atomics
  Atomic,
};

/// Notes the access of SIZE bytes at OFFSET by LANE; CONFLICT becomes the first one found. The shadow fits the access.
void note(Shadow &shadow, uint64_t offset, uint64_t size, Access access, uint32_t lane, Agent &agent,
          Conflict &conflict);

/// The same for lanes 0 to 31 that access SIZE bytes each, one behind the other; false, and nothing is noted, where
/// that takes more than comparisons.
bool noteAdjacentLanes(Shadow &shadow, uint64_t offset, uint64_t size, bool write, Agent &agent);

/// The same for a read of SIZE bytes by all lanes of a warp.
bool noteCommonRead(Shadow &shadow, uint64_t offset, uint64_t size, Agent &agent);

/// Whether all bytes of the range have been written.
bool written(const Shadow &shadow, uint64_t offset, uint64_t size, uint64_t &firstUnwritten);

/// Bytes copied: TO is written by the agent where FROM was written, and unwritten where it was not. Both fit.
void copyWritten(const Shadow &from, uint64_t fromOffset, Shadow &to, uint64_t toOffset, uint64_t size);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MEMORY_SHADOW_H
