#ifndef RUNTIME_BLOCKPOOL_H
#define RUNTIME_BLOCKPOOL_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace shardwright::runtime {

class BlockPool;

/// A piece of one device's memory that is counted by who holds it. It begins at a multiple of 64.
class Block {
public:
  void *address() const { return at; }
  uint64_t bytes() const { return length; }
  int64_t device() const { return owner; }

private:
  friend class BlockPool;
  friend class BlockRef;

  void *at = nullptr;
  uint64_t length = 0;   ///< as asked for
  uint64_t reserved = 0; ///< of the memory that it is
  int64_t owner = 0;
  BlockPool *pool = nullptr;
  Block *nextFree = nullptr;
  std::atomic<int64_t> references{0};
};

/// Holds a block; the last holder gives it back to its pool, which outlives it.
class BlockRef {
public:
  BlockRef() = default;
  explicit BlockRef(Block *block) : block(block) { hold(); }
  BlockRef(const BlockRef &other) : block(other.block) { hold(); }
  BlockRef(BlockRef &&other) noexcept : block(std::exchange(other.block, nullptr)) {}
  BlockRef &operator=(BlockRef other) noexcept {
    std::swap(block, other.block);
    return *this;
  }
  ~BlockRef();

  explicit operator bool() const { return block != nullptr; }
  Block *operator->() const { return block; }
  Block *get() const { return block; }

private:
  void hold() const {
    if (block)
      block->references.fetch_add(1, std::memory_order_relaxed);
  }
  Block *block = nullptr;
};

/// Where the memory of devices comes from.
class RawMemory {
public:
  virtual ~RawMemory() = default;
  /// With any content, aligned to 64 bytes; kResourceExhausted.
  virtual absl::StatusOr<void *> allocate(int64_t device, uint64_t bytes) = 0;
  virtual void free(int64_t device, void *address, uint64_t bytes) = 0;
  /// Whether all devices' memory is one.
  virtual bool isOne() const = 0;
};

/// The blocks of some devices. What is given back is kept for the next block of its size; altogether no more is kept
/// than what was in use at the fullest moment. Any thread.
class BlockPool {
public:
  /// `limit`: bytes of a device that may be in use; 0: as many as there are.
  BlockPool(RawMemory &memory, int64_t devices, uint64_t limit);
  ~BlockPool();

  /// With any content. kResourceExhausted, with the bytes asked for and those in use.
  absl::StatusOr<BlockRef> allocate(int64_t device, uint64_t bytes);
  /// The same for several at a time: appends a block for each number of bytes, or none.
  absl::Status allocate(int64_t device, const std::vector<uint64_t> &bytes, std::vector<BlockRef> &blocks);

  /// Memory of the device that is no block: counted against the limit.
  absl::Status reserve(int64_t device, uint64_t bytes);
  void unreserve(int64_t device, uint64_t bytes);

  uint64_t bytesInUse(int64_t device) const;
  uint64_t peakBytesInUse(int64_t device) const;

private:
  friend class BlockRef;
  void release(Block &block);
  absl::StatusOr<Block *> take(int64_t device, uint64_t bytes);
  absl::StatusOr<void *> carve(int64_t device, uint64_t reserved);
  absl::Status count(int64_t device, uint64_t bytes);
  void trim(int64_t device, uint64_t wanted);

  /// Memory of one device.
  struct DeviceBlocks {
    std::map<uint64_t, Block *> free; ///< by reserved bytes: lists
    uint8_t *chunk = nullptr;         ///< that small blocks are cut from; that of device 0 where memory is one
    uint64_t chunkLeft = 0;
    uint64_t inUse = 0, peak = 0;
    uint64_t large = 0, largeInUse = 0, largePeak = 0; ///< bytes of blocks that are cut from no chunk
  };

  RawMemory &memory;
  const uint64_t limit;
  mutable std::mutex mutex;
  std::vector<DeviceBlocks> devices;
  std::deque<Block> blocks;    ///< all there are
  std::vector<Block *> unused; ///< of these, those without memory
  std::vector<std::pair<int64_t, void *>> chunks;
};

} // namespace shardwright::runtime

#endif // RUNTIME_BLOCKPOOL_H
