// A convolution as a product of matrices: what each window reads becomes a row, the kernel the other operand. Blocks of
// rows are gathered into scratch that stays in the cache.
#include "runtime/Layout.h"
#include "runtime/backends/host/ConvolutionShape.h"
#include "runtime/backends/host/ConvolutionTaps.h"
#include "runtime/backends/host/MatmulPlan.h"
#include "runtime/backends/host/Memory.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace shardwright::runtime::host {
namespace {

/// Multiplications below which gathering costs more than it saves, and elements of a block of rows.
constexpr int64_t kSmall = 1 << 11, kBlock = 1 << 17;

int64_t product(const std::vector<int64_t> &sizes, size_t first) {
  int64_t result = 1;
  for (size_t d = first; d < sizes.size(); ++d)
    result *= sizes[d];
  return result;
}

/// Of elements in memory and as they are multiplied, of sums, and of what is written.
template <ElementType multiplied, typename T, typename Multiplied, ElementType summed, typename Sum, typename Out>
class ConvolutionProduct : public LibraryRoutine {
public:
  ConvolutionProduct(const LibraryCall &call, const ConvolutionShape &shape)
      : shape(shape), taps(shape), positions(taps.numPositions()), window(taps.window()), inFeatures(shape.rhs[0]),
        features(shape.out[1] / shape.groups()), depth(window * inFeatures), rows(shape.out[0] * positions) {
    for (size_t i = 0; i != 3; ++i)
      bytes.push_back(static_cast<uint64_t>(numElements(call.shapes[i])) * elementBytes(call.types[i]));
    block = std::clamp<int64_t>(kBlock / depth, 16, rows);
  }

  bool isWorthwhile() const { return features >= 4 && depth >= 8 && rows * features * depth >= kSmall; }

  /// False where there is no product of these types.
  bool prepare(int workers) {
    auto plan = [&](int64_t count) {
      return MatmulPlan::create(
          Matmul{multiplied, multiplied, summed, 1, count, features, depth, 0, depth, 1, 0, features, 1}, workers);
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
    auto *columns = reinterpret_cast<Multiplied *>(take(words(block * depth)));
    auto *kernel = reinterpret_cast<Multiplied *>(take(words(depth * features)));
    auto *sums = reinterpret_cast<Sum *>(take(words(block * features)));
    auto *offsets = reinterpret_cast<int64_t *>(take(static_cast<uint64_t>(window) * sizeof(int64_t)));
    for (int64_t group = 0; group != shape.groups(); ++group) {
      packKernel(static_cast<const T *>(buffers[1]), group, kernel);
      for (int64_t begin = 0; begin < rows; begin += block) {
        int64_t count = std::min(block, rows - begin);
        const Row first{begin / positions, begin % positions};
        Row at = first;
        for (int64_t row = 0; row != count; ++row, step(at))
          gather(static_cast<const T *>(buffers[0]), group, at, offsets, columns + row * depth);
        if (!plans[count == block ? 0 : 1].run(worker, columns, kernel, sums, free))
          return false;
        at = first;
        for (int64_t row = 0; row != count; ++row, step(at))
          scatter(sums + row * features, group, at, static_cast<Out *>(buffers[2]));
      }
    }
    return true;
  }

private:
  /// A row of the product: a window's position in one of the batch.
  struct Row {
    int64_t number, position;
  };

  void step(Row &row) const {
    if (++row.position == positions)
      row = {row.number + 1, 0};
  }

  static uint64_t words(int64_t count) { return static_cast<uint64_t>(count) * sizeof(Sum); }

  void gather(const T *lhs, int64_t group, Row row, int64_t *scratch, Multiplied *to) const {
    const int64_t *offsets = taps.inLhs(row.position, scratch);
    lhs += shape.batchGroups > 1 ? (group * shape.out[0] + row.number) * shape.lhsStrides[0]
                                 : row.number * shape.lhsStrides[0] + group * inFeatures * shape.lhsStrides[1];
    const int64_t stride = shape.lhsStrides[1];
    for (int64_t tap = 0; tap != window;) {
      int64_t count = inFeatures;
      const int64_t first = offsets[tap++];
      if (first == ConvolutionTaps::kOutside) {
        std::fill_n(to, count, Multiplied{});
      } else {
        // Neighbours in the window that are neighbours in memory, too, are read as one.
        for (; tap != window && offsets[tap] == first + count * stride; ++tap)
          count += inFeatures;
        copyRun(to, lhs + first, count, stride);
      }
      to += count;
    }
  }

  static void copyRun(Multiplied *to, const T *from, int64_t count, int64_t stride) {
    if (stride != 1)
      for (int64_t i = 0; i != count; ++i)
        to[i] = load(from + i * stride);
    else if constexpr (std::is_same_v<T, Multiplied>)
      std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
    else
      for (int64_t i = 0; i != count; ++i)
        to[i] = load(from + i);
  }

  void packKernel(const T *rhs, int64_t group, Multiplied *to) const {
    rhs += group * features * shape.rhsStrides[1];
    for (int64_t offset : taps.inKernel())
      for (int64_t i = 0; i != inFeatures; ++i)
        for (int64_t f = 0; f != features; ++f)
          *to++ = load(rhs + offset + i * shape.rhsStrides[0] + f * shape.rhsStrides[1]);
  }

  void scatter(const Sum *sums, int64_t group, Row row, Out *out) const {
    out += row.number * shape.outStrides[0] + taps.inOut(row.position) + group * features * shape.outStrides[1];
    for (int64_t f = 0; f != features; ++f)
      store(out + f * shape.outStrides[1], sums[f]);
  }

  ConvolutionShape shape;
  ConvolutionTaps taps;
  int64_t positions, window, inFeatures, features, depth, rows, block;
  std::vector<MatmulPlan> plans; ///< of a block, of what is left
  std::vector<uint64_t> bytes;
};

template <typename Routine>
std::unique_ptr<LibraryRoutine> make(const LibraryCall &call, const ConvolutionShape &shape, int workers) {
  if (product(shape.out, 0) == 0 || product(shape.rhs, 0) == 0)
    return nullptr;
  auto routine = std::make_unique<Routine>(call, shape);
  if (!routine->isWorthwhile() || !routine->prepare(workers))
    return nullptr;
  return routine;
}

template <typename T, typename Out = T>
using OfFloats = ConvolutionProduct<ElementType::F32, T, float, ElementType::F32, float, Out>;
template <ElementType multiplied, typename T, typename Out>
using OfIntegers = ConvolutionProduct<multiplied, T, T, ElementType::U32, uint32_t, Out>;

} // namespace

std::unique_ptr<LibraryRoutine> makeConvolutionProduct(const LibraryCall &call, const ConvolutionShape &shape,
                                                       int workers) {
  using E = ElementType;
  const E in = call.types[0], out = call.types[2];
  if (in == E::F32 && out == E::F32)
    return make<OfFloats<float>>(call, shape, workers);
  if (in == E::BF16)
    return out == E::F32 ? make<OfFloats<Half<IsBf16>, float>>(call, shape, workers)
                         : make<OfFloats<Half<IsBf16>>>(call, shape, workers);
  if (in == E::F16)
    return make<OfFloats<Half<IsF16>>>(call, shape, workers);
  if (in == E::I32 || in == E::U32)
    return make<OfIntegers<E::U32, uint32_t, uint32_t>>(call, shape, workers);
  if (in == E::I16)
    return out == E::I16 ? make<OfIntegers<E::I16, int16_t, uint16_t>>(call, shape, workers)
                         : make<OfIntegers<E::I16, int16_t, uint32_t>>(call, shape, workers);
  if (in == E::I8)
    return out == E::I8 ? make<OfIntegers<E::I8, int8_t, uint8_t>>(call, shape, workers)
                        : make<OfIntegers<E::I8, int8_t, uint32_t>>(call, shape, workers);
  if (in == E::U8)
    return out == E::U8 ? make<OfIntegers<E::U8, uint8_t, uint8_t>>(call, shape, workers)
                        : make<OfIntegers<E::U8, uint8_t, uint32_t>>(call, shape, workers);
  return nullptr;
}

} // namespace shardwright::runtime::host
