#ifndef LIB_COMPILER_PREFETCH_H
#define LIB_COMPILER_PREFETCH_H

#include "lib/Compiler/Target.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::compiler {

/// A per-device program with the gathers of its loops one iteration ahead (passes/lower/PrefetchGathers.h), where
/// target's executables run steps beside collectives, the step gets shorter by the timeline on its machine, and the
/// memory suffices, the limit or else the device's; else null. Errors: the mesh does not fit the machine.
absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> prefetchWhereShorter(mlir::ModuleOp module, const Target &target);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_PREFETCH_H
