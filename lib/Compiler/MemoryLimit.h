#ifndef LIB_COMPILER_MEMORYLIMIT_H
#define LIB_COMPILER_MEMORYLIMIT_H

#include "lib/Compiler/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardwright::compiler {

/// Partitions a propagated program so that a device holds no more than target.memoryLimit at its peak, as `partition
/// --summary` counts it: of several ways to plan, from the one without a limit to those that keep less, the quickest
/// that fits (by the timeline on target's machine; without one, that sends least). Where the limit binds, a remark says
/// what it costs. Takes as long as partitioning the program in each way, unless the first fits. Errors: no way fits,
/// with the least that was found.
absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> partitionWithinMemory(mlir::ModuleOp global, const Target &target,
                                                                        const Environment &environment,
                                                                        SharedCostModel &costs);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_MEMORYLIMIT_H
