#ifndef RUNTIME_BACKENDS_CUDA_LOCALEXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_LOCALEXCHANGES_H

#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/GpuKernels.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <vector>

namespace shardwright::runtime::cuda {

/// Collectives between devices that are one GPU.
class LocalExchanges {
public:
  LocalExchanges(const Executable &executable, const CudaDevices &devices, const KernelsByGpu &kernels,
                 const std::vector<host::CollectivePlan> &plans)
      : exe(executable), devices(devices), kernels(kernels), plans(plans) {}

  /// The queue, of the first member, waits for the streams of all and moves the data of all. `members`: devices here,
  /// in the order of the group.
  absl::Status exchange(const Step &step, uint32_t group, const std::vector<int64_t> &members, Queue queue,
                        void *const *const *rows) const;

private:
  struct Blocks {
    uint32_t group;
    std::vector<CUdeviceptr> ins, outs;
  };
  absl::Status move(const Collective &collective, const host::CollectivePlan &plan, const Blocks &blocks,
                    const GpuKernels &own, CUstream stream) const;

  const Executable &exe;
  const CudaDevices &devices;
  const KernelsByGpu &kernels;
  const std::vector<host::CollectivePlan> &plans;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_LOCALEXCHANGES_H
