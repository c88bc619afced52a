// A convolution as a product of matrices: what each window reads becomes a row, the kernel the other operand. Blocks of
// rows are gathered into scratch that stays in the cache.
#include "runtime/Layout.h"
#include "runtime/backends/host/ConvolutionShape.h"
#include "runtime/backends/host/MatmulPlan.h"
#include "runtime/backends/host/Memory.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// Multiplications below which gathering costs more than it saves, and elements of a block of rows.
constexpr int64_t kSmall = 1 << 14, kBlock = 1 << 17;
constexpr int64_t kOutside = -1;

int64_t product(const std::vector<int64_t> &sizes, size_t first) {
  int64_t result = 1;
  for (size_t d = first; d < sizes.size(); ++d)
    result *= sizes[d];
  return result;
}

/// Moves `numbers` in the spatial dimensions of `sizes` on by one position.
void advance(std::vector<int64_t> &numbers, const std::vector<int64_t> &sizes) {
  for (size_t d = numbers.size(); d-- > 0;) {
    if (++numbers[d] < sizes[d + 2])
      return;
    numbers[d] = 0;
  }
}

/// Offsets of every position in the spatial dimensions, the last one fastest.
std::vector<int64_t> spatialOffsets(const std::vector<int64_t> &sizes, const std::vector<int64_t> &strides) {
  std::vector<int64_t> offsets, at(sizes.size() - 2, 0);
  for (int64_t i = 0, n = product(sizes, 2); i < n; ++i, advance(at, sizes)) {
    offsets.push_back(0);
    for (size_t d = 0; d != at.size(); ++d)
      offsets.back() += at[d] * strides[d + 2];
  }
  return offsets;
}

template <typename T> class ConvolutionProduct : public LibraryRoutine {
public:
  ConvolutionProduct(const LibraryCall &call, const ConvolutionShape &shape)
      : shape(shape), positions(product(shape.out, 2)), window(product(shape.rhs, 2)), inFeatures(shape.rhs[0]),
        features(shape.out[1] / shape.groups()), depth(window * inFeatures), rows(shape.out[0] * positions),
        kernelOffsets(spatialOffsets(shape.rhs, shape.rhsStrides)),
        outOffsets(spatialOffsets(shape.out, shape.outStrides)) {
    for (size_t i = 0; i != 3; ++i)
      bytes.push_back(static_cast<uint64_t>(numElements(call.shapes[i])) * elementBytes(call.types[i]));
    for (size_t d = 0; d != shape.windows.size(); ++d)
      reads.push_back(readsAlong(d));
    block = std::clamp<int64_t>(kBlock / depth, 16, rows);
  }

  bool isWorthwhile() const { return features >= 4 && depth >= 8 && rows * features * depth >= kSmall; }

  /// False where there is no product of these types.
  bool prepare(int workers) {
    auto plan = [&](int64_t count) {
      constexpr ElementType f32 = ElementType::F32;
      return MatmulPlan::create(Matmul{f32, f32, f32, 1, count, features, depth, 0, depth, 1, 0, features, 1}, workers);
    };
    absl::StatusOr<MatmulPlan> whole = plan(block), rest = plan(rows % block == 0 ? block : rows % block);
    if (!whole.ok() || !rest.ok())
      return false;
    plans.push_back(*std::move(whole));
    plans.push_back(*std::move(rest));
    return true;
  }

  std::vector<uint64_t> bufferBytes() const override { return bytes; }
  size_t numInputs() const override { return 2; }
  uint64_t scratchBytes() const override {
    return aligned(words(block * depth)) + aligned(words(depth * features)) + aligned(words(block * features)) +
           aligned(static_cast<uint64_t>(window) * sizeof(int64_t)) +
           std::max(plans[0].scratchBytes(), plans[1].scratchBytes());
  }

  bool run(void *const *buffers, void *scratch, int worker) const override {
    char *free = static_cast<char *>(scratch);
    auto take = [&](uint64_t size) {
      char *taken = free;
      free += aligned(size);
      return taken;
    };
    float *columns = reinterpret_cast<float *>(take(words(block * depth)));
    float *kernel = reinterpret_cast<float *>(take(words(depth * features)));
    float *sums = reinterpret_cast<float *>(take(words(block * features)));
    int64_t *taps = reinterpret_cast<int64_t *>(take(static_cast<uint64_t>(window) * sizeof(int64_t)));
    for (int64_t group = 0; group != shape.groups(); ++group) {
      packKernel(static_cast<const T *>(buffers[1]), group, kernel);
      for (int64_t begin = 0; begin < rows; begin += block) {
        int64_t count = std::min(block, rows - begin);
        for (int64_t row = 0; row != count; ++row)
          gather(static_cast<const T *>(buffers[0]), group, begin + row, taps, columns + row * depth);
        if (!plans[count == block ? 0 : 1].run(worker, columns, kernel, sums, free))
          return false;
        for (int64_t row = 0; row != count; ++row)
          scatter(sums + row * features, group, begin + row, static_cast<T *>(buffers[2]));
      }
    }
    return true;
  }

private:
  static uint64_t words(int64_t count) { return static_cast<uint64_t>(count) * sizeof(float); }

  /// By output position and place in the window, where along a dimension of lhs it reads.
  std::vector<int64_t> readsAlong(size_t d) const {
    const ConvolutionShape::Window &w = shape.windows[d];
    std::vector<int64_t> offsets;
    for (int64_t p = 0; p != shape.out[d + 2]; ++p)
      for (int64_t k = 0; k != shape.rhs[d + 2]; ++k) {
        int64_t place = w.reversed ? shape.rhs[d + 2] - 1 - k : k, at = p * w.stride + place * w.rhsDilation - w.low;
        bool lands = at >= 0 && at % w.lhsDilation == 0 && at / w.lhsDilation < shape.lhs[d + 2];
        offsets.push_back(lands ? at / w.lhsDilation * shape.lhsStrides[d + 2] : kOutside);
      }
    return offsets;
  }

  /// Where the window at a position reads, in the order of the kernel.
  void findTaps(int64_t position, int64_t *taps) const {
    int64_t count = 1, outer = positions;
    taps[0] = 0;
    for (size_t d = 0; d != reads.size(); ++d) {
      int64_t size = shape.rhs[d + 2];
      outer /= shape.out[d + 2];
      const int64_t *along = reads[d].data() + position / outer % shape.out[d + 2] * size;
      for (int64_t tap = count; tap-- > 0;)
        for (int64_t k = size; k-- > 0;) {
          bool lands = taps[tap] != kOutside && along[k] != kOutside;
          taps[tap * size + k] = lands ? taps[tap] + along[k] : kOutside;
        }
      count *= size;
    }
  }

  void gather(const T *lhs, int64_t group, int64_t row, int64_t *taps, float *to) const {
    findTaps(row % positions, taps);
    int64_t n = row / positions;
    lhs += shape.batchGroups > 1 ? (group * shape.out[0] + n) * shape.lhsStrides[0]
                                 : n * shape.lhsStrides[0] + group * inFeatures * shape.lhsStrides[1];
    for (int64_t tap = 0; tap != window; ++tap, to += inFeatures) {
      if (taps[tap] == kOutside) {
        std::fill_n(to, inFeatures, 0.0F);
        continue;
      }
      const T *from = lhs + taps[tap];
      for (int64_t i = 0; i != inFeatures; ++i)
        to[i] = load(from + i * shape.lhsStrides[1]);
    }
  }

  void packKernel(const T *rhs, int64_t group, float *to) const {
    rhs += group * features * shape.rhsStrides[1];
    for (int64_t offset : kernelOffsets)
      for (int64_t i = 0; i != inFeatures; ++i)
        for (int64_t f = 0; f != features; ++f)
          *to++ = load(rhs + offset + i * shape.rhsStrides[0] + f * shape.rhsStrides[1]);
  }

  void scatter(const float *sums, int64_t group, int64_t row, T *out) const {
    out += row / positions * shape.outStrides[0] + outOffsets[static_cast<size_t>(row % positions)] +
           group * features * shape.outStrides[1];
    for (int64_t f = 0; f != features; ++f)
      store(out + f * shape.outStrides[1], sums[f]);
  }

  ConvolutionShape shape;
  int64_t positions, window, inFeatures, features, depth, rows, block;
  std::vector<int64_t> kernelOffsets, outOffsets;
  std::vector<std::vector<int64_t>> reads; ///< by spatial dimension
  std::vector<MatmulPlan> plans;           ///< of a block, of what is left
  std::vector<uint64_t> bytes;
};

template <typename T>
std::unique_ptr<LibraryRoutine> make(const LibraryCall &call, const ConvolutionShape &shape, int workers) {
  if (product(shape.out, 0) == 0 || product(shape.rhs, 0) == 0)
    return nullptr;
  auto routine = std::make_unique<ConvolutionProduct<T>>(call, shape);
  if (!routine->isWorthwhile() || !routine->prepare(workers))
    return nullptr;
  return routine;
}

} // namespace

std::unique_ptr<LibraryRoutine> makeConvolutionProduct(const LibraryCall &call, const ConvolutionShape &shape,
                                                       int workers) {
  bool isUniform = call.types[0] == call.types[1] && call.types[0] == call.types[2];
  if (isUniform && call.types[0] == ElementType::F32)
    return make<float>(call, shape, workers);
  if (isUniform && call.types[0] == ElementType::BF16)
    return make<Half<IsBf16>>(call, shape, workers);
  if (isUniform && call.types[0] == ElementType::F16)
    return make<Half<IsF16>>(call, shape, workers);
  return nullptr;
}

} // namespace shardwright::runtime::host
