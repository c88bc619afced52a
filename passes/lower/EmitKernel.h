#ifndef PASSES_LOWER_EMITKERNEL_H
#define PASSES_LOWER_EMITKERNEL_H

#include "passes/lower/VectorPlan.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower {

/// Appends to `module` a func.func named `symbol` with one one-dimensional memref a buffer, then the range
/// `begin, end` of the outermost loop, as loops over vectors (or not). Returns the whole range.
int64_t emitKernel(mlir::ModuleOp module, llvm::StringRef symbol, const KernelGraph &kernel, LoopChoices choices = {});

} // namespace shardwright::lower

#endif // PASSES_LOWER_EMITKERNEL_H
