#ifndef LIB_EVALUATE_CONSTRAINEDPLAN_H
#define LIB_EVALUATE_CONSTRAINEDPLAN_H

#include "shardwright/Placement/ShardingProblem.h"

#include <optional>

namespace shardwright::evaluation {

/// A plan in which ops make what is constrained right behind them as the constraint says, and all else is planned
/// around them. To the choice of placements a constraint is one more sharding that a value may be had in, at its price;
/// that an op should make it so, where prices that are added up say otherwise, only the timeline can tell. Nothing
/// where `plan` makes it so already, or no op can.
std::optional<PlacementPlan> planAsConstrained(const CostModel &costs, const ShardingProblem &problem,
                                               ReshardPricer &pricer, const PlacementOptions &options,
                                               const PlacementPlan &plan);

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_CONSTRAINEDPLAN_H
