#ifndef SHARDWRIGHT_SHARDING_SHARDINGRULE_H
#define SHARDWRIGHT_SHARDING_SHARDINGRULE_H

#include "shardwright/Sharding/Sharding.h"

namespace shardwright {

/// What splitting a factor asks of an op.
///   PassThrough      the local op computes a block of the result from blocks of the operands
///   Reduction        only in operands; splitting it leaves the result partial
///   Permutation      can stay split with a neighbour exchange
///   NeedReplication  the op cannot run with it split
enum class FactorKind { PassThrough, Reduction, Permutation, NeedReplication };

struct Factor {
  int64_t size;
  FactorKind kind = FactorKind::PassThrough;
  /// Nothing propagates along it.
  bool blocked = false;
  /// For reductions: how partial results combine.
  ReductionKind reduction = ReductionKind::Sum;
  /// The op can run with it split, at the price its kind says. Where it cannot, axes still propagate along the factor
  /// and the text does not show it, but a partitioner must treat it as NeedReplication: a reduction whose combiner is
  /// not one known operation (argmax), or a factor that only one side of a reshape has.
  bool splittable = true;
  /// For reductions: the op combines across devices itself, so its results are not partial. Each device reduces its
  /// block; what all of them found is gathered and reduced again.
  bool combined = false;
  bool operator==(const Factor &o) const {
    return size == o.size && kind == o.kind && blocked == o.blocked && reduction == o.reduction &&
           splittable == o.splittable && combined == o.combined;
  }
};

/// The factors of one dimension, major to minor, as indices into the rule's factors.
using DimFactors = llvm::SmallVector<int64_t, 2>;
/// The dimensions of one operand or result.
using TensorFactors = llvm::SmallVector<DimFactors, 4>;

/// How a factor reads a dimension of an operand beside its own position: position p reads the `size` slots from
/// `low + p * stride` on. Elements lie `dilation` slots apart, the first in slot 0; the dimension may have no element
/// there. A negative stride reads backwards. A split factor's device needs what its positions read, so neighbours
/// exchange the edges of their blocks.
struct FactorWindow {
  int64_t operand, dim, factor;
  int64_t low = 0, stride = 1, size = 1, dilation = 1;
};

/// Which operands may stay partial through an op, for combination kind sum (see docs/concepts, partial values).
///   None         no operand
///   AllAlike     every operand of `partialOperands` partial over the same axes (add; negate and transpose have just
///   one) ExactlyOne   exactly one of `partialOperands` (multiply, dot; divide lists only its numerator)
enum class PartialBehavior { None, AllAlike, ExactlyOne };

/// One op's correspondence between the dimensions of its operands and results, as data:
/// `([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}`. Propagation, partitioning, pricing and planning are
/// written once over this type.
struct ShardingRule {
  std::vector<Factor> factors;
  std::vector<TensorFactors> operands;
  std::vector<TensorFactors> results;
  /// Supplied by the user on the op: kept whatever the op says.
  bool custom = false;
  /// Factors in operands and results are the same dimension of the same size at the same place (element-wise ops).
  bool elementwise = false;

  /// How partial operands (of kind `partialKinds`) pass through.
  PartialBehavior partial = PartialBehavior::None;
  llvm::SmallVector<int64_t, 2> partialOperands;
  llvm::SmallVector<ReductionKind, 2> partialKinds;

  /// Operands that enter the result once, whatever the number of devices (scatter's inputs, the init values of a
  /// reduce): where a reduction factor is split, they must be partial over its axes too, or they would be counted once
  /// a device.
  llvm::SmallVector<int64_t, 2> accumulators;

  /// Dimensions that are read through windows; each has its factor alone. Where there are several of an operand, they
  /// are exchanged in this order.
  std::vector<FactorWindow> windows;

  /// Index of the factor that is the only nontrivial one of a dimension, or nothing.
  std::optional<int64_t> soleFactor(const DimFactors &dim) const;

  /// As in the example, with the sets reduction, need_replication, permutation, blocked_propagation that are not empty
  /// and `, custom`. Kinds of combination, `elementwise`, the partial behaviour and windows are not part of the text.
  std::string str() const;
};

/// Name of a factor: i, j, ..., z, z_1, z_2, ...
std::string factorName(int64_t index);

/// The inverse of str(). Errors carry the offset and what was expected.
absl::StatusOr<ShardingRule> parseShardingRule(llvm::StringRef text);
/// Numbers of operands, results and dimensions agree with the shapes; every dimension has a factor; no factor is twice
/// in one tensor, nor in none; factors that share a dimension multiply to at most its size (a lone factor may be larger
/// or smaller, as in slice and pad); reduction factors are in no result.
absl::Status verify(const ShardingRule &rule, llvm::ArrayRef<llvm::SmallVector<int64_t, 6>> operandShapes,
                    llvm::ArrayRef<llvm::SmallVector<int64_t, 6>> resultShapes);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_SHARDINGRULE_H
