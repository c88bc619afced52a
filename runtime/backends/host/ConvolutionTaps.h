#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_CONVOLUTIONTAPS_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_CONVOLUTIONTAPS_H

#include "runtime/backends/host/ConvolutionShape.h"

#include <cstdint>
#include <vector>

namespace shardwright::runtime::host {

/// Where a convolution's windows lie in memory: offsets by position in the result and by place in the kernel, from
/// tables by dimension, for a division by a stride or dilation takes longer than a multiplication of elements.
class ConvolutionTaps {
public:
  static constexpr int64_t kOutside = -1;

  explicit ConvolutionTaps(const ConvolutionShape &shape);

  int64_t numPositions() const { return static_cast<int64_t>(outOffsets.size()); }
  int64_t window() const { return static_cast<int64_t>(kernelOffsets.size()); }
  const std::vector<int64_t> &inKernel() const { return kernelOffsets; }
  int64_t inOut(int64_t position) const { return outOffsets[static_cast<size_t>(position)]; }
  /// Where in lhs the window at a position reads, in the order of the kernel: window() offsets, or kOutside. They are
  /// kept where all of them are few, or else written to `scratch`.
  const int64_t *inLhs(int64_t position, int64_t *scratch) const {
    if (!kept.empty())
      return kept.data() + position * window();
    find(position, scratch);
    return scratch;
  }

private:
  void find(int64_t position, int64_t *offsets) const;

  std::vector<int64_t> outSizes, kernelSizes; ///< by spatial dimension
  std::vector<std::vector<int64_t>> reads;    ///< by spatial dimension: for each position, for each place
  std::vector<int64_t> kernelOffsets, outOffsets;
  std::vector<int64_t> kept; ///< by position; empty: they are many
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_CONVOLUTIONTAPS_H
