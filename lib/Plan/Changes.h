#ifndef LIB_PLAN_CHANGES_H
#define LIB_PLAN_CHANGES_H

#include "lib/Placement/SolverState.h"

namespace shardwright::plan {

/// What changes of a root's sharding cost, as often as it is made, in as few searches as may be.
class Changes {
public:
  explicit Changes(SolverState &state);

  /// Every device has what it needs of it: nothing is sent. Whatever the array; where blocks do not nest it is not so.
  bool mayBeSlice(ShardingId from, ShardingId to);
  /// About the least that a change which sends something costs, in ticks: below, nobody need look.
  double leastSent(size_t root) const { return startTicks * state.timesOf[root]; }
  /// About what it takes, as often as the value is made, without a search: what is combined, and what is gathered then.
  double estimate(size_t root, ShardingId from, ShardingId to);
  /// Of one change, as of Prices::between(); of slices nobody asks.
  std::optional<Price> price(size_t root, ShardingId from, ShardingId to);
  /// No more than the price, in ticks, as often as the value is made.
  double atLeast(size_t root, ShardingId from, ShardingId to);
  /// Likewise; infinite where there is no way.
  double ticks(size_t root, ShardingId from, ShardingId to);

  SolverState &state;

private:
  bool isEven(ArrayId array, ShardingId sharding);

  /// What does not depend on the array.
  struct Kinds {
    bool isSlice = false;
    const CollectivePrice *scatter = nullptr, *gather = nullptr;
    double combinedOf = 1; ///< summands
    double heldShare = 1;  ///< of what is wanted, that which a device has when all is combined
  };
  const Kinds &kindsOf(ShardingId from, ShardingId to);
  double estimateOnce(size_t root, ShardingId from, ShardingId to);

  double startTicks = 0;
  llvm::DenseMap<std::pair<ShardingId, ShardingId>, Kinds> kinds;
  llvm::DenseMap<std::pair<ArrayId, ShardingId>, bool> evens;
  llvm::DenseMap<std::pair<uint64_t, ShardingId>, double> estimates; ///< by array and shardings
};

} // namespace shardwright::plan

#endif // LIB_PLAN_CHANGES_H
