#include "runtime/backends/host/Memory.h"

#include "shardwright/Runtime/Process.h"

#include "absl/strings/str_cat.h"

#include <sys/mman.h>

namespace shardwright::runtime::host {

Memory::~Memory() {
  if (base)
    munmap(base, length);
}

absl::StatusOr<Memory> Memory::allocate(uint64_t bytes, const char *what) {
  Memory memory;
  if (bytes == 0)
    return memory;
  // The system hands out more than there is and kills the process later: refuse what cannot fit now.
  void *base = MAP_FAILED;
  uint64_t limit = memoryLimit();
  if (bytes <= limit)
    base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return absl::ResourceExhaustedError(
        absl::StrCat(what, ": ", bytes, " bytes asked for, this process may have ", limit, " bytes of memory"));
  constexpr uint64_t kHuge = 4 << 20;
  if (bytes >= kHuge)
    madvise(base, bytes, MADV_HUGEPAGE);
  memory.base = static_cast<uint8_t *>(base);
  memory.length = bytes;
  return memory;
}

} // namespace shardwright::runtime::host
