#ifndef RUNTIME_BACKENDS_CUDA_CONDITIONS_H
#define RUNTIME_BACKENDS_CUDA_CONDITIONS_H

#include "runtime/StepTree.h"
#include "runtime/backends/cuda/CudaDevices.h"

#include <cstdint>
#include <vector>

namespace shardwright::runtime::cuda {

/// The kernels that decide, on the GPU, what of a graph's conditional nodes runs.
class Conditions {
public:
  explicit Conditions(const CudaDevices &devices) : devices(devices), cuda(devices.driver()) {}
  ~Conditions();
  Conditions(const Conditions &) = delete;
  Conditions &operator=(const Conditions &) = delete;

  /// Not while anything is captured.
  absl::Status load();

  /// Adds to the device's stream what sets the condition of a region's node by what the region decides by, at
  /// `decision`. It adds 1 to the u64 of the block that is to run at `counters`, unless that is 0.
  absl::Status set(CUgraphConditionalHandle handle, const StepRegion &region, CUdeviceptr decision,
                   CUdeviceptr counters, int64_t device) const;

private:
  const CudaDevices &devices;
  const Driver &cuda;
  struct Kernels {
    CUmodule module = nullptr;
    CUfunction test = nullptr, select = nullptr;
  };
  std::vector<Kernels> kernels; ///< by GPU
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_CONDITIONS_H
