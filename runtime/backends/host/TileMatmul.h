#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_TILEMATMUL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_TILEMATMUL_H

#include "runtime/backends/host/IntegerPack.h"
#include "runtime/backends/host/MatmulPart.h"
#include "runtime/backends/host/MatmulTiles.h"

#include <cstdint>
#include <optional>

namespace shardwright::runtime::host {

/// Products of f32, bf16 and f16, and of integers of at most 32 bits, by loops of our own over tiles in registers
/// (MatmulTiles.h); there is nothing to prepare, and no memory but scratch. Sums of floats are of f32, each in the
/// order of the contraction; those of integers are exact modulo 2^32.
class TileMatmul {
public:
  /// Nothing where the types are others.
  static std::optional<TileMatmul> create(const MatmulPart &matmul);

  /// Whether a library takes longer to be called and to multiply.
  bool isSmall() const;

  /// 64-byte aligned: operands as what is multiplied, the columns that fill no vector or do not lie together, and the
  /// result where it has fewer bits than the sums.
  uint64_t scratchBytes() const { return lhsBytes + rhsBytes + packedBytes + outBytes; }
  void run(const void *lhs, const void *rhs, void *out, void *scratch) const;

private:
  template <typename Operands, typename T>
  void runTiles(TileMultiply<T> *multiply, const void *lhs, const void *rhs, void *out, void *scratch) const;

  MatmulPart matmul;
  std::optional<IntegerForm> form;                                    ///< nothing: floats
  int64_t depth = 0;                                                  ///< what the tiles contract
  uint64_t lhsBytes = 0, rhsBytes = 0, packedBytes = 0, outBytes = 0; ///< one behind the other
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_TILEMATMUL_H
