#ifndef RUNTIME_BACKENDS_CUDA_COMBINEKERNELS_H
#define RUNTIME_BACKENDS_CUDA_COMBINEKERNELS_H

#include "runtime/backends/cuda/CopyKernels.h"
#include "runtime/backends/cuda/KernelModule.h"

#include <vector>

namespace shardwright::runtime::cuda {

/// Reductions of blocks that lie on one GPU, by the kernels that an executable has for it (Collective::kernels).
class CombineKernels {
public:
  CombineKernels(const KernelModule &kernels, const CopyKernels &copies) : kernels(kernels), copies(copies) {}

  /// The blocks of all members, into as many results.
  absl::Status combine(const Collective &collective, std::vector<CUdeviceptr> ins, const std::vector<CUdeviceptr> &outs,
                       CUstream stream) const;
  /// The part of them that is the receiver's, padded with zeros.
  absl::Status combineBlock(const Collective &collective, int64_t receiver, std::vector<CUdeviceptr> ins,
                            CUdeviceptr out, CUstream stream) const;

private:
  absl::Status launch(uint32_t kernel, std::vector<CUdeviceptr> buffers, CUstream stream) const;

  const KernelModule &kernels;
  const CopyKernels &copies;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_COMBINEKERNELS_H
