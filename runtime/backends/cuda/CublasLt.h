#ifndef RUNTIME_BACKENDS_CUDA_CUBLASLT_H
#define RUNTIME_BACKENDS_CUDA_CUBLASLT_H

#include "runtime/backends/cuda/CudaDevices.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace shardwright::runtime::cuda {

/// The matrix products of a program by cuBLASLt, where that is installed and takes them: floats of f32, bf16 and f16,
/// summed in f32, of f64, and i8 summed in i32; operands whose rows or columns lie together. Others are the compiler's
/// own kernels.
/// Of the devices of one GPU.
class Products {
public:
  Products(const Executable &executable, CudaDevices &devices, size_t gpu);
  ~Products();
  /// Opens the library. Errors: kUnavailable, the environment names a file that is not the library or is too old;
  /// kInternal, it fails.
  absl::Status prepare();

  /// False: it is not the library's.
  absl::StatusOr<bool> run(const Matmul &matmul, uint32_t number, void *const *slots, int64_t device);

private:
  struct Plan;
  std::unique_ptr<Plan> makePlan(const Matmul &matmul, void *const *slots) const;

  CudaDevices &devices;
  const int64_t first; ///< device of the GPU
  void *handle = nullptr;
  CUdeviceptr workspace = 0;                               ///< a part for each device
  std::vector<std::optional<std::unique_ptr<Plan>>> plans; ///< by product; null: not the library's
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_CUBLASLT_H
