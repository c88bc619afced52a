#ifndef PASSES_LOWER_CUDA_DEVICEMATH_H
#define PASSES_LOWER_CUDA_DEVICEMATH_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower::cuda {

/// Appends to a module of kernels what hosts call libm for and GPUs have no instructions for, under libm's names: those
/// of f32 in f64 and rounded once, those of f64 within three units in the last place. Remainders become calls of fmod,
/// since LLVM's own for GPUs is not exact.
void addDeviceMath(mlir::ModuleOp kernels);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_DEVICEMATH_H
