#ifndef PASSES_LOWER_PREPAREFORHOST_H
#define PASSES_LOWER_PREPAREFORHOST_H

#include "passes/lower/LoweringOptions.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Rewrites the @main of a per-device program into the operations that the host's schedule is made of, in place:
/// `--prepare-for-host`. Arguments and results of complex elements keep the type of the whole array as `exec.whole`
/// (LowerToExec.h). Fails with a diagnostic.
mlir::LogicalResult prepareForHost(mlir::ModuleOp module, const LoweringOptions &choices);

/// All of it but complex numbers, calls of routines, and optimization barriers.
void prepareOperations(mlir::func::FuncOp function, const LoweringOptions &choices);

/// An optimization barrier's results become its operands: behind the search for common subexpressions, from which it
/// keeps what is recomputed to save memory.
void dropBarriers(mlir::func::FuncOp function);

/// transpose(all_reduce(a b)) = all_reduce(transpose(a b)), also with conversions, where the product takes that up. The
/// reduced product is then written in the order in which it is used.
void moveTransposeToProduct(stablehlo::DotGeneralOp dot);

/// One dot_general: into one that a matrix product by strides can walk, or, if it is small, into no product at all.
void prepareProduct(stablehlo::DotGeneralOp dot, const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_PREPAREFORHOST_H
