#ifndef LIB_PLANNING_FOLLOWPLAN_H
#define LIB_PLANNING_FOLLOWPLAN_H

#include "lib/Planning/Annotate.h"
#include "shardwright/Plan/ProgramPlanner.h"

#include <functional>

namespace shardwright::planning {

/// Annotations by which partitioning, which chooses placements by itself, comes to a step no longer than the plan's
/// that holds no more: those of annotationsOf(), without loop-carried values that propagation shards so anyway, and
/// constraints on values where its choice parts from the plan. Of ops in a row that differ, one constraint at the first
/// makes the others follow, as a rule; rows are tried the heaviest first, those of equal layers at once, and kept where
/// the step becomes shorter, as long as `goesOn` says. A few partitionings long. Fails, with a diagnostic, where the
/// program cannot be partitioned.
mlir::FailureOr<Annotations> annotationsToFollow(mlir::ModuleOp imported, const OpenProgram &open,
                                                 const plan::ProgramPlan &plan, const CostModel &costs,
                                                 ReshardCache &reshards, const PartitionOptions &choices,
                                                 const std::function<bool()> &goesOn);

} // namespace shardwright::planning

#endif // LIB_PLANNING_FOLLOWPLAN_H
