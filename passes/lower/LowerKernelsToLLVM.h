#ifndef PASSES_LOWER_LOWERKERNELSTOLLVM_H
#define PASSES_LOWER_LOWERKERNELSTOLLVM_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower {

/// Rewrites a module of kernels (func, scf, arith, math, vector, memref) into the LLVM dialect; buffers become bare
/// pointers. Mathematical functions become polynomials where those are accurate to a few units in the last place over
/// all arguments, calls of libm otherwise.
mlir::LogicalResult lowerKernelsToLLVM(mlir::ModuleOp kernels);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LOWERKERNELSTOLLVM_H
