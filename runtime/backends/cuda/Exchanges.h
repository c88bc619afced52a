#ifndef RUNTIME_BACKENDS_CUDA_EXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_EXCHANGES_H

#include "runtime/backends/cuda/CombineKernels.h"
#include "runtime/backends/cuda/CopyKernels.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/DeviceExchanges.h"
#include "runtime/backends/cuda/KernelModule.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// The collectives of a program whose devices are one GPU: when the last member of a group arrives, the stream of its
/// first one waits for those of all, moves the data of all, and they wait for it.
class Exchanges : public DeviceExchanges {
public:
  Exchanges(const Executable &executable, const CudaDevices &devices, const KernelModule &kernels);

  bool runInBodies() const override { return true; }
  void begin() override;
  uint64_t bytesSent(const Step &step, int64_t device) const override;
  const std::vector<int64_t> &membersOf(const Step &step, int64_t device) const override;
  bool arrive(uint32_t number, const Step &step, int64_t device) override;
  absl::Status exchange(uint32_t number, int64_t device, void *const *const *rows) override;
  absl::Status await(CUstream stream, const std::string &what) override;

private:
  struct Members {
    uint32_t group;
    std::vector<CUdeviceptr> ins, outs;
  };
  absl::Status move(const Collective &collective, const host::CollectivePlan &plan, const Members &members,
                    CUstream stream);

  const Executable &exe;
  const CudaDevices &devices;
  const Driver &cuda;
  const CopyKernels copies;
  const CombineKernels reductions;
  std::vector<host::CollectivePlan> plans;
  std::vector<std::vector<int64_t>> arrived; ///< by step and group
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_EXCHANGES_H
