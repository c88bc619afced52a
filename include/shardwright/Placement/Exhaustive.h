#ifndef SHARDWRIGHT_PLACEMENT_EXHAUSTIVE_H
#define SHARDWRIGHT_PLACEMENT_EXHAUSTIVE_H

#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright {

struct ExhaustiveOptions {
  /// Only plans cheaper than this are looked for: a known plan's total makes the search quick.
  std::optional<Price> below;
  /// The most partial plans that are looked at.
  size_t limit = 1'000'000;
};

struct ExhaustiveResult {
  /// The cheapest plan; nothing where none is cheaper than `below`, or none was found within the limit.
  std::optional<PlacementPlan> plan;
  /// Every plan was looked at or ruled out.
  bool finished = true;
  size_t visited = 0;
};

/// The oracle for planPlacements(): the cheapest of all combinations of the ops' candidates, priced as planPlacements()
/// does, by branch and bound. Candidates are all placements that other choices of placements could suggest, not those
/// of one neighbourhood. Loop-carried values are sharded as propagation decided. Exponential in ops with a class: for
/// ten or so; quick where few values have several users. Changes of sharding must keep the triangle inequality, as
/// those of ReshardPlans do.
ExhaustiveResult exhaustivePlacements(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                                      const ExhaustiveOptions &options = {});

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_EXHAUSTIVE_H
