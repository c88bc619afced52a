#ifndef RUNTIME_BOXRUNS_H
#define RUNTIME_BOXRUNS_H

#include "absl/status/status.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardwright::runtime {

/// Calls `use(at, bytes)` with the runs of consecutive bytes that the box which begins at `start` is made of in a dense
/// row-major array of that shape, in the order of the box's own elements. `at`: bytes from the array's beginning. Stops
/// at the first error.
template <typename Use>
absl::Status eachRun(const std::vector<int64_t> &shape, size_t elementBytes, const std::vector<int64_t> &start,
                     const std::vector<int64_t> &box, const Use &use) {
  const size_t rank = box.size();
  size_t inner = rank; // the dimensions from here on are one run
  int64_t run = static_cast<int64_t>(elementBytes);
  std::vector<int64_t> strides(rank, run);
  for (size_t d = rank; d-- > 0;) {
    if (box[d] == 0)
      return absl::OkStatus();
    strides[d] = d + 1 == rank ? run : strides[d + 1] * shape[d + 1];
  }
  while (inner > 0 && (inner == rank || box[inner] == shape[inner]))
    run *= box[--inner];
  std::vector<int64_t> index(inner, 0);
  for (;;) {
    int64_t at = 0;
    for (size_t d = 0; d != rank; ++d)
      at += (start[d] + (d < inner ? index[d] : 0)) * strides[d];
    if (absl::Status status = use(at, run); !status.ok())
      return status;
    size_t d = inner;
    while (d > 0 && ++index[d - 1] == box[d - 1])
      index[--d] = 0;
    if (d == 0)
      return absl::OkStatus();
  }
}

} // namespace shardwright::runtime

#endif // RUNTIME_BOXRUNS_H
