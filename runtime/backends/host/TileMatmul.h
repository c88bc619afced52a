#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_TILEMATMUL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_TILEMATMUL_H

#include "runtime/backends/host/MatmulPart.h"

#include <cstdint>
#include <optional>

namespace shardwright::runtime::host {

/// Products of f32, bf16 and f16 by loops of our own. Each tile of the result, some rows of one vector, stays in
/// registers while all that is contracted passes by (register blocking, Goto and van de Geijn 2008); there is nothing
/// to prepare, and no memory but scratch. Sums are of f32, each in the order of the contraction.
class TileMatmul {
public:
  /// Nothing where the types are others.
  static std::optional<TileMatmul> create(const MatmulPart &matmul);

  /// Whether a library takes longer to be called and to multiply.
  bool isSmall() const;

  /// 64-byte aligned: operands as f32, the columns that fill no vector or do not lie together, and the result where it
  /// is no f32.
  uint64_t scratchBytes() const { return lhsBytes + rhsBytes + packedBytes + outBytes; }
  void run(const void *lhs, const void *rhs, void *out, void *scratch) const;

private:
  MatmulPart matmul;
  uint64_t lhsBytes = 0, rhsBytes = 0, packedBytes = 0, outBytes = 0; ///< one behind the other
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_TILEMATMUL_H
