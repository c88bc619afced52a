// Discrete Fourier transforms of the last dimensions: lines are gathered, transformed (FourierLine.h) several side by
// side, and put back. Computed in double.
#include "runtime/Layout.h"
#include "runtime/Simd.h"
#include "runtime/backends/host/FourierLine.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/Memory.h"
#include "shardwright/Runtime/Process.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace shardwright::runtime::host {
namespace {

/// Real and imaginary parts are buffers of their own. Where one side is real, the other holds the first half of the
/// last dimension, whose second half is the first one's mirror image.
template <typename T> class Fourier : public LibraryRoutine {
public:
  Fourier(const LibraryCall &call, size_t numInputs, int64_t numDims, bool inverse) : inverse(inverse) {
    realIn = numInputs == 1;
    realOut = call.shapes.size() - numInputs == 1;
    const std::vector<int64_t> &in = call.shapes.front(), &out = call.shapes.back();
    const std::vector<int64_t> &whole = realOut ? out : in;
    size_t first = whole.size() - static_cast<size_t>(numDims);
    for (size_t d = 0; d != first; ++d)
      batch *= whole[d];
    for (size_t d = first; d != whole.size(); ++d)
      lines.emplace_back(whole[d], inverse);
    inColumns = in.back();
    outColumns = out.back();
    columns = whole.back();
    int64_t longestLine = 1;
    for (const Line &line : lines) {
      points *= line.size();
      longestLine = std::max(longestLine, line.size());
      longest = std::max(longest, line.room());
    }
    // Where a block has fewer lines along a dimension than there are lanes, several are transformed at a time.
    const int64_t fewest = points / std::max<int64_t>(longestLine, 1);
    together = std::clamp<int64_t>(fewest == 0 ? 1 : (kLanes + fewest - 1) / fewest, 1, std::max<int64_t>(batch, 1));
    rows = columns == 0 ? 0 : points / columns;
    for (const std::vector<int64_t> &shape : call.shapes)
      bytes.push_back(static_cast<uint64_t>(numElements(shape)) * sizeof(T));
  }

  std::vector<uint64_t> bufferBytes() const override { return bytes; }
  size_t numInputs() const override { return realIn ? 1 : 2; }
  uint64_t scratchBytes() const override {
    return blockBytes() + static_cast<uint64_t>(3 * longest) * sizeof(Point<Lanes>);
  }

  bool run(void *const *buffers, void *scratch, int) const override {
    if (points == 0)
      return true;
    double *re = static_cast<double *>(scratch);
    for (int64_t b = 0; b < batch; b += together) {
      const Members block{re, re + together * points, std::min(together, batch - b)};
      load(buffers, b, block);
      if (realOut)
        runInverseToReal(block);
      else
        for (size_t d = 0; d != lines.size(); ++d)
          runAlong(block, d, columns);
      store(buffers + (realIn ? 1 : 2), b, block);
    }
    return true;
  }

private:
  static constexpr int kLanes = 8;
  using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
  using Half = double __attribute__((vector_size(sizeof(Lanes) / 2)));
  using Quarter = double __attribute__((vector_size(sizeof(Lanes) / 4)));

  /// Some members of the batch, one behind the other.
  struct Members {
    double *re, *im;
    int64_t members;
  };

  void load(void *const *buffers, int64_t b, const Members &block) const {
    const T *re = static_cast<const T *>(buffers[0]) + b * rows * inColumns;
    const T *im = realIn ? nullptr : static_cast<const T *>(buffers[1]) + b * rows * inColumns;
    for (int64_t r = 0; r < block.members * rows; ++r)
      for (int64_t c = 0; c < inColumns; ++c) {
        int64_t at = r * inColumns + c;
        block.re[r * columns + c] = static_cast<double>(re[at]);
        block.im[r * columns + c] = im ? static_cast<double>(im[at]) : 0.0;
      }
  }

  void store(void *const *buffers, int64_t b, const Members &block) const {
    double scale = inverse ? 1 / static_cast<double>(points) : 1;
    T *re = static_cast<T *>(buffers[0]) + b * rows * outColumns;
    T *im = realOut ? nullptr : static_cast<T *>(buffers[1]) + b * rows * outColumns;
    for (int64_t r = 0; r < block.members * rows; ++r)
      for (int64_t c = 0; c < outColumns; ++c) {
        re[r * outColumns + c] = static_cast<T>(block.re[r * columns + c] * scale);
        if (im)
          im[r * outColumns + c] = static_cast<T>(block.im[r * columns + c] * scale);
      }
  }

  /// Along the last dimension at last: only there is the second half the first one's image, line by line.
  void runInverseToReal(const Members &block) const {
    for (size_t d = 0; d + 1 != lines.size(); ++d)
      runAlong(block, d, inColumns);
    for (int64_t r = 0; r < block.members * rows; ++r)
      for (int64_t c = inColumns; c < columns; ++c) {
        block.re[r * columns + c] = block.re[r * columns + columns - c];
        block.im[r * columns + c] = -block.im[r * columns + columns - c];
      }
    runAlong(block, lines.size() - 1, columns);
  }

  /// Every line along a dimension, of those in the first `used` columns; as many at a time as there are lanes.
  void runAlong(const Members &block, size_t dim, int64_t used) const {
    const Line &line = lines[dim];
    int64_t stride = 1;
    for (size_t d = dim + 1; d != lines.size(); ++d)
      stride *= lines[d].size();
    bool isLast = dim + 1 == lines.size();
    int64_t firsts[kLanes];
    int waiting = 0;
    for (int64_t outer = 0; outer < block.members * points; outer += stride * line.size())
      for (int64_t inner = 0; inner < stride; ++inner) {
        if (!isLast && inner % columns >= used)
          continue;
        firsts[waiting++] = outer + inner;
        if (waiting == kLanes) {
          runLines(line, block, firsts, stride);
          waiting = 0;
        }
      }
    runRest(line, block, firsts, waiting, stride);
  }

  uint64_t blockBytes() const { return aligned(static_cast<uint64_t>(2 * together * points) * sizeof(double)); }

  template <typename V> Point<V> *workspace(const Members &block) const {
    return reinterpret_cast<Point<V> *>(reinterpret_cast<char *>(block.re) + blockBytes());
  }

  SW_FOR_EACH_CPU void runLines(const Line &line, const Members &block, const int64_t *firsts, int64_t stride) const {
    runLanes<Lanes>(line, block, firsts, stride);
  }

  /// Fewer lines than there are lanes: in as few lanes as hold them, the first line again in those that are left.
  SW_FOR_EACH_CPU void runRest(const Line &line, const Members &block, int64_t *firsts, int count,
                               int64_t stride) const {
    std::fill(firsts + count, firsts + kLanes, firsts[0]);
    if (count > kLanes / 2)
      runLanes<Lanes>(line, block, firsts, stride);
    else if (count > kLanes / 4)
      runLanes<Half>(line, block, firsts, stride);
    else if (count > 0)
      runLanes<Quarter>(line, block, firsts, stride);
  }

  template <typename V>
  SW_INLINE void runLanes(const Line &line, const Members &block, const int64_t *firsts, int64_t stride) const {
    constexpr int lanes = sizeof(V) / sizeof(double);
    auto *in = workspace<V>(block);
    for (int64_t i = 0; i != line.size(); ++i)
      for (int l = 0; l != lanes; ++l) {
        in[i].re[l] = block.re[firsts[l] + i * stride];
        in[i].im[l] = block.im[firsts[l] + i * stride];
      }
    const auto *out = line.run(in, in + longest, in + 2 * longest);
    for (int64_t i = 0; i != line.size(); ++i)
      for (int l = 0; l != lanes; ++l) {
        block.re[firsts[l] + i * stride] = out[i].re[l];
        block.im[firsts[l] + i * stride] = out[i].im[l];
      }
  }

  bool inverse, realIn = false, realOut = false;
  int64_t batch = 1, together = 1, points = 1, rows = 0, columns = 0, inColumns = 0, outColumns = 0, longest = 1;
  std::vector<Line> lines;
  std::vector<uint64_t> bytes;
};

/// Whether the shapes are those of a transform: alike, but for the half that one side leaves out.
bool fits(const LibraryCall &call, size_t numInputs, int64_t numDims) {
  const std::vector<int64_t> &in = call.shapes.front(), &out = call.shapes.back();
  size_t rank = in.size();
  if (numDims < 1 || static_cast<size_t>(numDims) > rank || out.size() != rank)
    return false;
  if (!std::equal(in.begin(), in.end() - 1, out.begin()))
    return false;
  size_t numOutputs = call.shapes.size() - numInputs;
  int64_t whole = numOutputs == 1 ? out.back() : in.back(), half = numOutputs == 1 ? in.back() : out.back();
  bool isHalved = numInputs != numOutputs;
  // Of no points there is no half, or JAX's: one of which nothing becomes.
  const bool isNothing = whole == 0 && (half == 0 || (half == 1 && numOutputs == 1));
  if (isHalved ? !isNothing && half != whole / 2 + 1 : half != whole)
    return false;
  for (size_t i = 0; i != call.shapes.size(); ++i)
    if (call.shapes[i] != (i < numInputs ? in : out) || call.types[i] != call.types[0])
      return false;
  return true;
}

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeFourier(const LibraryCall &call, KernelFunction, int) {
  const std::vector<int64_t> &p = call.parameters;
  bool hasForm = p.size() == 3 && call.shapes.size() >= 3 && call.shapes.size() <= 4 && p[0] >= 1 && p[0] <= 2 &&
                 call.shapes.size() - static_cast<size_t>(p[0]) <= 2;
  if (!hasForm || !fits(call, static_cast<size_t>(p[0]), p[1]))
    return absl::InvalidArgumentError("a Fourier transform of shapes that do not belong together");
  size_t numInputs = static_cast<size_t>(p[0]);
  // Also where there are no lines to transform: their roots are made at load.
  for (const std::vector<int64_t> &shape : call.shapes)
    for (int64_t length : shape)
      if (uint64_t limit = memoryLimit(); static_cast<uint64_t>(boundedProduct({length, 64})) > limit)
        return absl::ResourceExhaustedError(absl::StrCat("a Fourier transform of ", length,
                                                         " points needs 64 bytes for "
                                                         "each, this process may have ",
                                                         limit, " bytes of memory"));
  if (call.types[0] == ElementType::F32)
    return std::make_unique<Fourier<float>>(call, numInputs, p[1], p[2] != 0);
  if (call.types[0] == ElementType::F64)
    return std::make_unique<Fourier<double>>(call, numInputs, p[1], p[2] != 0);
  return absl::InvalidArgumentError(
      absl::StrCat("Fourier transforms of ", elementName(call.types[0]), " are not supported by the host backend"));
}

} // namespace shardwright::runtime::host
