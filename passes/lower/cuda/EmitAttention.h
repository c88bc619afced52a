#ifndef PASSES_LOWER_CUDA_EMITATTENTION_H
#define PASSES_LOWER_CUDA_EMITATTENTION_H

#include "passes/common/AttentionForm.h"
#include "passes/common/KernelGraph.h"
#include "passes/lower/cuda/EmitThreads.h"

namespace shardwright::lower::cuda {

/// Appends a kernel for a routine of attention, on matrix units of bf16 or f16 (mma.sync, sm_80 and up): a block
/// computes 64 rows, each warp 16 of them. What belongs to columns goes through shared memory, a tile ahead of its use
/// where there is room; products, elements and sums are in registers (FlashAttention-2, Dao 2023). `types`: of elements
/// of the buffers, inputs then outputs.
Geometry emitAttention(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef symbol, const AttentionForm &form,
                       const KernelGraph &graph, llvm::ArrayRef<mlir::Type> types);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_EMITATTENTION_H
