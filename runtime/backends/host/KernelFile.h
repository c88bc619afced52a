#ifndef RUNTIME_BACKENDS_HOST_KERNELFILE_H
#define RUNTIME_BACKENDS_HOST_KERNELFILE_H

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime::host {

/// What a kernel image (Executable::kernelImage) says of itself, read as data: nothing of it is loaded. An image is an
/// ELF shared object; this reads its program headers, its dynamic section and its symbols, as the loader would.
struct KernelFile {
  std::string machine; ///< `x86-64`
  uint64_t codeBytes = 0;
  std::vector<std::string> functions; ///< that it exports, as in the file
  std::vector<std::string> imports;   ///< what it takes from the process that loads it

  bool has(const std::string &function) const;

  /// kInvalidArgument: it is no shared object, a part of it lies outside of it, it is for another machine, or it does
  /// what the compiler's images never do: code that runs when it is loaded, other libraries, memory that is both
  /// written and executed.
  static absl::StatusOr<KernelFile> read(const std::vector<uint8_t> &image);
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_KERNELFILE_H
