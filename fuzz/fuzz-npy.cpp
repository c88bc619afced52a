// `.npy` files: whatever is read is refused or written again as it was read.
#include "shardwright/Runtime/Npy.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace shardwright::runtime;

extern const bool kInputsAreText;
const bool kInputsAreText = false;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int file = memfd_create("fuzz.npy", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    return 0;
  absl::StatusOr<Array> array = readNpy(path);
  if (!array.ok())
    return 0;
  for (ElementType type : {array->type, ElementType::BF16, ElementType::I4, ElementType::U2}) {
    Interface want;
    want.name = "x";
    want.type = type;
    want.globalShape = array->shape;
    matchInterface(*array, want, "fuzz.npy").status().IgnoreError();
  }
  const Array first = *array;
  static const std::string copy =
      (std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(getpid()))).string();
  if (!writeNpy(copy, first).ok())
    std::abort();
  absl::StatusOr<Array> again = readNpy(copy);
  std::remove(copy.c_str());
  if (!again.ok() || again->bytes != first.bytes || again->shape != first.shape)
    std::abort();
  return 0;
}
