#include "runtime/backends/host/SortLines.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::host {
namespace {

/// A merge sort of positions: stable, and safe with comparators that are not orders (NaN).
class Sort : public LibraryRoutine {
public:
  Sort(const LibraryCall &call, KernelFunction compare) : compare(compare), lines(call, call.types.size()) {}

  std::vector<uint64_t> bufferBytes() const override { return lines.bufferBytes(); }
  size_t numInputs() const override { return lines.sizes.size(); }
  bool worksInPlace() const override { return true; }

  uint64_t scratchBytes() const override {
    return pointersBytes() + lines.copiesBytes() + 2 * lines.bytes(sizeof(int64_t));
  }

  bool run(void *const *buffers, void *scratch, int) const override {
    size_t operands = lines.sizes.size();
    void **copies = static_cast<void **>(scratch), **scalars = copies + operands;
    char *next = lines.placeCopies(copies, static_cast<char *>(scratch) + pointersBytes());
    int64_t *from = reinterpret_cast<int64_t *>(next), *to = from + lines.length;
    lines.forEach([&](int64_t base) {
      lines.copyIn(copies, buffers, base);
      const int64_t *order = sortLine(copies, from, to, scalars);
      lines.copyOut(buffers + operands, copies, base, lines.length, [&](int64_t at) { return order[at]; });
    });
    return true;
  }

private:
  /// Of the copies, and of what the comparator is called with.
  uint64_t pointersBytes() const { return aligned((3 * lines.sizes.size() + 1) * sizeof(void *)); }

  bool before(void *const *copies, int64_t a, int64_t b, void **scalars) const {
    size_t operands = lines.sizes.size();
    for (size_t v = 0; v != operands; ++v) {
      char *line = static_cast<char *>(copies[v]);
      scalars[2 * v] = line + static_cast<size_t>(a) * lines.sizes[v];
      scalars[2 * v + 1] = line + static_cast<size_t>(b) * lines.sizes[v];
    }
    uint8_t result = 0;
    scalars[2 * operands] = &result;
    compare(scalars, 0, 1);
    return result != 0;
  }

  const int64_t *sortLine(void *const *copies, int64_t *from, int64_t *to, void **scalars) const {
    const int64_t length = lines.length;
    for (int64_t at = 0; at != length; ++at)
      from[at] = at;
    for (int64_t width = 1; width < length; width *= 2) {
      for (int64_t begin = 0; begin < length; begin += 2 * width) {
        int64_t middle = std::min(begin + width, length), end = std::min(begin + 2 * width, length);
        int64_t left = begin, right = middle;
        for (int64_t at = begin; at != end; ++at) {
          bool takeRight = left == middle || (right != end && before(copies, from[right], from[left], scalars));
          to[at] = takeRight ? from[right++] : from[left++];
        }
      }
      std::swap(from, to);
    }
    return from;
  }

  KernelFunction compare;
  SortLines lines;
};

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeSort(const LibraryCall &call, KernelFunction kernel, int) {
  if (absl::Status status = verifySort(call, kernel, "comparator"); !status.ok())
    return status;
  return std::make_unique<Sort>(call, kernel);
}

} // namespace shardwright::runtime::host
