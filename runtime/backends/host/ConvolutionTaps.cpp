#include "runtime/backends/host/ConvolutionTaps.h"

#include "runtime/Layout.h"

#include <utility>

namespace shardwright::runtime::host {
namespace {

/// Offsets that take up no more of a cache than the elements of many a convolution.
constexpr int64_t kFew = 4096;

/// Numbers that are not negative. A division of 64 bits takes several times as long as one of 32 on many processors.
struct Division {
  Division(int64_t number, int64_t by) {
    if ((number | by) >> 32) {
      quotient = number / by;
      rest = number % by;
    } else {
      quotient = static_cast<uint32_t>(number) / static_cast<uint32_t>(by);
      rest = static_cast<uint32_t>(number) % static_cast<uint32_t>(by);
    }
  }
  int64_t quotient, rest;
};

/// Moves `numbers` on by one position, the last one fastest.
void advance(std::vector<int64_t> &numbers, const std::vector<int64_t> &sizes) {
  for (size_t d = numbers.size(); d-- > 0;) {
    if (++numbers[d] < sizes[d])
      return;
    numbers[d] = 0;
  }
}

/// Sizes or strides without those of the batch and the features.
std::vector<int64_t> spatial(const std::vector<int64_t> &all) { return {all.begin() + 2, all.end()}; }

/// Offsets of every position, the last dimension fastest.
std::vector<int64_t> offsetsOf(const std::vector<int64_t> &sizes, const std::vector<int64_t> &strides) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  std::vector<int64_t> offsets, at(sizes.size(), 0);
  for (int64_t i = 0; i < count; ++i, advance(at, sizes)) {
    offsets.push_back(0);
    for (size_t d = 0; d != at.size(); ++d)
      offsets.back() += at[d] * strides[d];
  }
  return offsets;
}

/// By output position and place in the kernel, where along a spatial dimension of lhs is read.
std::vector<int64_t> readsAlong(const ConvolutionShape &shape, size_t d) {
  const ConvolutionShape::Window &w = shape.windows[d];
  std::vector<int64_t> offsets;
  for (int64_t p = 0; p != shape.out[d + 2]; ++p)
    for (int64_t k = 0; k != shape.rhs[d + 2]; ++k) {
      int64_t place = w.reversed ? shape.rhs[d + 2] - 1 - k : k, at = p * w.stride + place * w.rhsDilation - w.low;
      bool lands = at >= 0 && at % w.lhsDilation == 0 && at / w.lhsDilation < shape.lhs[d + 2];
      offsets.push_back(lands ? at / w.lhsDilation * shape.lhsStrides[d + 2] : ConvolutionTaps::kOutside);
    }
  return offsets;
}

} // namespace

ConvolutionTaps::ConvolutionTaps(const ConvolutionShape &shape)
    : outSizes(spatial(shape.out)), kernelSizes(spatial(shape.rhs)),
      kernelOffsets(offsetsOf(kernelSizes, spatial(shape.rhsStrides))),
      outOffsets(offsetsOf(outSizes, spatial(shape.outStrides))) {
  for (size_t d = 0; d != shape.windows.size(); ++d)
    reads.push_back(readsAlong(shape, d));
  if (boundedProduct({numPositions(), window()}) > kFew)
    return;
  std::vector<int64_t> all(static_cast<size_t>(numPositions() * window()));
  for (int64_t position = 0; !all.empty() && position != numPositions(); ++position)
    find(position, all.data() + position * window());
  kept = std::move(all);
}

void ConvolutionTaps::find(int64_t position, int64_t *offsets) const {
  int64_t count = 1, outer = numPositions();
  offsets[0] = 0;
  for (size_t d = 0; d != reads.size(); ++d) {
    int64_t size = kernelSizes[d];
    outer = Division(outer, outSizes[d]).quotient;
    const Division at(position, outer);
    position = at.rest;
    const int64_t *along = reads[d].data() + at.quotient * size;
    for (int64_t tap = count; tap-- > 0;)
      for (int64_t k = size; k-- > 0;) {
        bool lands = offsets[tap] != kOutside && along[k] != kOutside;
        offsets[tap * size + k] = lands ? offsets[tap] + along[k] : kOutside;
      }
    count *= size;
  }
}

} // namespace shardwright::runtime::host
