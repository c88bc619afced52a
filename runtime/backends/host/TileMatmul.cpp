#include "runtime/backends/host/TileMatmul.h"

#include "runtime/Layout.h"
#include "runtime/Simd.h"
#include "runtime/backends/host/MatmulPack.h"
#include "runtime/backends/host/MatmulTiles.h"
#include "runtime/backends/host/Memory.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// Steps of a row of a tile that take as long as calling a library of generated code for the same, about a microsecond.
constexpr int64_t kSmall = 6144;
/// Steps of wide tiles of which the library saves one when it multiplies f32.
constexpr int64_t kWideSteps = 4;

using Four [[gnu::vector_size(16)]] = uint32_t;
constexpr int64_t kFour = 4;

/// Four columns of four elements that lie together, as four rows.
template <typename T> SW_INLINE void transpose(T *to, int64_t toStride, const T *from, int64_t fromStride) {
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
template <typename T>
SW_INLINE void packRows(T *to, const TileView<T> &from, int64_t rows, int64_t columns, int64_t lanes) {
  if (columns < lanes && !tilesOfThisCpu().areWide)
    std::fill(to, to + rows * lanes, T{});
  if (from.columnStride == 1) {
    for (int64_t p = 0; p != rows; ++p)
      std::copy_n(from.first + p * from.rowStride, columns, to + p * lanes);
    return;
  }
  const int64_t wholeRows = from.rowStride == 1 ? rows / kFour * kFour : 0;
  const int64_t wholeColumns = columns / kFour * kFour;
  for (int64_t j = 0; j != wholeColumns; j += kFour)
    for (int64_t p = 0; p != wholeRows; p += kFour)
      transpose(to + p * lanes + j, lanes, from.first + p + j * from.columnStride, from.columnStride);
  for (int64_t j = 0; j != columns; ++j)
    for (int64_t p = j < wholeColumns ? wholeRows : 0; p != rows; ++p)
      to[p * lanes + j] = from.first[p * from.rowStride + j * from.columnStride];
}
SW_FOR_EACH_CPU void packFloats(float *to, const TileView<float> &from, int64_t rows, int64_t columns, int64_t lanes) {
  packRows(to, from, rows, columns, lanes);
}
SW_FOR_EACH_CPU void packWords(uint32_t *to, const TileView<uint32_t> &from, int64_t rows, int64_t columns,
                               int64_t lanes) {
  packRows(to, from, rows, columns, lanes);
}

/// Rows of the lhs for which so many rows of the rhs are copied, as the lines that they lie on would not stay in a
/// cache.
constexpr int64_t kManyRows = 64, kDeep = 128;

/// Of the rows of the rhs, how many can be read as whole vectors from a column on.
template <typename T> int64_t wholeRows(const TileView<T> &rhs, int64_t depth, int64_t columns) {
  if (rhs.columnStride != 1)
    return 0;
  if (columns >= kTileColumns || tilesOfThisCpu().areWide)
    return depth;
  if (rhs.rowStride <= 0)
    return 0;
  const int64_t behind = (kTileColumns - columns + rhs.rowStride - 1) / rhs.rowStride;
  return std::max<int64_t>(0, depth - behind);
}

bool isFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::BF16 || type == ElementType::F16;
}

/// Whether it can be read, or written, where it is.
bool isPlain(const Matrices &operand) {
  return (operand.type == ElementType::F32 && operand.rounding == ElementType::F32) ||
         operand.type == ElementType::I32 || operand.type == ElementType::U32;
}

uint64_t bytesOf(int64_t elements) { return aligned(static_cast<uint64_t>(elements) * sizeof(float)); }

Matrices oneOf(Matrices matrices) {
  matrices.batch = 1;
  return matrices;
}

ContractedLines linesOfLhs(const Matmul &mm) { return {mm.lhsType, mm.k, mm.lhsKStride, mm.m, mm.lhsMStride}; }
ContractedLines linesOfRhs(const Matmul &mm) { return {mm.rhsType, mm.k, mm.rhsKStride, mm.n, mm.rhsNStride}; }

//===--- Operands as the tiles read them, copied where they are something else ---===//

struct FloatOperands {
  using T = float;
  static TileView<float> lhs(const MatmulPart &mm, const void *first, float *copyTo) {
    return viewOf(oneOf(lhsOf(mm)), first, copyTo);
  }
  static TileView<float> rhs(const MatmulPart &mm, const void *first, float *copyTo) {
    return viewOf(oneOf(rhsOf(mm)), first, copyTo);
  }
  static void narrow(const MatmulPart &mm, void *to, const float *sums) {
    const Matrices result = oneOf(resultOf(mm));
    copy(result, to, packedLike(result, ElementType::F32), sums);
  }
  static void pack(float *to, const TileView<float> &from, int64_t rows, int64_t columns, int64_t lanes) {
    packFloats(to, from, rows, columns, lanes);
  }

private:
  static TileView<float> viewOf(const Matrices &operand, const void *first, float *copyTo) {
    if (isPlain(operand))
      return {static_cast<const float *>(first), operand.rowStride, operand.columnStride};
    const Matrices to = packedLike(operand, ElementType::F32);
    copy(to, copyTo, operand, first);
    return {copyTo, to.rowStride, to.columnStride};
  }
};

struct IntegerOperands {
  using T = uint32_t;
  static TileView<uint32_t> lhs(const MatmulPart &mm, const void *first, uint32_t *copyTo) {
    if (isPlain(lhsOf(mm)))
      return {static_cast<const uint32_t *>(first), mm.lhsMStride, mm.lhsKStride};
    const PackedLines packed = packLines(*integerFormOf(mm), linesOfLhs(mm), first, copyTo);
    return {copyTo, packed.lineStride, packed.depthStride};
  }
  static TileView<uint32_t> rhs(const MatmulPart &mm, const void *first, uint32_t *copyTo) {
    if (isPlain(rhsOf(mm)))
      return {static_cast<const uint32_t *>(first), mm.rhsKStride, mm.rhsNStride};
    const PackedLines packed = packLines(*integerFormOf(mm), linesOfRhs(mm), first, copyTo);
    return {copyTo, packed.depthStride, packed.lineStride};
  }
  static void narrow(const MatmulPart &mm, void *to, const uint32_t *sums) {
    for (int64_t row = 0; row != mm.m; ++row)
      narrowSums(mm.outType, const_cast<char *>(elementAt(to, row * mm.outMStride, mm.outType)), sums + row * mm.n,
                 mm.n);
  }
  static void pack(uint32_t *to, const TileView<uint32_t> &from, int64_t rows, int64_t columns, int64_t lanes) {
    packWords(to, from, rows, columns, lanes);
  }
};

} // namespace

std::optional<TileMatmul> TileMatmul::create(const MatmulPart &matmul) {
  TileMatmul made;
  made.matmul = matmul;
  made.form = integerFormOf(matmul);
  if (!made.form && (!isFloat(matmul.lhsType) || !isFloat(matmul.rhsType) || !isFloat(matmul.outType)))
    return std::nullopt;
  made.depth = made.form ? wordsAlong(*made.form, matmul.k) : matmul.k;
  if (!isPlain(lhsOf(matmul)))
    made.lhsBytes = bytesOf(matmul.m * made.depth);
  if (!isPlain(rhsOf(matmul)))
    made.rhsBytes = bytesOf(made.depth * matmul.n);
  made.packedBytes = bytesOf(made.depth * 2 * kTileColumns);
  if (!isPlain(resultOf(matmul)))
    made.outBytes = bytesOf(matmul.m * matmul.n);
  return made;
}

bool TileMatmul::isSmall() const {
  const Matrices lhs = lhsOf(matmul), rhs = rhsOf(matmul), result = resultOf(matmul);
  int64_t steps = boundedProduct({matmul.batch, matmul.m, depth, (matmul.n + kTileColumns - 1) / kTileColumns});
  const bool arePlain = isPlain(lhs) && isPlain(rhs) && isPlain(result);
  if (arePlain && tilesOfThisCpu().areWide)
    steps /= kWideSteps;
  if (steps > kSmall)
    return false;
  if (matmul.rhsNStride != 1 && matmul.n != 1)
    steps += rhs.elements() / 2;
  for (const Matrices &each : {lhs, rhs, result})
    steps += isPlain(each) ? 0 : each.elements();
  return steps <= kSmall;
}

template <typename Operands, typename T>
void TileMatmul::runTiles(TileMultiply<T> *multiply, const void *lhs, const void *rhs, void *out, void *scratch) const {
  auto *lhsCopy = static_cast<T *>(scratch), *rhsCopy = lhsCopy + lhsBytes / sizeof(T),
       *packed = rhsCopy + rhsBytes / sizeof(T), *outCopy = packed + packedBytes / sizeof(T);
  const bool isCopied = !isPlain(resultOf(matmul)), areWide = tilesOfThisCpu().areWide;
  for (int64_t b = 0; b != matmul.batch; ++b) {
    const TileView<T> a = Operands::lhs(matmul, elementAt(lhs, b * matmul.lhsBatchStride, matmul.lhsType), lhsCopy);
    const TileView<T> all = Operands::rhs(matmul, elementAt(rhs, b * matmul.rhsBatchStride, matmul.rhsType), rhsCopy);
    void *to = const_cast<char *>(elementAt(out, b * matmul.outBatchStride, matmul.outType));
    T *sums = isCopied ? outCopy : static_cast<T *>(to);
    const int64_t sumStride = isCopied ? matmul.n : matmul.outMStride;
    for (int64_t first = 0, columns = 0; first < matmul.n; first += columns) {
      const bool isPair = areWide && matmul.n - first >= 2 * kTileColumns;
      columns = isPair ? 2 * kTileColumns : std::min(kTileColumns, matmul.n - first);
      const TileView<T> some{all.first + first * all.columnStride, all.rowStride, all.columnStride};
      const bool isReadOften = matmul.m >= kManyRows && depth >= kDeep;
      const int64_t whole = isReadOften ? 0 : wholeRows(some, depth, columns);
      if (whole != depth)
        Operands::pack(packed, {some.first + whole * some.rowStride, some.rowStride, some.columnStride}, depth - whole,
                       columns, isPair ? columns : kTileColumns);
      const TilePanel<T> panel{some.first, some.rowStride, whole, packed, depth - whole};
      multiply(a, panel, matmul.m, sums + first, sumStride, columns);
    }
    if (isCopied)
      Operands::narrow(matmul, to, sums);
  }
}

void TileMatmul::run(const void *lhs, const void *rhs, void *out, void *scratch) const {
  const Tiles &tiles = tilesOfThisCpu();
  if (form)
    runTiles<IntegerOperands>(form == IntegerForm::Pairs ? tiles.pairs : tiles.words, lhs, rhs, out, scratch);
  else
    runTiles<FloatOperands>(tiles.floats, lhs, rhs, out, scratch);
}

} // namespace shardwright::runtime::host
