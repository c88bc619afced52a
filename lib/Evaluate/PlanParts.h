#ifndef LIB_EVALUATE_PLANPARTS_H
#define LIB_EVALUATE_PLANPARTS_H

#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright::evaluation {

/// Ops and loop-carried values, by index, that two plans treat differently and that hang together: each shares a value
/// with another of them.
struct PlanPart {
  std::vector<size_t> ops, loopCarried;
};

/// The parts in which two plans of one problem differ, the largest first. What comes for free joins nothing. Parts that
/// are alike (of equal layers) are one.
std::vector<PlanPart> differingParts(const ShardingProblem &problem, const PlacementPlan &a, const PlacementPlan &b);

/// The part as `other` has it becomes part of the plan. The plan's total does not follow.
void takePart(PlacementPlan &plan, const PlanPart &part, const PlacementPlan &other);

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_PLANPARTS_H
