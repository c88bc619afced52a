#ifndef LIB_EVALUATE_CONSTRAINEDPLAN_H
#define LIB_EVALUATE_CONSTRAINEDPLAN_H

#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright::evaluation {

/// By which ops make what is constrained right behind them as the constraint says; nothing where `plan` makes it so
/// already, or no op can. To the choice of placements a constraint is one more sharding that a value may be had in, at
/// its price; that an op should make it so, where prices that are added up say otherwise, only the timeline can tell.
std::vector<PlacementPin> pinsOfConstraints(const Mesh &mesh, const ShardingProblem &problem,
                                            const PlacementPlan &plan);

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_CONSTRAINEDPLAN_H
