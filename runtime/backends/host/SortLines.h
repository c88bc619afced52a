#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SORTLINES_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SORTLINES_H

#include "runtime/Layout.h"
#include "runtime/backends/host/Library.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime::host {

/// The lines along which arrays of one shape are sorted, and the arrays' element sizes.
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

  int64_t outer = 1, length = 0, inner = 1;
  std::vector<size_t> sizes; ///< bytes of an element, by operand
};

inline absl::Status verifySort(const LibraryCall &call, KernelFunction kernel, const char *kernelName) {
  if (!kernel)
    return absl::InvalidArgumentError(absl::StrCat("a sort without a ", kernelName));
  if (call.parameters.empty() || call.shapes.empty() || call.parameters[0] < 0 ||
      static_cast<size_t>(call.parameters[0]) >= call.shapes[0].size())
    return absl::InvalidArgumentError(absl::StrCat("a sort of ", call.shapes.size(),
                                                   " operands along a dimension they "
                                                   "do not have"));
  for (const std::vector<int64_t> &shape : call.shapes)
    if (shape != call.shapes[0])
      return absl::InvalidArgumentError("a sort of operands of different shapes");
  return absl::OkStatus();
}

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SORTLINES_H
