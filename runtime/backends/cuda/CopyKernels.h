#ifndef RUNTIME_BACKENDS_CUDA_COPYKERNELS_H
#define RUNTIME_BACKENDS_CUDA_COPYKERNELS_H

#include "runtime/BoxCopy.h"
#include "runtime/backends/cuda/KernelModule.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <vector>

namespace shardwright::runtime::cuda {

/// Copies of boxes between arrays of one GPU, by the kernels that an executable has for it (Collective::kernels).
class CopyKernels {
public:
  CopyKernels(const Executable &executable, const Driver &driver, const KernelModule &kernels)
      : exe(executable), cuda(driver), kernels(kernels) {}

  /// How the box lies on the one side and on the other: as in its array, or by itself.
  enum class Form { InPlace, Pack, Unpack };
  absl::Status copyBox(const Collective &collective, const BoxCopy &box, CUdeviceptr to, CUdeviceptr from,
                       CUstream stream, Form form = Form::InPlace) const;
  /// The members' blocks put together once, then copied whole: they may be many short runs.
  absl::Status gather(const Collective &collective, const host::CollectivePlan &plan, uint32_t group,
                      const std::vector<CUdeviceptr> &blocks, const std::vector<CUdeviceptr> &outs,
                      CUstream stream) const;
  absl::Status copyBytes(CUdeviceptr to, CUdeviceptr from, uint64_t bytes, CUstream stream) const;
  absl::Status clear(CUdeviceptr to, uint64_t bytes, CUstream stream) const;

private:
  const Executable &exe;
  const Driver &cuda;
  const KernelModule &kernels;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_COPYKERNELS_H
