#include "runtime/backends/host/TileMatmul.h"

#include "runtime/Layout.h"
#include "runtime/Simd.h"
#include "runtime/backends/host/MatmulPack.h"
#include "runtime/backends/host/Memory.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// Columns of a tile, or twice as many.
constexpr int64_t kTileColumns = 16;
/// Steps of a row of a tile that take as long as calling a library of generated code for the same, about a microsecond.
constexpr int64_t kSmall = 6144;

/// A compiler takes vectors apart that are wider than its registers.
template <int lanes> struct VectorOf { using Type [[gnu::vector_size(lanes * sizeof(float))]] = float; };
template <int lanes> using Vector = typename VectorOf<lanes>::Type;

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

template <int lanes> SW_INLINE void store(float *to, const Vector<lanes> &from, int64_t count) {
  if (count >= lanes) {
    std::memcpy(to, &from, sizeof(from));
    return;
  }
  float each[lanes];
  std::memcpy(each, &from, sizeof(from));
  for (int64_t i = 0; i < count; ++i)
    to[i] = each[i];
}

template <int lanes, int rows, int vectors>
SW_INLINE void addUp(Vector<lanes> (&sums)[rows][vectors], const View &lhs, const float *b, int64_t stride,
                     int64_t depth) {
  const float *a = lhs.first;
  for (int64_t p = 0; p != depth; ++p, a += lhs.columnStride, b += stride) {
    Vector<lanes> line[vectors];
#pragma GCC unroll 4
    for (int vector = 0; vector != vectors; ++vector)
      std::memcpy(&line[vector], b + vector * lanes, sizeof(line[vector]));
#pragma GCC unroll 8 // so that the sums are registers
    for (int row = 0; row != rows; ++row)
#pragma GCC unroll 4
      for (int vector = 0; vector != vectors; ++vector)
        sums[row][vector] += a[row * lhs.rowStride] * line[vector];
  }
}

template <int lanes, int rows, int vectors>
SW_INLINE void tile(View lhs, const Panel &rhs, float *out, int64_t outStride, int64_t columns) {
  Vector<lanes> sums[rows][vectors] = {};
  addUp<lanes, rows, vectors>(sums, lhs, rhs.first, rhs.rowStride, rhs.rows);
  lhs.first += rhs.rows * lhs.columnStride;
  addUp<lanes, rows, vectors>(sums, lhs, rhs.lastRows, vectors * lanes, rhs.numLast);
#pragma GCC unroll 8
  for (int row = 0; row != rows; ++row)
#pragma GCC unroll 4
    for (int vector = 0; vector != vectors; ++vector)
      store<lanes>(out + row * outStride + vector * lanes, sums[row][vector], columns - vector * lanes);
}

/// All rows of vectors * lanes columns, of which some are wanted: so many rows at a time, then half of that.
template <int lanes, int rows, int vectors>
SW_INLINE void tilesOf(View lhs, const Panel &rhs, int64_t left, float *out, int64_t outStride, int64_t columns) {
  for (; left >= rows; left -= rows, lhs.first += rows * lhs.rowStride, out += rows * outStride)
    tile<lanes, rows, vectors>(lhs, rhs, out, outStride, columns);
  if constexpr (rows > 1)
    tilesOf<lanes, rows / 2, vectors>(lhs, rhs, left, out, outStride, columns);
}

//===--- For each generation of processors, as many sums as it has registers for ---===//

using Multiply = void(const View &lhs, const Panel &rhs, int64_t rows, float *out, int64_t outStride, int64_t columns);

void multiplyBy4(const View &lhs, const Panel &rhs, int64_t rows, float *out, int64_t outStride, int64_t columns) {
  tilesOf<4, 2, 4>(lhs, rhs, rows, out, outStride, columns);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target("arch=x86-64-v3"))) void multiplyBy8(const View &lhs, const Panel &rhs, int64_t rows, float *out,
                                                           int64_t outStride, int64_t columns) {
  tilesOf<8, 4, 2>(lhs, rhs, rows, out, outStride, columns);
}

__attribute__((target("arch=x86-64-v4"))) void multiplyBy16(const View &lhs, const Panel &rhs, int64_t rows, float *out,
                                                            int64_t outStride, int64_t columns) {
  if (columns == 2 * kTileColumns)
    return tilesOf<16, 8, 2>(lhs, rhs, rows, out, outStride, columns);
  tilesOf<16, 8, 1>(lhs, rhs, rows, out, outStride, columns);
}

const bool isWide = __builtin_cpu_supports("x86-64-v4");
Multiply *const multiply = isWide ? multiplyBy16 : __builtin_cpu_supports("x86-64-v3") ? multiplyBy8 : multiplyBy4;
#else
constexpr bool isWide = false;
constexpr Multiply *multiply = multiplyBy4;
#endif

using Four = Vector<4>;
constexpr int64_t kFour = 4;

/// Four columns of four elements that lie together, as four rows.
SW_INLINE void transpose(float *to, int64_t toStride, const float *from, int64_t fromStride) {
  Four column[kFour];
#pragma GCC unroll 4
  for (int64_t j = 0; j != kFour; ++j)
    std::memcpy(&column[j], from + j * fromStride, sizeof(Four));
  const Four low01 = __builtin_shufflevector(column[0], column[1], 0, 4, 1, 5),
             low23 = __builtin_shufflevector(column[2], column[3], 0, 4, 1, 5),
             high01 = __builtin_shufflevector(column[0], column[1], 2, 6, 3, 7),
             high23 = __builtin_shufflevector(column[2], column[3], 2, 6, 3, 7);
  const Four row[kFour] = {
      __builtin_shufflevector(low01, low23, 0, 1, 4, 5), __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
      __builtin_shufflevector(high01, high23, 0, 1, 4, 5), __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
#pragma GCC unroll 4
  for (int64_t p = 0; p != kFour; ++p)
    std::memcpy(to + p * toStride, &row[p], sizeof(Four));
}

/// Rows of columns as rows of `lanes` elements.
SW_FOR_EACH_CPU void pack(float *to, const View &from, int64_t rows, int64_t columns, int64_t lanes) {
  if (columns < lanes)
    std::fill(to, to + rows * lanes, 0.0f);
  const int64_t wholeRows = from.rowStride == 1 ? rows / kFour * kFour : 0;
  const int64_t wholeColumns = columns / kFour * kFour;
  for (int64_t j = 0; j != wholeColumns; j += kFour)
    for (int64_t p = 0; p != wholeRows; p += kFour)
      transpose(to + p * lanes + j, lanes, from.first + p + j * from.columnStride, from.columnStride);
  for (int64_t j = 0; j != columns; ++j)
    for (int64_t p = j < wholeColumns ? wholeRows : 0; p != rows; ++p)
      to[p * lanes + j] = from.first[p * from.rowStride + j * from.columnStride];
}

/// Of the rows of the rhs, how many can be read as whole vectors from a column on.
int64_t wholeRows(const View &rhs, int64_t depth, int64_t columns) {
  if (rhs.columnStride != 1)
    return 0;
  if (columns >= kTileColumns)
    return depth;
  if (rhs.rowStride <= 0)
    return 0;
  const int64_t behind = (kTileColumns - columns + rhs.rowStride - 1) / rhs.rowStride;
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
  made.packedBytes = bytesOf(matmul.k * 2 * kTileColumns);
  if (matmul.outType != ElementType::F32)
    made.outBytes = bytesOf(matmul.m * matmul.n);
  return made;
}

bool TileMatmul::isSmall() const {
  const Matrices lhs = lhsOf(matmul), rhs = rhsOf(matmul), result = resultOf(matmul);
  int64_t steps = boundedProduct({matmul.batch, matmul.m, matmul.k, (matmul.n + kTileColumns - 1) / kTileColumns});
  if (steps > kSmall)
    return false;
  if (matmul.rhsNStride != 1 && matmul.n != 1)
    steps += rhs.elements() / 2;
  for (const Matrices &each : {lhs, rhs, result})
    steps += isPlain(each) ? 0 : each.elements();
  return steps <= kSmall;
}

void TileMatmul::run(const void *lhs, const void *rhs, void *out, void *scratch) const {
  auto *lhsCopy = static_cast<float *>(scratch), *rhsCopy = lhsCopy + lhsBytes / sizeof(float),
       *packed = rhsCopy + rhsBytes / sizeof(float), *outCopy = packed + packedBytes / sizeof(float);
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
    for (int64_t first = 0, columns = 0; first < matmul.n; first += columns) {
      const bool isPair = isWide && matmul.n - first >= 2 * kTileColumns;
      columns = isPair ? 2 * kTileColumns : std::min(kTileColumns, matmul.n - first);
      const View some{all.first + first * all.columnStride, all.rowStride, all.columnStride};
      const int64_t whole = wholeRows(some, matmul.k, columns);
      pack(packed, {some.first + whole * some.rowStride, some.rowStride, some.columnStride}, matmul.k - whole, columns,
           isPair ? columns : kTileColumns);
      const Panel panel{some.first, some.rowStride, whole, packed, matmul.k - whole};
      multiply(a, panel, matmul.m, sums + first, sumStride, columns);
    }
    if (isCopied)
      copy(result, to, packedLike(result, ElementType::F32), outCopy);
  }
}

} // namespace shardwright::runtime::host
