#ifndef SHARDWRIGHT_PROPAGATION_STRATEGY_H
#define SHARDWRIGHT_PROPAGATION_STRATEGY_H

#include "shardwright/Propagation/Projection.h"

namespace shardwright {

/// Which way axes may travel along a factor of an op.
///   Forward    from operands to results (and among operands)
///   Backward   from results to operands
enum class Direction { None, Forward, Backward, Both };

/// What a strategy works on: one op's rule, and per factor the direction in which it may propagate.
struct StepContext {
  const Mesh &mesh;
  const ShardingRule &rule;
  llvm::ArrayRef<Direction> directions;
};

/// How one step on one op settles which axes every tensor gets along every factor. A strategy only ever adds axes, so
/// that repeating steps ends.
class Strategy {
public:
  virtual ~Strategy() = default;
  virtual void run(const StepContext &context, Projection &projection) const = 0;
};

/// Resolves no conflict: an axis that one tensor cannot take along a factor is given to none. Symmetric conflicts stay
/// as they are.
class BasicStrategy : public Strategy {
public:
  void run(const StepContext &context, Projection &projection) const override;
};

/// Every tensor takes what it can by itself. Where two factors want one axis, the factor whose axes come from the
/// larger tensor goes first; then (element-wise ops) the one with more parts, the earlier source tensor, the earlier
/// factor. Trades communication for memory.
class AggressiveStrategy : public Strategy {
public:
  void run(const StepContext &context, Projection &projection) const override;
};

/// The axes that all tensors with the factor could agree on: their common prefix, extended by the longer list while
/// nobody has disagreed. Tensors on the receiving side of a one-way direction may cut the list but not extend it.
///
///   [a], [a, b] -> [a, b]      [a, b], [a, c] -> [a]      [a], [b] -> []
AxisList compatibleMajorAxes(const StepContext &context, const Projection &projection, int64_t factor);

/// The longest prefix of `axes` that the tensor can have along the factor: what is there already, then new axes while
/// the factor is open, without overflow, divisible (unless it is the last of its dimension), and the axis is neither
/// unavailable nor used by another factor. A tensor without the factor objects only to axes it uses elsewhere.
AxisList cutFor(const StepContext &context, const TensorProjection &tensor, int64_t factor,
                llvm::ArrayRef<AxisRef> axes);

} // namespace shardwright

#endif // SHARDWRIGHT_PROPAGATION_STRATEGY_H
