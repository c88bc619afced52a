#ifndef PASSES_LOWER_FUSEATTENTION_H
#define PASSES_LOWER_FUSEATTENTION_H

#include "passes/lower/LoweringOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Routines in place of attention, for GPUs that multiply matrices of bf16 and f16: softmax over what is computed,
/// element by element, of products of 16-bit floats, times vectors; and gradients: what is summed of elements over the
/// same rows and columns. Where anything else uses what lies between, or steps are cheaper, everything stays.
void fuseAttention(mlir::func::FuncOp function, const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_FUSEATTENTION_H
