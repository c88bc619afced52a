#ifndef LIB_PLANNING_STEP_H
#define LIB_PLANNING_STEP_H

#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "passes/common/SharedCostModel.h"
#include "passes/lower/LoweringOptions.h"
#include "passes/partition/PartitionOptions.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardwright::planning {

/// A program as each device runs it, and what a step of it takes.
struct Step {
  mlir::OwningOpRef<mlir::ModuleOp> perDevice;
  estimate::Estimate estimate;
  estimate::Memory memory;
};

/// Propagates and partitions a copy of an imported program on a machine and plays its step: what `partition` and
/// `explain` say of it. Errors: what those phases say (reported already; the message is empty), estimateStep().
absl::StatusOr<Step> stepOf(mlir::ModuleOp imported, std::shared_ptr<SharedCostModel> costs,
                            const PartitionOptions &choices, const LoweringOptions &host);

} // namespace shardwright::planning

#endif // LIB_PLANNING_STEP_H
