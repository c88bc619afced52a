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
  /// No more than the price, in ticks.
  double atLeast(size_t root, ShardingId from, ShardingId to);
  /// Infinite where there is no way.
  double ticks(size_t root, ShardingId from, ShardingId to);

  SolverState &state;

private:
  double startTicks = 0;
  llvm::DenseMap<std::pair<ShardingId, ShardingId>, bool> slices;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_CHANGES_H
