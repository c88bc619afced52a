#include "runtime/backends/host/SortLines.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace shardwright::runtime::host {
namespace {

/// A merge sort of indices: stable, and safe with comparators that are not orders (NaN). Results may lie over operands:
/// a line is written when all that goes there has been read.
class Sort : public LibraryRoutine {
public:
  Sort(const LibraryCall &call, KernelFunction compare)
      : compare(compare), lines(call, call.types.size()), operands(call.types.size()), sizes(lines.sizes) {
    for (size_t size : sizes)
      elementsBytes += size;
  }

  std::vector<uint64_t> bufferBytes() const override { return lines.bufferBytes(); }

  uint64_t scratchBytes() const override {
    return 2 * static_cast<uint64_t>(length) * sizeof(int64_t) + (2 * operands + 1) * sizeof(void *) +
           static_cast<uint64_t>(length) * elementsBytes;
  }

  bool run(void *const *buffers, void *scratch, int) const override {
    int64_t *from = static_cast<int64_t *>(scratch), *to = from + length;
    void **scalars = reinterpret_cast<void **>(to + length);
    char *sorted = reinterpret_cast<char *>(scalars + 2 * operands + 1);
    lines.forEach([&](int64_t base) {
      const int64_t *order = sortLine(buffers, base, from, to, scalars);
      char *next = sorted;
      for (size_t v = 0; v != operands; ++v)
        for (int64_t at = 0; at != length; ++at, next += sizes[v])
          std::memcpy(next, element(buffers[v], v, order[at]), sizes[v]);
      next = sorted;
      for (size_t v = 0; v != operands; ++v)
        for (int64_t at = 0; at != length; ++at, next += sizes[v])
          std::memcpy(element(buffers[operands + v], v, base + at * lines.inner), next, sizes[v]);
    });
    return true;
  }

private:
  char *element(void *buffer, size_t operand, int64_t index) const {
    return static_cast<char *>(buffer) + static_cast<size_t>(index) * sizes[operand];
  }

  bool before(void *const *buffers, int64_t a, int64_t b, void **scalars) const {
    for (size_t v = 0; v != operands; ++v) {
      scalars[2 * v] = element(buffers[v], v, a);
      scalars[2 * v + 1] = element(buffers[v], v, b);
    }
    uint8_t result = 0;
    scalars[2 * operands] = &result;
    compare(scalars, 0, 1);
    return result != 0;
  }

  const int64_t *sortLine(void *const *buffers, int64_t base, int64_t *from, int64_t *to, void **scalars) const {
    for (int64_t at = 0; at != length; ++at)
      from[at] = base + at * lines.inner;
    for (int64_t width = 1; width < length; width *= 2) {
      for (int64_t begin = 0; begin < length; begin += 2 * width) {
        int64_t middle = std::min(begin + width, length), end = std::min(begin + 2 * width, length);
        int64_t left = begin, right = middle;
        for (int64_t at = begin; at != end; ++at) {
          bool takeRight = left == middle || (right != end && before(buffers, from[right], from[left], scalars));
          to[at] = takeRight ? from[right++] : from[left++];
        }
      }
      std::swap(from, to);
    }
    return from;
  }

  KernelFunction compare;
  SortLines lines;
  size_t operands;
  const std::vector<size_t> &sizes;
  const int64_t length = lines.length;
  size_t elementsBytes = 0; ///< of one of each
};

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeSort(const LibraryCall &call, KernelFunction kernel, int) {
  if (absl::Status status = verifySort(call, kernel, "comparator"); !status.ok())
    return status;
  return std::make_unique<Sort>(call, kernel);
}

} // namespace shardwright::runtime::host
