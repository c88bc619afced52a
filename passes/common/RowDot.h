#ifndef PASSES_COMMON_ROWDOT_H
#define PASSES_COMMON_ROWDOT_H

#include "passes/common/ScoreGraph.h"

#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// The sum over columns of a space of exponentials times a product of vectors of rows and of the vectors that attention
/// sums: sum(e * (g V^T)) = g . sum(e V), where the result of attention has the right side already (FlashAttention, Dao
/// 2022). Times and over what rows have.
struct RowDot {
  SpaceTensor vectors, sums; ///< g, sum(e V)
  llvm::SmallVector<SpaceTensor> factors, divisors;
  SpaceTensor result; ///< in f32

  /// Whether each dimension of what it is made of is one of the result's, or the depth.
  bool fits() const;
  /// The value, as operations on tensors in memory.
  mlir::Value build(mlir::OpBuilder &b, mlir::Location loc) const;
};

} // namespace shardwright::lower

#endif // PASSES_COMMON_ROWDOT_H
