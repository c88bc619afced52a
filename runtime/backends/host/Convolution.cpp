#include "runtime/Layout.h"
#include "runtime/backends/host/ConvolutionShape.h"
#include "runtime/backends/host/ConvolutionTaps.h"
#include "runtime/backends/host/Memory.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <array>

namespace shardwright::runtime::host {
namespace {

// The parameters, with S spatial dimensions (the rank less two):
//   feature group count, batch group count,
//   the dimensions of lhs: batch, feature, S spatial; of rhs: input feature, output feature, S spatial;
//   of out: batch, feature, S spatial; then for each spatial dimension:
//   stride, padding low, lhs dilation, rhs dilation, 1 if the window is reversed (padding high is what out's size
//   says).

using Shape = ConvolutionShape;

void permute(const std::vector<int64_t> &shape, const int64_t *order, std::vector<int64_t> &sizes,
             std::vector<int64_t> &strides) {
  std::vector<int64_t> dense(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    dense[d - 1] = dense[d] * shape[d];
  for (size_t d = 0; d != shape.size(); ++d) {
    sizes.push_back(shape[static_cast<size_t>(order[d])]);
    strides.push_back(dense[static_cast<size_t>(order[d])]);
  }
}

/// One tap of the window that lands on an element.
struct Tap {
  int64_t lhs, rhs;
};

/// A convolution and where its windows lie.
struct Windows {
  Shape shape;
  ConvolutionTaps taps{shape};
};

/// Straight from the definition: for every output position the taps that land in lhs, for each tap the features.
template <typename Sum, typename In, typename Out>
void convolve(const Windows &windows, const void *lhs, const void *rhs, void *out, int64_t *scratch, Tap *landing) {
  const Shape &s = windows.shape;
  const ConvolutionTaps &taps = windows.taps;
  int64_t batches = s.out[0], features = s.out[1], inFeatures = s.rhs[0];
  int64_t featuresPerGroup = features / s.groups();
  const In *a = static_cast<const In *>(lhs), *b = static_cast<const In *>(rhs);
  Out *c = static_cast<Out *>(out);
  for (int64_t position = 0; position != taps.numPositions(); ++position) {
    int64_t numTaps = 0;
    const int64_t *offsets = taps.inLhs(position, scratch);
    for (int64_t tap = 0; tap != taps.window(); ++tap)
      if (offsets[tap] != ConvolutionTaps::kOutside)
        landing[numTaps++] = {offsets[tap], taps.inKernel()[static_cast<size_t>(tap)]};
    for (int64_t n = 0; n != batches; ++n)
      for (int64_t f = 0; f != features; ++f) {
        int64_t group = f / featuresPerGroup;
        int64_t lhsBatch = s.batchGroups > 1 ? group * batches + n : n;
        int64_t lhsFeature = s.batchGroups > 1 ? 0 : group * inFeatures;
        const In *aRow = a + lhsBatch * s.lhsStrides[0] + lhsFeature * s.lhsStrides[1], *bRow = b + f * s.rhsStrides[1];
        Sum sum{};
        for (int64_t t = 0; t != numTaps; ++t) {
          const In *x = aRow + landing[t].lhs, *y = bRow + landing[t].rhs;
          for (int64_t i = 0; i != inFeatures; ++i)
            sum += static_cast<Sum>(load(x + i * s.lhsStrides[1])) * static_cast<Sum>(load(y + i * s.rhsStrides[0]));
        }
        store(c + n * s.outStrides[0] + f * s.outStrides[1] + taps.inOut(position), sum);
      }
  }
}

using Function = void (*)(const Windows &, const void *, const void *, void *, int64_t *, Tap *);

Function select(ElementType in, ElementType out) {
  auto same = [&](ElementType type) { return in == type && out == type; };
  if (same(ElementType::F32))
    return convolve<float, float, float>;
  if (same(ElementType::F64))
    return convolve<double, double, double>;
  if (same(ElementType::BF16))
    return convolve<float, Half<IsBf16>, Half<IsBf16>>;
  if (same(ElementType::F16))
    return convolve<float, Half<IsF16>, Half<IsF16>>;
  if (in == ElementType::BF16 && out == ElementType::F32)
    return convolve<float, Half<IsBf16>, float>;
  if (same(ElementType::I32) || same(ElementType::U32))
    return convolve<uint32_t, uint32_t, uint32_t>;
  if (same(ElementType::I64) || same(ElementType::U64))
    return convolve<uint64_t, uint64_t, uint64_t>;
  if (in == ElementType::I16 && (out == ElementType::I32 || out == ElementType::I16))
    return out == ElementType::I16 ? convolve<uint32_t, int16_t, int16_t> : convolve<uint32_t, int16_t, uint32_t>;
  if (in == ElementType::I8 && (out == ElementType::I32 || out == ElementType::I8))
    return out == ElementType::I8 ? convolve<uint32_t, int8_t, int8_t> : convolve<uint32_t, int8_t, uint32_t>;
  if (in == ElementType::U8 && (out == ElementType::I32 || out == ElementType::U32 || out == ElementType::U8))
    return out == ElementType::U8 ? convolve<uint32_t, uint8_t, uint8_t> : convolve<uint32_t, uint8_t, uint32_t>;
  return nullptr;
}

class Convolution : public LibraryRoutine {
public:
  Convolution(const LibraryCall &call, Shape shape, Function function) : windows{std::move(shape)}, function(function) {
    for (size_t i = 0; i != 3; ++i)
      bytes.push_back(static_cast<uint64_t>(numElements(call.shapes[i])) * elementBytes(call.types[i]));
  }
  std::vector<uint64_t> bufferBytes() const override { return bytes; }
  size_t numInputs() const override { return 2; }
  uint64_t scratchBytes() const override { return offsetBytes() + numTaps() * sizeof(Tap); }
  bool run(void *const *buffers, void *scratch, int) const override {
    function(windows, buffers[0], buffers[1], buffers[2], static_cast<int64_t *>(scratch),
             reinterpret_cast<Tap *>(static_cast<char *>(scratch) + offsetBytes()));
    return true;
  }

private:
  uint64_t numTaps() const { return static_cast<uint64_t>(windows.taps.window()); }
  uint64_t offsetBytes() const { return aligned(std::max<uint64_t>(1, numTaps()) * sizeof(int64_t)); }

  Windows windows;
  Function function;
  std::vector<uint64_t> bytes;
};

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeConvolution(const LibraryCall &call, KernelFunction, int workers) {
  auto bad = [](const auto &...parts) { return absl::InvalidArgumentError(absl::StrCat("convolution: ", parts...)); };
  if (call.shapes.size() != 3 || call.shapes[0].size() < 2)
    return bad("needs the shapes of lhs, rhs and out, of rank 2 or more");
  size_t rank = call.shapes[0].size(), spatial = rank - 2;
  if (call.shapes[1].size() != rank || call.shapes[2].size() != rank)
    return bad("operands of rank ", rank, " and ", call.shapes[1].size(), ", result of rank ", call.shapes[2].size());
  if (call.parameters.size() != 2 + 3 * rank + 5 * spatial)
    return bad("has ", call.parameters.size(), " parameters, rank ", rank, " takes ", 2 + 3 * rank + 5 * spatial);
  const int64_t *p = call.parameters.data();
  Shape shape;
  shape.spatial = static_cast<int64_t>(spatial);
  shape.featureGroups = *p++;
  shape.batchGroups = *p++;
  std::array<std::pair<std::vector<int64_t> *, std::vector<int64_t> *>, 3> views = {
      {{&shape.lhs, &shape.lhsStrides}, {&shape.rhs, &shape.rhsStrides}, {&shape.out, &shape.outStrides}}};
  for (size_t i = 0; i != 3; ++i, p += rank) {
    std::vector<bool> seen(rank, false);
    for (size_t d = 0; d != rank; ++d) {
      if (p[d] < 0 || static_cast<size_t>(p[d]) >= rank || seen[static_cast<size_t>(p[d])])
        return bad("dimension numbers that are no permutation of 0 to ", rank - 1);
      seen[static_cast<size_t>(p[d])] = true;
    }
    permute(call.shapes[i], p, *views[i].first, *views[i].second);
  }
  for (size_t d = 0; d != spatial; ++d, p += 5) {
    shape.windows.push_back({p[0], p[1], p[2], p[3], p[4]});
    if (p[0] < 1 || p[2] < 1 || p[3] < 1)
      return bad("stride ", p[0], ", dilations ", p[2], " and ", p[3]);
    constexpr int64_t kFarthest = int64_t{1} << 60;
    if (boundedProduct({shape.out[d + 2], p[0]}) > kFarthest || boundedProduct({shape.rhs[d + 2], p[3]}) > kFarthest ||
        boundedProduct({shape.lhs[d + 2], p[2]}) > kFarthest || p[1] > kFarthest || p[1] < -kFarthest)
      return bad("stride ", p[0], ", padding ", p[1], ", dilations ", p[2], " and ", p[3],
                 " reach farther than positions can be counted");
  }
  if (shape.featureGroups < 1 || shape.batchGroups < 1 || (shape.featureGroups > 1 && shape.batchGroups > 1) ||
      shape.out[1] % (shape.featureGroups * shape.batchGroups) != 0 || shape.rhs[1] != shape.out[1] ||
      shape.lhs[1] != shape.rhs[0] * shape.featureGroups || shape.lhs[0] != shape.out[0] * shape.batchGroups)
    return bad("batch ", shape.lhs[0], " and features ", shape.lhs[1], " of lhs, features ", shape.rhs[0], " and ",
               shape.rhs[1], " of rhs, batch ", shape.out[0], " and features ", shape.out[1], " of out do not fit ",
               shape.featureGroups, " feature groups and ", shape.batchGroups, " batch groups");
  Function function = call.types[0] == call.types[1] ? select(call.types[0], call.types[2]) : nullptr;
  if (!function)
    return bad("of ", elementName(call.types[0]), " and ", elementName(call.types[1]), " into ",
               elementName(call.types[2]), " is not supported by the host backend");
  if (std::unique_ptr<LibraryRoutine> product = makeConvolutionProduct(call, shape, workers))
    return product;
  return std::make_unique<Convolution>(call, std::move(shape), function);
}

} // namespace shardwright::runtime::host
