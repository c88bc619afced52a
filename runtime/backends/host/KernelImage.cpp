#include "runtime/backends/host/KernelImage.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace shardwright::runtime::host {

KernelImage::~KernelImage() {
  if (handle)
    dlclose(handle);
}

absl::StatusOr<KernelImage> KernelImage::open(const std::vector<uint8_t> &elf) {
  int file = memfd_create("shardwright-kernels", MFD_CLOEXEC);
  if (file < 0)
    return absl::InternalError(absl::StrCat("cannot make a file in memory for the kernels: ", std::strerror(errno)));
  for (size_t done = 0; done != elf.size();) {
    ssize_t n = write(file, elf.data() + done, elf.size() - done);
    if (n < 0) {
      close(file);
      return absl::ResourceExhaustedError(
          absl::StrCat("cannot hold ", elf.size(), " bytes of kernels in memory: ", std::strerror(errno)));
    }
    done += static_cast<size_t>(n);
  }
  KernelImage image;
  image.handle = dlopen(absl::StrCat("/proc/self/fd/", file).c_str(), RTLD_NOW | RTLD_LOCAL);
  std::string reason = image.handle ? "" : dlerror();
  close(file);
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
