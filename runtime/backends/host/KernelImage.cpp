#include "runtime/backends/host/KernelImage.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace shardwright::runtime::host {
namespace {
/// One thread at a time in the loader: thread sanitizers do not see its own lock.
std::mutex &loaderMutex() {
  static std::mutex mutex;
  return mutex;
}
} // namespace

KernelImage::~KernelImage() {
  std::lock_guard<std::mutex> lock(loaderMutex());
  if (handle)
    dlclose(handle);
  if (file >= 0)
    close(file);
}

absl::StatusOr<KernelImage> KernelImage::open(const std::vector<uint8_t> &elf) {
  KernelImage image;
  image.file = memfd_create("shardwright-kernels", MFD_CLOEXEC);
  if (image.file < 0)
    return absl::InternalError(absl::StrCat("cannot make a file in memory for the kernels: ", std::strerror(errno)));
  for (size_t done = 0; done != elf.size();) {
    ssize_t n = write(image.file, elf.data() + done, elf.size() - done);
    if (n < 0)
      return absl::ResourceExhaustedError(
          absl::StrCat("cannot hold ", elf.size(), " bytes of kernels in memory: ", std::strerror(errno)));
    done += static_cast<size_t>(n);
  }
  std::string path = absl::StrCat("/proc/self/fd/", image.file), reason;
  {
    std::lock_guard<std::mutex> lock(loaderMutex());
    image.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!image.handle)
      reason = dlerror();
  }
  if (!image.handle)
    return absl::InvalidArgumentError(
        absl::StrCat("the kernel image of ", elf.size(), " bytes cannot be loaded: ", reason));
  return image;
}

absl::StatusOr<KernelFunction> KernelImage::find(const std::string &symbol) const {
  void *address = handle ? dlsym(handle, symbol.c_str()) : nullptr;
  if (!address)
    return absl::InvalidArgumentError(absl::StrCat("the kernel image has no symbol '", symbol, "'"));
  return reinterpret_cast<KernelFunction>(address);
}

} // namespace shardwright::runtime::host
