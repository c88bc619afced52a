#ifndef PASSES_LOWER_KERNELMARKS_H
#define PASSES_LOWER_KERNELMARKS_H

#include "passes/lower/KernelPlan.h"

namespace shardwright::lower {

/// Writes a plan of a prepared function's kernels down in the function: as attributes of its operations (dialects/exec)
/// and, where the plan has one, as their order. What was written there before goes.
void writeMarks(mlir::func::FuncOp function, const KernelPlan &plan);

/// The plan that is written down in a function. Fails with a diagnostic where there is none, or where it contradicts
/// itself.
mlir::FailureOr<KernelPlan> readMarks(mlir::func::FuncOp function, const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_KERNELMARKS_H
