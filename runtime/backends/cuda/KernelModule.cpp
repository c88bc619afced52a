#include "runtime/backends/cuda/KernelModule.h"

#include "absl/strings/str_cat.h"

#include <string>

namespace shardwright::runtime::cuda {

/// Dynamic shared memory that a kernel may have without asking for it.
constexpr uint32_t kSharedBytes = 48 << 10;

KernelModule::~KernelModule() {
  if (module && devices.enter(devices.firstOn(gpu)).ok())
    cuda.cuModuleUnload(module);
}

absl::Status KernelModule::load() {
  if (exe.kernelImage.empty())
    return absl::OkStatus();
  if (absl::Status status = devices.enter(devices.firstOn(gpu)); !status.ok())
    return status;
  std::string text(exe.kernelImage.begin(), exe.kernelImage.end()); // ends with a zero
  std::string log(8192, '\0');
  int names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size())};
  CUresult result = cuda.cuModuleLoadDataEx(&module, text.c_str(), 2, names, values);
  if (result != CUDA_SUCCESS) {
    log.resize(log.find('\0') == std::string::npos ? log.size() : log.find('\0'));
    return cuda.status(result, absl::StrCat("the kernels cannot be loaded", log.empty() ? "" : ": ", log));
  }
  for (const Kernel &kernel : exe.kernels) {
    CUfunction &function = functions.emplace_back(nullptr);
    const std::string what = absl::StrCat("kernel '", kernel.symbol, "'");
    if (absl::Status status = cuda.status(cuda.cuModuleGetFunction(&function, module, kernel.symbol.c_str()), what);
        !status.ok())
      return status;
    if (kernel.sharedBytes > kSharedBytes)
      if (absl::Status status =
              cuda.status(cuda.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                  static_cast<int>(kernel.sharedBytes)),
                          what);
          !status.ok())
        return status;
  }
  return absl::OkStatus();
}

absl::Status KernelModule::launch(int64_t number, int64_t blocks, void **parameters, CUstream stream) const {
  const Kernel &kernel = exe.kernels[static_cast<size_t>(number)];
  return cuda.status(cuda.cuLaunchKernel(functions[static_cast<size_t>(number)], static_cast<unsigned>(blocks), 1, 1,
                                         kernel.threads, 1, 1, kernel.sharedBytes, stream, parameters, nullptr),
                     absl::StrCat("launching kernel '", kernel.symbol, "'"));
}

} // namespace shardwright::runtime::cuda
