#ifndef RUNTIME_BACKENDS_CUDA_KERNELMODULE_H
#define RUNTIME_BACKENDS_CUDA_KERNELMODULE_H

#include "runtime/backends/cuda/CudaDevices.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardwright::runtime::cuda {

/// The kernels of an executable, loaded to one GPU.
class KernelModule {
public:
  KernelModule(const Executable &executable, const CudaDevices &devices, size_t gpu)
      : exe(executable), devices(devices), cuda(devices.driver()), gpu(gpu) {}
  ~KernelModule();
  KernelModule(const KernelModule &) = delete;
  KernelModule &operator=(const KernelModule &) = delete;

  /// kInternal, with what the driver's compiler says.
  absl::Status load();

  /// `parameters`: addresses of the values.
  absl::Status launch(int64_t kernel, void **parameters, CUstream stream) const {
    return launch(kernel, exe.kernels[static_cast<size_t>(kernel)].blocks, parameters, stream);
  }
  absl::Status launch(int64_t kernel, int64_t blocks, void **parameters, CUstream stream) const;

private:
  const Executable &exe;
  const CudaDevices &devices;
  const Driver &cuda;
  const size_t gpu;
  CUmodule module = nullptr;
  std::vector<CUfunction> functions; ///< as exe.kernels
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_KERNELMODULE_H
