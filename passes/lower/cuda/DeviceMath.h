#ifndef PASSES_LOWER_CUDA_DEVICEMATH_H
#define PASSES_LOWER_CUDA_DEVICEMATH_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower::cuda {

/// Appends to a module of kernels what hosts call libm for and GPUs have no instructions for, under libm's names: those
/// of f32 in f64 and rounded once; exp, log, expm1, log1p, tanh, sin, cos, tan, cbrt and atan2 of f64. Remainders of
/// f32 become calls of fmodf, since LLVM's own for GPUs is not exact.
void addDeviceMath(mlir::ModuleOp kernels);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_DEVICEMATH_H
