#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULTILES_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULTILES_H

#include <cstdint>

/// The innermost part of products by loops of our own: tiles of the result, some rows of one or two vectors, stay in
/// registers while all that is contracted passes by (register blocking, Goto and van de Geijn 2008).
namespace shardwright::runtime::host {

/// Columns of a tile, or twice as many where tiles are wide.
constexpr int64_t kTileColumns = 16;

/// Elements of 32 bits by the distance of rows and columns.
template <typename T> struct TileView {
  const T *first;
  int64_t rowStride, columnStride;
};

/// Some columns of the rhs, read as whole vectors but where tiles are wide. The last rows are copies, where they would
/// be read beyond the matrix.
template <typename T> struct TilePanel {
  const T *first;
  int64_t rowStride, rows;
  const T *lastRows; ///< without gaps
  int64_t numLast;
};

/// out = lhs rhs for `rows` rows of the lhs and the columns of the panel, of which `columns` are wanted.
template <typename T>
using TileMultiply = void(const TileView<T> &lhs, const TilePanel<T> &rhs, int64_t rows, T *out, int64_t outStride,
                          int64_t columns);

/// By this machine's instructions.
struct Tiles {
  bool areWide; ///< panels may have 2 kTileColumns, and none is read beyond its last column
  TileMultiply<float> *floats;
  TileMultiply<uint32_t> *words; ///< integers modulo 2^32
  /// Each word is two integers of 16 bits with a sign, which are multiplied with the other word's two and added up.
  TileMultiply<uint32_t> *pairs;
};
const Tiles &tilesOfThisCpu();

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULTILES_H
