#ifndef PASSES_LOWER_CUDA_EMITPRODUCT_H
#define PASSES_LOWER_CUDA_EMITPRODUCT_H

#include "passes/lower/cuda/EmitThreads.h"

#include "dialects/exec/ExecOps.h"

namespace shardwright::lower::cuda {

/// Appends a kernel for one product (lhs, rhs, out), of any element types and strides: tiles of the operands go through
/// shared memory, a thread sums 4 x 4 elements in registers. Floats of up to 32 bits are summed in f32 by fused
/// multiply-adds, others in the result's type.
Geometry emitProduct(mlir::ModuleOp module, llvm::StringRef symbol, exec::MatmulOp op);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_EMITPRODUCT_H
