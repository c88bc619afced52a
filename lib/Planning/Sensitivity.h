#ifndef LIB_PLANNING_SENSITIVITY_H
#define LIB_PLANNING_SENSITIVITY_H

#include "lib/Planning/MeshPlan.h"

namespace shardwright::planning {

/// What the step of a plan would take where every link carried `factor` times as much, nothing else changed: by link
/// speeds of the topology alone, without what was measured on it, in proportion to the step as it was priced. Errors:
/// of CostModel::create(), estimateStep().
absl::StatusOr<double> secondsWithLinks(const MeshPlan &plan, const PlanningOptions &options, double factor);

} // namespace shardwright::planning

#endif // LIB_PLANNING_SENSITIVITY_H
