#ifndef PASSES_LOWER_CUDA_EMITMERGED_H
#define PASSES_LOWER_CUDA_EMITMERGED_H

#include "passes/lower/cuda/EmitThreads.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower::cuda {

/// A kernel that is run so many times in one launch, each time on buffers of its own.
struct MergedKernel {
  mlir::func::FuncOp function; ///< of emitThreads()
  Geometry geometry;
  int64_t times = 1;
};

/// Appends to `module` a kernel whose blocks are those of all of these, which must not need each other. Its parameters
/// are those of the first as often as it runs, then those of the next.
Geometry emitMerged(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef symbol,
                    llvm::ArrayRef<MergedKernel> kernels);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_EMITMERGED_H
