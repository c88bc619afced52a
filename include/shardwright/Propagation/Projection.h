#ifndef SHARDWRIGHT_PROPAGATION_PROJECTION_H
#define SHARDWRIGHT_PROPAGATION_PROJECTION_H

#include "shardwright/Sharding/ShardingRule.h"

namespace shardwright {

/// One factor as one tensor sees it: the axes of the dimension that fall on this factor.
struct FactorSharding {
  int64_t factor;
  AxisList axes;
  /// Axes of the dimension that neither divide this factor nor can pass on to the next one.
  AxisList overflow;
  bool open = false;
  /// The last (minor-most) factor of its dimension: it may be split unevenly.
  bool last = true;
};

/// One operand or result with its dimensions' axes spread over the rule's factors.
struct TensorProjection {
  /// In the order of the dimensions, and of the factors within one.
  llvm::SmallVector<FactorSharding, 6> factors;
  /// Axes no dimension may take: replicated, partial, or manual around the value.
  AxisList unavailable;
  /// Product of the factors' sizes.
  int64_t elements = 1;

  FactorSharding *find(int64_t factor);
  const FactorSharding *find(int64_t factor) const;
};

/// One op's operands, then its results. With the rule `([ij])->([i, j]) {i=2, j=6}`, an axis X of size 4 on the
/// operand's dimension falls apart into X:(1)2 on i and X:(2)2 on j; going back joins them again. So whatever is
/// decided per factor means the same in every tensor that has the factor.
struct Projection {
  std::vector<TensorProjection> tensors;
  size_t numOperands = 0;

  llvm::ArrayRef<TensorProjection> operands() const { return llvm::ArrayRef(tensors).take_front(numOperands); }
  llvm::ArrayRef<TensorProjection> results() const { return llvm::ArrayRef(tensors).drop_front(numOperands); }
};

/// Spreads a sharding over the factors, major to minor. Every factor but the last of a dimension takes only what
/// divides it, splitting an axis by the greatest common divisor; a remainder that shares no divisor becomes overflow
/// and closes the factors behind. `unavailable`: axes beyond the sharding's own replicated and partial ones.
TensorProjection project(const Mesh &mesh, const ShardingRule &rule, const TensorFactors &dims,
                         const Sharding &sharding, llvm::ArrayRef<AxisRef> unavailable = {});

/// Back to dimensions: joins the factors' axes up to the first factor that is not fully split (going on would need a
/// strided view). Openness, labels and the partial and replicated axes are those of `before`.
Sharding unproject(const Mesh &mesh, const ShardingRule &rule, const TensorFactors &dims,
                   const TensorProjection &projection, const Sharding &before);

} // namespace shardwright

#endif // SHARDWRIGHT_PROPAGATION_PROJECTION_H
