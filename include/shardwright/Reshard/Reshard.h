#ifndef SHARDWRIGHT_RESHARD_RESHARD_H
#define SHARDWRIGHT_RESHARD_RESHARD_H

#include "shardwright/Cost/CostModel.h"
#include "shardwright/Sharding/Sharding.h"

#include <memory>

namespace shardwright {

/// What every device does in one step. All work on the local array; `axes` name the group, block numbers along them are
/// mixed radix with the leftmost axis major.
///   Slice          keep my block of `dim`: padded at the end to a multiple, then block number = index along `axes`
///   AllGather      the group's blocks joined along `dim`, then cut at the end to the new local length
///   AllToAll       `dim` split as in Slice, `concatDim` joined as in AllGather
///   Permute        the whole local array goes to another member of the group, as `pairs` say
///   ReduceScatter  combined over the group by `kind`, then `dim` split as in Slice
///   AllReduce      combined over the group by `kind`
///   MakePartial    becomes one of the summands: all but the first of the group hold zero (sum, xor) or one (product);
///                  nothing is to do for the kinds where equal values combine to themselves (max, min, and, or)
enum class ReshardOp { Slice, AllGather, AllToAll, Permute, ReduceScatter, AllReduce, MakePartial };
/// Of those that send something; nothing where a device only computes: that is done by whoever reads the result.
std::optional<CollectiveKind> collectiveOf(ReshardOp op);
inline bool isCollective(ReshardOp op) { return collectiveOf(op).has_value(); }
/// That of the collective, `slice`, `make_partial`.
llvm::StringRef name(ReshardOp op);

struct ReshardStep {
  ReshardOp op;
  /// Adjacent sub-axes merged.
  AxisList axes;
  /// The dimension split (Slice, AllToAll, ReduceScatter) or joined (AllGather).
  std::optional<size_t> dim;
  /// AllToAll: the dimension joined.
  std::optional<size_t> concatDim;
  /// ReduceScatter, AllReduce, MakePartial.
  ReductionKind kind = ReductionKind::Sum;
  /// Permute: [source, target] as indices along `axes` within each group; every index is a target once, those that keep
  /// their array included.
  std::vector<std::pair<int64_t, int64_t>> pairs;

  /// What the value is after the step: closed, with the labels of the shardings asked for.
  Sharding after;
  llvm::SmallVector<int64_t, 6> localShape;
  /// Sent by one device, under the ring convention: (n-1)/n of the gathered, scattered or exchanged buffer, twice that
  /// for AllReduce (rounded down), the local array for Permute.
  int64_t bytesPerDevice = 0;
  /// Where a machine prices it.
  double seconds = 0;
};

/// How to get from one sharding to another, cheapest first: see planReshard().
struct ReshardPlan {
  std::vector<ReshardStep> steps;
  int64_t bytesPerDevice = 0;
  double seconds = 0;
  /// The largest sum of a step's local arrays before and after it; the local array where there is no step.
  int64_t peakBytes = 0;

  size_t numCollectives() const;
};

struct ReshardOptions {
  /// Prices steps in seconds; null: bytes decide, and nothing has seconds. Outlives what it is given to.
  const CostModel *costs = nullptr;
  /// Of the elements, as of CollectiveWork: for reductions.
  std::string type = "f32";
  /// Upper bound on peakBytes; 0: none.
  int64_t peakLimit = 0;
};

/// Seconds of one step on a machine: of a collective what its links carry; nothing of what sends nothing, which whoever
/// reads it does on the way.
double secondsOf(const ReshardStep &step, const CostModel &costs, llvm::StringRef type = "f32");

/// The cheapest plan, by seconds (where priced), then bytes per device, then number of collectives, then peak bytes.
/// It is a shortest path over placements: gather-everything-then-slice is among the paths, so it never sends more.
/// Steps never use blocks that do not line up: where ceil(n/k) blocks do not nest, the path goes another way.
/// `shape` is global. Open dimensions, priorities, labels and replicated axes of the shardings play no part.
/// Errors: shardings that do not verify against the mesh and the rank; arrays beyond 10^15 bytes; no path within the
/// peak limit.
absl::StatusOr<ReshardPlan> planReshard(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                        const Sharding &from, const Sharding &to, const ReshardOptions &options = {});

/// What of a plan decides between placements.
struct ReshardPrice {
  double seconds = 0; ///< where a machine prices it
  int64_t bytesPerDevice = 0;
  int64_t collectives = 0;
};

/// planReshard() that remembers its answers. Not for several threads at once.
class ReshardCache {
public:
  /// Under the options but for the type, which is asked about.
  explicit ReshardCache(ReshardOptions options = {});
  ~ReshardCache();
  ReshardCache(const ReshardCache &) = delete;
  ReshardCache &operator=(const ReshardCache &) = delete;

  /// The plan lives until the cache goes or is asked about another mesh.
  absl::StatusOr<const ReshardPlan *> plan(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                           const Sharding &from, const Sharding &to, llvm::StringRef type = "f32");
  /// What plan() costs, without making it: problems that differ in names, in the order of dimensions, or (where prices
  /// are in proportion to bytes) in the lengths of evenly split ones are searched once.
  absl::StatusOr<ReshardPrice> price(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                     const Sharding &from, const Sharding &to, llvm::StringRef type = "f32");
  /// A machine prices steps, and not in proportion to bytes.
  bool isTimed() const;
  /// No more than price(), in seconds as in bytes: what its search would begin with, in a fraction of the time where a
  /// machine prices steps. 0 where price() has an error.
  ReshardPrice atLeast(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from,
                       const Sharding &to, llvm::StringRef type = "f32");

private:
  struct Memory;
  std::unique_ptr<Memory> memory;
};

/// One line a step, or `nothing to do`.
std::string str(const ReshardPlan &plan);
/// `{"steps": [{"op", "axes", "sharding", "bytes_per_device", "seconds"}], "bytes_per_device", "seconds",
/// "peak_bytes"}`; seconds are null where nothing priced them.
std::string json(const ReshardPlan &plan, bool priced);

} // namespace shardwright

#endif // SHARDWRIGHT_RESHARD_RESHARD_H
