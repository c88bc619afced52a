#include "runtime/backends/host/TileMatmul.h"

#include "runtime/Layout.h"
#include "runtime/Simd.h"
#include "runtime/backends/host/MatmulPack.h"
#include "runtime/backends/host/Memory.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// Elements of a vector of the widest registers; the compiler makes several of narrower ones of it.
constexpr int64_t kLanes = 16;
/// Rows of a tile: as many sums as hide how long one takes.
constexpr int64_t kRows = 8;
/// Steps of one vector that take as long as calling a library of generated code for the same, about a microsecond.
constexpr int64_t kSmall = 2048;

using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

/// A matrix by the distance of its rows and columns.
struct View {
  const float *first;
  int64_t rowStride, columnStride;
};

/// Some columns of the rhs, read as whole vectors; what is read beyond the last column makes sums that nobody wants.
/// The last rows are copies, where they would be read beyond the matrix.
struct Panel {
  const float *first;
  int64_t rowStride, rows;
  const float *lastRows; ///< without gaps
  int64_t numLast;
};

SW_INLINE void store(float *to, const Lanes &from, int64_t count) {
  if (count == kLanes) {
    std::memcpy(to, &from, sizeof(from));
    return;
  }
  const float *next = reinterpret_cast<const float *>(&from);
  for (int64_t part : {8, 4, 2, 1})
    if (count & part) {
      for (int64_t i = 0; i != part; ++i)
        to[i] = next[i];
      to += part;
      next += part;
    }
}

template <int rows>
SW_INLINE void addUp(Lanes (&sums)[rows], const View &lhs, const float *b, int64_t stride, int64_t depth) {
  const float *a = lhs.first;
  for (int64_t p = 0; p != depth; ++p, a += lhs.columnStride, b += stride) {
    Lanes line;
    std::memcpy(&line, b, sizeof(line));
#pragma GCC unroll 8 // so that the sums are registers
    for (int row = 0; row != rows; ++row)
      sums[row] += a[row * lhs.rowStride] * line;
  }
}

template <int rows> SW_INLINE void tile(View lhs, const Panel &rhs, float *out, int64_t outStride, int64_t columns) {
  Lanes sums[rows] = {};
  addUp<rows>(sums, lhs, rhs.first, rhs.rowStride, rhs.rows);
  lhs.first += rhs.rows * lhs.columnStride;
  addUp<rows>(sums, lhs, rhs.lastRows, kLanes, rhs.numLast);
#pragma GCC unroll 8
  for (int row = 0; row != rows; ++row)
    store(out + row * outStride, sums[row], columns);
}

/// All rows of some columns, at most kLanes.
SW_FOR_EACH_CPU void multiply(View lhs, const Panel &rhs, int64_t rows, float *out, int64_t outStride,
                              int64_t columns) {
  for (; rows >= kRows; rows -= kRows, lhs.first += kRows * lhs.rowStride, out += kRows * outStride)
    tile<kRows>(lhs, rhs, out, outStride, columns);
  switch (rows) {
  case 7:
    return tile<7>(lhs, rhs, out, outStride, columns);
  case 6:
    return tile<6>(lhs, rhs, out, outStride, columns);
  case 5:
    return tile<5>(lhs, rhs, out, outStride, columns);
  case 4:
    return tile<4>(lhs, rhs, out, outStride, columns);
  case 3:
    return tile<3>(lhs, rhs, out, outStride, columns);
  case 2:
    return tile<2>(lhs, rhs, out, outStride, columns);
  case 1:
    return tile<1>(lhs, rhs, out, outStride, columns);
  default:
    return;
  }
}

/// Rows of columns as rows of whole vectors.
SW_FOR_EACH_CPU void pack(float *to, const View &from, int64_t rows, int64_t columns) {
  if (columns < kLanes)
    std::fill(to, to + rows * kLanes, 0.0f);
  for (int64_t j = 0; j != columns; ++j)
    for (int64_t p = 0; p != rows; ++p)
      to[p * kLanes + j] = from.first[p * from.rowStride + j * from.columnStride];
}

/// Of the rows of the rhs, how many can be read as whole vectors from a column on.
int64_t wholeRows(const View &rhs, int64_t depth, int64_t columns) {
  if (rhs.columnStride != 1)
    return 0;
  if (columns >= kLanes)
    return depth;
  if (rhs.rowStride <= 0)
    return 0;
  const int64_t behind = (kLanes - columns + rhs.rowStride - 1) / rhs.rowStride;
  return std::max<int64_t>(0, depth - behind);
}

bool isFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::BF16 || type == ElementType::F16;
}

/// Whether it can be read where it is.
bool isPlain(const Matrices &operand) {
  return operand.type == ElementType::F32 && operand.rounding == ElementType::F32;
}

uint64_t bytesOf(int64_t floats) { return aligned(static_cast<uint64_t>(floats) * sizeof(float)); }

Matrices oneOf(Matrices matrices) {
  matrices.batch = 1;
  return matrices;
}

} // namespace

std::optional<TileMatmul> TileMatmul::create(const MatmulPart &matmul) {
  TileMatmul made;
  made.matmul = matmul;
  const Matrices lhs = lhsOf(matmul), rhs = rhsOf(matmul);
  if (!isFloat(matmul.lhsType) || !isFloat(matmul.rhsType) || !isFloat(matmul.outType))
    return std::nullopt;
  if (!isPlain(lhs))
    made.lhsBytes = bytesOf(matmul.m * matmul.k);
  if (!isPlain(rhs))
    made.rhsBytes = bytesOf(matmul.k * matmul.n);
  made.rhsBytes += bytesOf(matmul.k * kLanes);
  if (matmul.outType != ElementType::F32)
    made.outBytes = bytesOf(matmul.m * matmul.n);
  return made;
}

bool TileMatmul::isSmall() const {
  const Matrices lhs = lhsOf(matmul), rhs = rhsOf(matmul), result = resultOf(matmul);
  int64_t steps = boundedProduct({matmul.batch, matmul.m, matmul.k, (matmul.n + kLanes - 1) / kLanes});
  if (steps > kSmall)
    return false;
  if (matmul.rhsNStride != 1 && matmul.n != 1)
    steps += rhs.elements();
  for (const Matrices &each : {lhs, rhs, result})
    steps += isPlain(each) ? 0 : each.elements() / 2;
  return steps <= kSmall;
}

void TileMatmul::run(const void *lhs, const void *rhs, void *out, void *scratch) const {
  auto *lhsCopy = static_cast<float *>(scratch), *rhsCopy = lhsCopy + lhsBytes / sizeof(float),
       *outCopy = rhsCopy + rhsBytes / sizeof(float);
  float *packed = rhsCopy + (isPlain(rhsOf(matmul)) ? 0 : bytesOf(matmul.k * matmul.n) / sizeof(float));
  auto viewOf = [](const Matrices &operand, const void *first, float *copyTo) {
    if (isPlain(operand))
      return View{static_cast<const float *>(first), operand.rowStride, operand.columnStride};
    const Matrices to = packedLike(operand, ElementType::F32);
    copy(to, copyTo, operand, first);
    return View{copyTo, to.rowStride, to.columnStride};
  };
  const Matrices left = oneOf(lhsOf(matmul)), right = oneOf(rhsOf(matmul)), result = oneOf(resultOf(matmul));
  const bool isCopied = matmul.outType != ElementType::F32;
  for (int64_t b = 0; b != matmul.batch; ++b) {
    const View a = viewOf(left, elementAt(lhs, b * matmul.lhsBatchStride, matmul.lhsType), lhsCopy);
    const View all = viewOf(right, elementAt(rhs, b * matmul.rhsBatchStride, matmul.rhsType), rhsCopy);
    void *to = const_cast<char *>(elementAt(out, b * matmul.outBatchStride, matmul.outType));
    float *sums = isCopied ? outCopy : static_cast<float *>(to);
    const int64_t sumStride = isCopied ? matmul.n : matmul.outMStride;
    for (int64_t first = 0; first < matmul.n; first += kLanes) {
      const int64_t columns = std::min(kLanes, matmul.n - first);
      const View some{all.first + first * all.columnStride, all.rowStride, all.columnStride};
      const int64_t whole = wholeRows(some, matmul.k, columns);
      pack(packed, {some.first + whole * some.rowStride, some.rowStride, some.columnStride}, matmul.k - whole, columns);
      multiply(a, {some.first, some.rowStride, whole, packed, matmul.k - whole}, matmul.m, sums + first, sumStride,
               columns);
    }
    if (isCopied)
      copy(result, to, packedLike(result, ElementType::F32), outCopy);
  }
}

} // namespace shardwright::runtime::host
