#include "runtime/backends/host/MatmulTiles.h"

#include "runtime/Simd.h"

#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// A compiler takes vectors apart that are wider than its registers.
template <typename T, int lanes> struct VectorOf { using Type [[gnu::vector_size(lanes * sizeof(T))]] = T; };
template <typename T, int lanes> using Vector = typename VectorOf<T, lanes>::Type;

//===--- How a sum grows by an element of the lhs and a row of the rhs ---===//

template <typename T> struct Elements {
  using Element = T;
  template <int lanes> static SW_INLINE void add(Vector<T, lanes> &sum, T factor, const Vector<T, lanes> &line) {
    sum += factor * line;
  }
};
using Floats = Elements<float>;
using Words = Elements<uint32_t>;

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define SW_HAS_CPU_LEVELS
#endif

/// The instructions are written out: their built-in functions cannot be called from what is compiled for no CPU yet.
struct Pairs {
  using Element = uint32_t;
  template <int lanes>
  static SW_INLINE void add(Vector<uint32_t, lanes> &sum, uint32_t factor, const Vector<uint32_t, lanes> &line) {
#ifdef SW_HAS_CPU_LEVELS
    Vector<uint32_t, lanes> products = factor - Vector<uint32_t, lanes>{};
    if constexpr (lanes > 4)
      asm("vpmaddwd %1, %0, %0" : "+v"(products) : "v"(line));
    else
      asm("pmaddwd %1, %0" : "+x"(products) : "x"(line));
    sum += products;
#else
    using Signed = Vector<int32_t, lanes>;
    const Vector<uint32_t, lanes> high =
        reinterpret_cast<Vector<uint32_t, lanes>>(reinterpret_cast<Signed>(line) >> 16);
    const auto low = reinterpret_cast<Vector<uint32_t, lanes>>(reinterpret_cast<Signed>(line << 16) >> 16);
    sum += static_cast<uint32_t>(static_cast<int16_t>(factor)) * low +
           static_cast<uint32_t>(static_cast<int32_t>(factor) >> 16) * high;
#endif
  }
};

#ifdef SW_HAS_CPU_LEVELS
/// By one instruction (VNNI).
template <bool hasEvex> struct FusedPairs {
  using Element = uint32_t;
  template <int lanes>
  static SW_INLINE void add(Vector<uint32_t, lanes> &sum, uint32_t factor, const Vector<uint32_t, lanes> &line) {
    const Vector<uint32_t, lanes> factors = factor - Vector<uint32_t, lanes>{};
    if constexpr (hasEvex)
      asm("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(factors), "v"(line));
    else
      asm("%{vex%} vpdpwssd %2, %1, %0" : "+x"(sum) : "x"(factors), "x"(line));
  }
};
#endif

//===--- Tiles ---===//

/// Whole vectors.
struct AllColumns {
  template <int lanes, typename T> SW_INLINE void load(Vector<T, lanes> &line, const T *from) const {
    std::memcpy(&line, from, sizeof(line));
  }
  template <int lanes, typename T> SW_INLINE void store(T *to, const Vector<T, lanes> &from, int) const {
    std::memcpy(to, &from, sizeof(from));
  }
};

/// The first of them: all are read, which makes sums that nobody wants.
struct FirstColumns : AllColumns {
  int64_t count;
  explicit FirstColumns(int64_t count) : count(count) {}

  template <int lanes, typename T> SW_INLINE void store(T *to, const Vector<T, lanes> &from, int vector) const {
    const int64_t wanted = count - vector * lanes;
    if (wanted >= lanes)
      return AllColumns::store<lanes>(to, from, vector);
    T each[lanes];
    std::memcpy(each, &from, sizeof(from));
    int64_t done = 0;
#pragma GCC unroll 4
    for (int piece = lanes / 2; piece != 0; piece /= 2)
      if (wanted > 0 && (wanted & piece) != 0) {
        std::memcpy(to + done, each + done, static_cast<size_t>(piece) * sizeof(T));
        done += piece;
      }
  }
};

#ifdef SW_HAS_CPU_LEVELS
/// The first of one vector, under a mask: no other is read or written.
struct MaskedColumns {
  uint16_t mask;
  explicit MaskedColumns(int64_t count) : mask(static_cast<uint16_t>((1U << count) - 1)) {}

  template <int lanes, typename T> SW_INLINE void load(Vector<T, lanes> &line, const T *from) const {
    asm("vmovups %1, %0%{%2%}%{z%}"
        : "=v"(line)
        : "m"(*reinterpret_cast<const char(*)[sizeof(line)]>(from)), "Yk"(mask));
  }
  template <int lanes, typename T> SW_INLINE void store(T *to, const Vector<T, lanes> &from, int) const {
    asm("vmovups %1, %0%{%2%}" : "+m"(*reinterpret_cast<char(*)[sizeof(from)]>(to)) : "v"(from), "Yk"(mask));
  }
};
#endif

template <typename Products, int lanes, int rows, int vectors, typename Columns,
          typename T = typename Products::Element>
SW_INLINE void addUp(Vector<T, lanes> (&sums)[rows][vectors], const TileView<T> &lhs, const T *b, int64_t stride,
                     int64_t depth, const Columns &columns) {
  const T *a = lhs.first;
  for (int64_t p = 0; p != depth; ++p, a += lhs.columnStride, b += stride) {
    Vector<T, lanes> line[vectors];
#pragma GCC unroll 4
    for (int vector = 0; vector != vectors; ++vector)
      columns.template load<lanes>(line[vector], b + vector * lanes);
#pragma GCC unroll 8 // so that the sums are registers
    for (int row = 0; row != rows; ++row)
#pragma GCC unroll 4
      for (int vector = 0; vector != vectors; ++vector)
        Products::template add<lanes>(sums[row][vector], a[row * lhs.rowStride], line[vector]);
  }
}

template <typename Products, int lanes, int rows, int vectors, typename Columns,
          typename T = typename Products::Element>
SW_INLINE void tile(TileView<T> lhs, const TilePanel<T> &rhs, T *out, int64_t outStride, const Columns &columns) {
  Vector<T, lanes> sums[rows][vectors] = {};
  addUp<Products, lanes, rows, vectors>(sums, lhs, rhs.first, rhs.rowStride, rhs.rows, columns);
  lhs.first += rhs.rows * lhs.columnStride;
  addUp<Products, lanes, rows, vectors>(sums, lhs, rhs.lastRows, vectors * lanes, rhs.numLast, columns);
#pragma GCC unroll 8
  for (int row = 0; row != rows; ++row)
#pragma GCC unroll 4
    for (int vector = 0; vector != vectors; ++vector)
      columns.template store<lanes>(out + row * outStride + vector * lanes, sums[row][vector], vector);
}

/// All rows of vectors * lanes columns: so many rows at a time, then half of that.
template <typename Products, int lanes, int rows, int vectors, typename Columns,
          typename T = typename Products::Element>
SW_INLINE void tilesOf(TileView<T> lhs, const TilePanel<T> &rhs, int64_t left, T *out, int64_t outStride,
                       const Columns &columns) {
  for (; left >= rows; left -= rows, lhs.first += rows * lhs.rowStride, out += rows * outStride)
    tile<Products, lanes, rows, vectors>(lhs, rhs, out, outStride, columns);
  if constexpr (rows > 1)
    tilesOf<Products, lanes, rows / 2, vectors>(lhs, rhs, left, out, outStride, columns);
}

//===--- For each generation of processors, as many sums as it has registers for ---===//

template <typename Products, typename T = typename Products::Element>
void multiplyBy4(const TileView<T> &lhs, const TilePanel<T> &rhs, int64_t rows, T *out, int64_t outStride,
                 int64_t columns) {
  tilesOf<Products, 4, 2, 4>(lhs, rhs, rows, out, outStride, FirstColumns(columns));
}

#ifdef SW_HAS_CPU_LEVELS
template <typename Products, typename T = typename Products::Element>
__attribute__((target("arch=x86-64-v3"))) void multiplyBy8(const TileView<T> &lhs, const TilePanel<T> &rhs,
                                                           int64_t rows, T *out, int64_t outStride, int64_t columns) {
  tilesOf<Products, 8, 4, 2>(lhs, rhs, rows, out, outStride, FirstColumns(columns));
}

__attribute__((target("arch=x86-64-v3,avxvnni"))) void multiplyPairsBy8(const TileView<uint32_t> &lhs,
                                                                        const TilePanel<uint32_t> &rhs, int64_t rows,
                                                                        uint32_t *out, int64_t outStride,
                                                                        int64_t columns) {
  tilesOf<FusedPairs<false>, 8, 4, 2>(lhs, rhs, rows, out, outStride, FirstColumns(columns));
}

template <typename Products, typename T = typename Products::Element>
SW_INLINE void multiplyWide(const TileView<T> &lhs, const TilePanel<T> &rhs, int64_t rows, T *out, int64_t outStride,
                            int64_t columns) {
  if (columns == 2 * kTileColumns)
    tilesOf<Products, 16, 8, 2>(lhs, rhs, rows, out, outStride, AllColumns());
  else if (columns == kTileColumns)
    tilesOf<Products, 16, 8, 1>(lhs, rhs, rows, out, outStride, AllColumns());
  else
    tilesOf<Products, 16, 8, 1>(lhs, rhs, rows, out, outStride, MaskedColumns(columns));
}

template <typename Products, typename T = typename Products::Element>
__attribute__((target("arch=x86-64-v4"))) void multiplyBy16(const TileView<T> &lhs, const TilePanel<T> &rhs,
                                                            int64_t rows, T *out, int64_t outStride, int64_t columns) {
  multiplyWide<Products>(lhs, rhs, rows, out, outStride, columns);
}

__attribute__((target("arch=x86-64-v4,avx512vnni"))) void multiplyPairsBy16(const TileView<uint32_t> &lhs,
                                                                            const TilePanel<uint32_t> &rhs,
                                                                            int64_t rows, uint32_t *out,
                                                                            int64_t outStride, int64_t columns) {
  multiplyWide<FusedPairs<true>>(lhs, rhs, rows, out, outStride, columns);
}
#endif

Tiles chooseTiles() {
#ifdef SW_HAS_CPU_LEVELS
  if (__builtin_cpu_supports("x86-64-v4"))
    return {true, multiplyBy16<Floats>, multiplyBy16<Words>,
            __builtin_cpu_supports("avx512vnni") ? multiplyPairsBy16 : multiplyBy16<Pairs>};
  if (__builtin_cpu_supports("x86-64-v3"))
    return {false, multiplyBy8<Floats>, multiplyBy8<Words>,
            __builtin_cpu_supports("avxvnni") ? multiplyPairsBy8 : multiplyBy8<Pairs>};
#endif
  return {false, multiplyBy4<Floats>, multiplyBy4<Words>, multiplyBy4<Pairs>};
}

} // namespace

const Tiles &tilesOfThisCpu() {
  static const Tiles tiles = chooseTiles();
  return tiles;
}

} // namespace shardwright::runtime::host
