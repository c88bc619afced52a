#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SORTLINES_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SORTLINES_H

#include "runtime/Layout.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/Memory.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <type_traits>

namespace shardwright::runtime::host {

/// The lines along which arrays of one shape are sorted, and the arrays' element sizes. A line of each operand is
/// copied before it is sorted, so that results may lie over operands.
struct SortLines {
  /// Of the first `operands` types of a call that verifySort() accepts.
  SortLines(const LibraryCall &call, size_t operands) {
    const std::vector<int64_t> &shape = call.shapes.front();
    size_t dim = static_cast<size_t>(call.parameters.front());
    for (size_t d = 0; d != shape.size(); ++d)
      (d < dim ? outer : inner) *= d == dim ? 1 : shape[d];
    length = shape[dim];
    for (size_t i = 0; i != operands; ++i)
      sizes.push_back(elementBytes(call.types[i]));
  }

  /// Calls `sort` with the number of each line's first element; the next ones are `inner` apart.
  template <typename Function> void forEach(const Function &sort) const {
    for (int64_t o = 0; o != outer; ++o)
      for (int64_t i = 0; i != inner; ++i)
        sort(o * length * inner + i);
  }

  /// Of the operands, then of the results.
  std::vector<uint64_t> bufferBytes() const {
    std::vector<uint64_t> bytes;
    for (int side = 0; side != 2; ++side)
      for (size_t size : sizes)
        bytes.push_back(static_cast<uint64_t>(outer * length * inner) * size);
    return bytes;
  }

  /// Of a line of elements of a size.
  uint64_t bytes(size_t size) const { return static_cast<uint64_t>(length) * size; }

  /// Of a copy of a line of each operand.
  uint64_t copiesBytes() const {
    uint64_t sum = 0;
    for (size_t size : sizes)
      sum += aligned(bytes(size));
    return sum;
  }

  /// Lays the copies out from `memory` on; what is behind them.
  char *placeCopies(void **copies, char *memory) const {
    for (size_t v = 0; v != sizes.size(); ++v) {
      copies[v] = memory;
      memory += aligned(bytes(sizes[v]));
    }
    return memory;
  }

  void copyIn(void *const *copies, void *const *operands, int64_t base) const {
    for (size_t v = 0; v != sizes.size(); ++v) {
      char *line = static_cast<char *>(copies[v]);
      const char *array = static_cast<const char *>(operands[v]) + base * static_cast<int64_t>(sizes[v]);
      if (inner == 1)
        std::memcpy(line, array, bytes(sizes[v]));
      else
        withSize(sizes[v], [&](auto size) {
          for (int64_t at = 0; at != length; ++at)
            std::memcpy(line + at * size, array + at * inner * size, size);
        });
    }
  }

  /// The first `count` elements of each result are those of the copies at the positions.
  template <typename Function>
  void copyOut(void *const *results, void *const *copies, int64_t base, int64_t count, const Function &position) const {
    for (size_t v = 0; v != sizes.size(); ++v) {
      const char *line = static_cast<const char *>(copies[v]);
      char *array = static_cast<char *>(results[v]) + base * static_cast<int64_t>(sizes[v]);
      withSize(sizes[v], [&](auto size) {
        for (int64_t at = 0; at != count; ++at)
          std::memcpy(array + at * inner * size, line + position(at) * size, size);
      });
    }
  }

  /// Calls a function with a size that the compiler knows.
  template <typename Function> static void withSize(size_t size, const Function &function) {
    switch (size) {
    case 1:
      return function(std::integral_constant<int64_t, 1>());
    case 2:
      return function(std::integral_constant<int64_t, 2>());
    case 4:
      return function(std::integral_constant<int64_t, 4>());
    case 8:
      return function(std::integral_constant<int64_t, 8>());
    default:
      return function(std::integral_constant<int64_t, 16>());
    }
  }

  int64_t outer = 1, length = 0, inner = 1;
  std::vector<size_t> sizes; ///< bytes of an element, by operand
};

inline absl::Status verifySort(const LibraryCall &call, KernelFunction kernel, const char *kernelName) {
  if (!kernel)
    return absl::InvalidArgumentError(absl::StrCat("a sort without a ", kernelName));
  if (call.parameters.empty() || call.shapes.empty() || call.parameters[0] < 0 ||
      static_cast<size_t>(call.parameters[0]) >= call.shapes[0].size())
    return absl::InvalidArgumentError(
        absl::StrCat("a sort of ", call.shapes.size(), " operands along a dimension they do not have"));
  for (const std::vector<int64_t> &shape : call.shapes)
    if (shape != call.shapes[0])
      return absl::InvalidArgumentError("a sort of operands of different shapes");
  return absl::OkStatus();
}

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SORTLINES_H
