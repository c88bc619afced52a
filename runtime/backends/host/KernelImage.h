#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_KERNELIMAGE_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_KERNELIMAGE_H

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime::host {

using KernelFunction = void (*)(void *const *buffers, int64_t begin, int64_t end);

/// The compiled kernels, opened straight from memory.
class KernelImage {
public:
  KernelImage() = default;
  KernelImage(KernelImage &&other) noexcept
      : handle(std::exchange(other.handle, nullptr)), file(std::exchange(other.file, -1)) {}
  KernelImage &operator=(KernelImage &&other) noexcept {
    std::swap(handle, other.handle);
    std::swap(file, other.file);
    return *this;
  }
  ~KernelImage();

  /// kInvalidArgument with the loader's reason where `elf` is not a shared object for this machine.
  static absl::StatusOr<KernelImage> open(const std::vector<uint8_t> &elf);

  absl::StatusOr<KernelFunction> find(const std::string &symbol) const;

private:
  void *handle = nullptr;
  int file = -1; ///< stays open: the loader knows an image by its path, which names the number of its file
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_KERNELIMAGE_H
