#ifndef LIB_PLANNING_SENSITIVITY_H
#define LIB_PLANNING_SENSITIVITY_H

#include "lib/Planning/MeshPlan.h"

namespace shardwright::planning {

/// What the step of a program on a mesh would take where every link carried so many times as much, nothing else
/// changed, for each of the factors: by link speeds of the topology alone, without what was measured on it, in
/// proportion to the step as it was priced. Errors: of CostModel::create(), estimateStep().
absl::StatusOr<std::vector<double>> secondsWithLinks(const Step &step, const Mesh &mesh, const PlanningOptions &options,
                                                     llvm::ArrayRef<double> factors);

/// The step of an annotated program that is exported with twice the batch, sharded alike; none where it has no batch
/// that can be told (Batch.h), or cannot be partitioned then.
struct LargerBatch {
  int64_t size = 0;
  Step step;
};
std::optional<LargerBatch> stepWithTwiceTheBatch(mlir::ModuleOp annotated, const PlanningOptions &options);

} // namespace shardwright::planning

#endif // LIB_PLANNING_SENSITIVITY_H
