#ifndef LIB_EVALUATE_DEVICEPROGRAM_H
#define LIB_EVALUATE_DEVICEPROGRAM_H

#include "shardwright/Cost/CostModel.h"
#include "shardwright/Fusion/OpForm.h"
#include "shardwright/Placement/ShardingProblem.h"
#include "shardwright/Reshard/Reshard.h"

#include <deque>

namespace shardwright::evaluation {

using LocalId = uint32_t;
using OpId = uint32_t;
constexpr uint32_t kNone = ~0u;

/// A block of a value that a device holds.
struct LocalValue {
  Shape shape;
  double elementBytes = 4;
  uint32_t block = 0;
  OpId maker = kNone; ///< none: an argument of the block
  bool isKept = false;

  double bytes() const {
    double bytes = elementBytes;
    for (int64_t size : shape)
      bytes *= static_cast<double>(size);
    return bytes;
  }
};

/// What a collective sends, which others may join.
struct Communication {
  CollectiveOp op;
  AxisList axes;
  std::vector<std::pair<int64_t, int64_t>> pairs;
  llvm::StringRef priced; ///< the type of elements that reductions are priced by
  llvm::StringRef type;   ///< of elements
  double bytes = 0;       ///< as of CollectivePrice::seconds
  size_t dim = 0, otherDim = 0;
  ReductionKind kind = ReductionKind::Sum;
  bool staysAlone = false;

  /// Those of one number that send the same bring the same.
  uint64_t likeness() const;
};

/// Which block of a value that is whole is a device's own.
struct OwnBlock {
  AxisList axes;
  size_t dim;
};

/// One thing that a device does.
struct DeviceOp {
  enum class Runs : uint8_t { Kernel, Library, Collective, Region, Barrier, Check } runs = Runs::Kernel;
  const fusion::OpForm *form = nullptr;
  llvm::SmallVector<LocalId, 3> operands;
  llvm::SmallVector<LocalId, 1> results;
  double seconds = 0;                       ///< Library, but for products
  std::optional<cost::ProductWork> product; ///< Library; without its bytes
  std::optional<Communication> communication;
  std::optional<OwnBlock> ownBlock; ///< DynamicSlice, until prepare()
  uint32_t region = kNone;
  /// Ops of one number that read the same make the same; none: never two.
  uint64_t likeness = 0;
  OpId next = kNone; ///< in its block
  bool isDead = false;
};

struct DeviceBlock {
  OpId first = kNone, last = kNone;
  llvm::SmallVector<LocalId> arguments, yields;
};

struct DeviceRegion {
  ShardingProblem::Region::Form form;
  llvm::SmallVector<uint32_t, 2> blocks;
  std::optional<double> trips;
  uint32_t counted = 0; ///< of branches: the one that takes time, an index into blocks
};

/// The per-device program as far as its time depends on it. Block 0 is the program.
struct DeviceProgram {
  std::deque<DeviceOp> ops;
  std::vector<LocalValue> values;
  std::vector<DeviceBlock> blocks;
  std::vector<DeviceRegion> regions;

  /// Behind `after`, or first in the block.
  OpId insert(DeviceOp op, uint32_t block, OpId after);
  OpId append(DeviceOp op, uint32_t block) { return insert(std::move(op), block, blocks[block].last); }
  LocalId addValue(LocalValue value) {
    values.push_back(std::move(value));
    return static_cast<LocalId>(values.size() - 1);
  }
  /// The ops of a block that are not dead, in order.
  llvm::SmallVector<OpId> liveOps(uint32_t block) const;
  /// What the blocks of a region, and the regions in them, read of the block; once for each time.
  llvm::SmallVector<LocalId> captured(uint32_t region, uint32_t block) const;
};

/// The program that the plan leaves to each device.
DeviceProgram instantiate(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs,
                          ReshardCache &reshards);

/// Makes one of several small collectives, as Fusion/Sequence.h decides.
void combine(DeviceProgram &program, const CostModel &costs);

/// Permutes of one value in which no device sends or receives twice become one, as the pass merge-permutes does.
void mergePermutes(DeviceProgram &program, const Mesh &mesh);

/// Decides which branch counts: the one that sends, and then computes, most.
void countBranches(DeviceProgram &program, const Mesh &mesh);

/// Rewrites as passes/lower/PrepareForHost.h does: reading a device's own block becomes the arithmetic of its place,
/// bits taken as elements of another width become shifts.
void prepare(DeviceProgram &program, const Mesh &mesh);

/// A constant of one repeated element, repeated, is such a constant.
void foldFills(DeviceProgram &program);

/// Removes what is there twice and what nobody reads.
void removeCommon(DeviceProgram &program);
void dropBarriers(DeviceProgram &program);

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_DEVICEPROGRAM_H
