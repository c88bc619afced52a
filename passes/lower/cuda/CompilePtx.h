#ifndef PASSES_LOWER_CUDA_COMPILEPTX_H
#define PASSES_LOWER_CUDA_COMPILEPTX_H

#include "passes/lower/Target.h"

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower::cuda {

/// Compiles a module of func.func kernels (createKernel()) to PTX text with an entry for each, whose parameters are 64
/// bits each. The module is consumed. Failure comes with a diagnostic at the kernel that calls a function that GPUs do
/// not have.
mlir::FailureOr<std::vector<uint8_t>> compilePtx(mlir::ModuleOp kernels, const CudaCode &target);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_COMPILEPTX_H
