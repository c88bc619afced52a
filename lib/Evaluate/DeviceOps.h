#ifndef LIB_EVALUATE_DEVICEOPS_H
#define LIB_EVALUATE_DEVICEOPS_H

#include "shardwright/Cost/CostModel.h"
#include "shardwright/Fusion/OpForm.h"
#include "shardwright/Placement/ShardingProblem.h"
#include "shardwright/Reshard/Reshard.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Compiler.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace shardwright::evaluation {

using LocalId = uint32_t;
using OpId = uint32_t;
/// A value of a fragment.
using PartId = uint32_t;
constexpr uint32_t kNone = ~0u;

/// Into the cache: it will be looked at soon. What a change touches lies anywhere in arrays that are larger than
/// caches.
template <typename T> void fetch(const T &what) {
  for (size_t line = 0; line < sizeof(T); line += 64)
    LLVM_PREFETCH(reinterpret_cast<const char *>(&what) + line, 0, 3);
}

/// What blocks of one shape and type have in common. There is one of a kind.
struct LocalArray {
  Shape shape;
  double elementBytes = 4;
  int64_t elements = 1;
  double bytes = 4;
  uint32_t number = 0;
};

/// What a collective sends, which others may join.
struct Communication {
  CollectiveKind op;
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

/// One thing that a device does, whatever the values. It never changes; equal ones may be there several times. What is
/// asked of every op that changes lies in front, in one line of a cache.
struct alignas(64) DeviceOp {
  enum class Runs : uint8_t { Kernel, Library, Collective, Region, Barrier, Check, End } runs = Runs::Kernel;
  /// Made when a program is prepared for a device, behind what counts branches and combines collectives.
  bool isPreparation = false;
  /// Follows: a permute of which a device can tell by its place whether it gets something.
  bool mayMerge = false;
  bool stays = false;        ///< follows: combining of collectives moves it nowhere
  bool isInPlace = false;    ///< follows: what it makes may lie over what it reads
  unsigned unprepared = ~0u; ///< so many operands were there before it was prepared, if not all
  const fusion::OpForm *form = nullptr;
  /// Ops of one number that read the same make the same; none: never two. Regions have one by what they hold.
  uint64_t likeness = 0;
  uint32_t number = 0; ///< follows: of this description
  llvm::SmallVector<const LocalArray *, 1> makes;
  llvm::SmallVector<const LocalArray *, 3> reads;
  llvm::SmallVector<ReductionKind, 2> neutral; ///< combinations that what it makes leaves as they are
  double seconds = 0;                          ///< Library, but for products
  std::unique_ptr<cost::ProductWork> product;  ///< without its bytes; of a kernel: what it stands for
  std::unique_ptr<Communication> communication;

  /// What others read to prepare it; 0: what it reads itself counts.
  int64_t preparedBytes = 0;

  // What follows from that, too.
  int64_t readBytes = 0, madeBytes = 0;   ///< before it is prepared
  const CollectivePrice *price = nullptr; ///< of a collective
  double aloneSeconds = 0;                ///< of a collective that runs with no other
  int64_t combineKind = -1;               ///< as of fusion::Sequence
  int64_t combineLimit = 0;
  fusion::Node node; ///< without values

  fusion::OpForm::Kind kind() const { return form ? form->kind : fusion::OpForm::Kind::Other; }
  bool isPointwise() const { return form && form->isPointwise; }
  bool hasRegions() const { return runs == Runs::Region || (form && form->hasRegions); }
  bool hasEffects() const { return runs == Runs::Check || (form && form->hasEffects); }
};

inline double secondsOf(const CollectivePrice &price, double bytes) {
  return price.members > 1 && bytes > 0 ? price.seconds(bytes) : 0;
}

/// Some ops one after the other, on values that are numbered: first those that are given, then what they make.
struct Fragment {
  struct Step {
    const DeviceOp *op;
    llvm::SmallVector<PartId, 3> operands;
  };
  llvm::SmallVector<Step, 2> steps;
  llvm::SmallVector<PartId, 1> results; ///< of each result of the whole
};

/// What ops and changes of sharding are on one device: each is worked out once.
class DeviceOps {
public:
  DeviceOps(const ShardingProblem &problem, const CostModel &costs) : problem(problem), costs(costs) {}

  const LocalArray *array(llvm::ArrayRef<int64_t> shape, double elementBytes);
  const LocalArray *array(const Sharding &sharding, const ShardingProblem::Value &value) {
    return array(sharding.localShape(costs.mesh(), value.shape), double(value.element.bytes));
  }
  /// With what follows from what is given. Ops that are alike in everything are one.
  const DeviceOp *keep(DeviceOp &&op);
  const fusion::OpForm &keep(fusion::OpForm &&form) { return forms.emplace_back(std::move(form)); }

  /// An op that runs by a rule, on operands of these blocks. `zeros`: by operand, whether it is known to be zero.
  Fragment ofRule(const ShardingProblem::Op &op, const PlacementChoice &choice,
                  llvm::ArrayRef<const LocalArray *> operands, const llvm::SmallBitVector &zeros);
  /// The steps of a plan to a sharding. `neutral`: as of DeviceOp, of what makes the value.
  Fragment ofReshard(const ReshardPlan &plan, const LocalArray *from, const ShardingProblem::Value &whole,
                     const Sharding &to, bool standsAlone, llvm::ArrayRef<ReductionKind> neutral);
  /// A device's block of what is made where it is wanted: of a constant or an index.
  Fragment ofSource(int64_t made, const ShardingProblem::Value &whole, const Sharding &sharding);
  /// Permutes of one value as one, as the pass merge-permutes does it; each selects its own part of it.
  Fragment ofMerged(llvm::ArrayRef<const DeviceOp *> permutes);
  /// The first and the last device that gets something, if all between do too.
  static std::optional<std::pair<int64_t, int64_t>> rangeOfTargets(const Communication &permute);

  /// A number that each device knows.
  static const fusion::OpForm &index();

  const ShardingProblem &problem;
  const CostModel &costs;

private:
  struct ArrayHash {
    size_t operator()(const std::pair<double, Shape> &array) const {
      return llvm::hash_combine(llvm::bit_cast<uint64_t>(array.first),
                                llvm::hash_combine_range(array.second.begin(), array.second.end()));
    }
  };
  std::unordered_map<std::pair<double, Shape>, LocalArray, ArrayHash> arrays;
  llvm::SpecificBumpPtrAllocator<DeviceOp> ops;
  std::deque<fusion::OpForm> forms;
  uint32_t numOps = 0;
  llvm::DenseMap<uint64_t, const DeviceOp *> known; ///< by all that is given of them
  llvm::DenseMap<uint64_t, int64_t> combineKinds;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_DEVICEOPS_H
