#ifndef PASSES_LOWER_CUDA_EMITTHREADS_H
#define PASSES_LOWER_CUDA_EMITTHREADS_H

#include "passes/common/KernelGraph.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower::cuda {

/// How a kernel is launched: blocks of threads, in one dimension.
struct Geometry {
  int64_t blocks = 1, threads = 1;
};

/// Appends to `module` at `loc` a func.func named `symbol` with an i64 for each buffer that the kernel does not keep
/// for itself, its global address: what one thread does, by planThreads().
Geometry emitThreads(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef symbol, const KernelGraph &kernel);

/// How emitThreads() launches a kernel, without its code.
struct LaunchShape {
  Geometry geometry;
  int64_t sharedBytes = 0; ///< of a block, at most
  bool isPlain = false;    ///< threads store what they compute, without sums or squares
};
LaunchShape shapeOf(const KernelGraph &kernel);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_EMITTHREADS_H
