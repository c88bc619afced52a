#ifndef RUNTIME_BACKENDS_CUDA_EXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_EXCHANGES_H

#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/KernelModule.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <vector>

namespace shardwright::runtime::cuda {

/// The collectives of a program whose devices are one GPU: when the last member of a group arrives, the stream of its
/// first one waits for those of all, moves the data of all, and they wait for it.
class Exchanges {
public:
  Exchanges(const Executable &executable, const CudaDevices &devices, const KernelModule &kernels);

  /// Nobody has arrived anywhere.
  void reset();
  uint64_t bytesSent(const Step &step, int64_t device) const;
  const std::vector<int64_t> &membersOf(const Step &step, int64_t device) const;
  /// Whether the device is the last of its group to arrive at the step.
  bool arrive(uint32_t number, const Step &step, int64_t device);
  /// The data of all members of the device's group. `rows`: by device and step slot.
  absl::Status exchange(const Step &step, int64_t device, void *const *const *rows);

private:
  struct Members {
    uint32_t group;
    std::vector<CUdeviceptr> ins, outs;
  };
  absl::Status move(const Collective &collective, const host::CollectivePlan &plan, const Members &members,
                    CUstream stream);
  absl::Status combine(const Collective &collective, const Members &members, CUstream stream);
  absl::Status combineBlocks(const Collective &collective, const Members &members, CUstream stream);
  absl::Status copyBox(const Collective &collective, const BoxCopy &box, CUdeviceptr to, CUdeviceptr from,
                       CUstream stream);
  absl::Status copyBytes(CUdeviceptr to, CUdeviceptr from, uint64_t bytes, CUstream stream);
  absl::Status clear(CUdeviceptr to, uint64_t bytes, CUstream stream);

  const Executable &exe;
  const CudaDevices &devices;
  const Driver &cuda;
  const KernelModule &kernels;
  std::vector<host::CollectivePlan> plans;
  std::vector<std::vector<int64_t>> arrived; ///< by step and group
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_EXCHANGES_H
