#ifndef RUNTIME_BACKENDS_CUDA_GPUKERNELS_H
#define RUNTIME_BACKENDS_CUDA_GPUKERNELS_H

#include "runtime/backends/cuda/CombineKernels.h"
#include "runtime/backends/cuda/CopyKernels.h"
#include "runtime/backends/cuda/KernelModule.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace shardwright::runtime::cuda {

/// A program's kernels on one GPU, and what its collectives do there by them.
struct GpuKernels {
  GpuKernels(const Executable &executable, const CudaDevices &devices, size_t gpu)
      : module(executable, devices, gpu), copies(executable, devices.driver(), module), reductions(module, copies) {}

  KernelModule module;
  const CopyKernels copies;
  const CombineKernels reductions;
};

using KernelsByGpu = std::vector<std::unique_ptr<GpuKernels>>;

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_GPUKERNELS_H
