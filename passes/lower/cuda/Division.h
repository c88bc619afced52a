#ifndef PASSES_LOWER_CUDA_DIVISION_H
#define PASSES_LOWER_CUDA_DIVISION_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower::cuda {

/// Rewrites divisions of f32 by values that many divisions share: products with the reciprocal, corrected by the
/// remainder, which is what the division gives, bit for bit. The GPU's own division leaves its fast path for small
/// dividends, which the weights of a softmax often are; this one does for results that are not normal numbers.
void shareReciprocals(mlir::ModuleOp kernels);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_DIVISION_H
