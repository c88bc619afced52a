#ifndef PASSES_LOWER_CUDA_EMITEXCHANGE_H
#define PASSES_LOWER_CUDA_EMITEXCHANGE_H

#include "passes/lower/cuda/EmitThreads.h"

#include "shardwright/Sharding/Sharding.h"

namespace shardwright::lower::cuda {

/// What one kernel of a reduction combines: of each of `members` blocks, in their order, `rows` rows of `columns`
/// elements that are `inRow` apart, into rows that are `outRow` apart. Columns from `valid` on are zero.
struct Combination {
  mlir::Type type;
  ReductionKind kind;
  int64_t members, outs; ///< blocks that are read; that are written, all alike
  int64_t rows, columns, inRow, outRow, valid;
};

/// The kernel's buffers are the members' and then the outs; in and out may be the same.
KernelGraph combine(mlir::MLIRContext *context, const Combination &what);

/// Bytes of an element of the kernels of emitCopies(), smallest first.
constexpr int64_t kCopyBytes[] = {1, 2, 4, 8, 16};
/// Loops that they have.
constexpr int64_t kCopyLoops = 4;

/// Appends a kernel that copies elements of these many bytes between two arrays, by strides that it is given: to, from,
/// number of elements (below 2^31), then of each of kCopyLoops loops, the outermost first, its extent, and its strides
/// in to and from.
void emitCopy(mlir::ModuleOp module, llvm::StringRef symbol, int64_t bytes, int64_t threads);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_EMITEXCHANGE_H
