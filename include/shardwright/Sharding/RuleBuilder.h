#ifndef SHARDWRIGHT_SHARDING_RULEBUILDER_H
#define SHARDWRIGHT_SHARDING_RULEBUILDER_H

#include "shardwright/Sharding/ShardingRule.h"

namespace shardwright {

/// Dimension sizes of one tensor.
using RuleShape = llvm::SmallVector<int64_t, 6>;

/// Builds a rule factor by factor, so that each op's rule is a few readable lines:
///
///   RuleBuilder b({{8, 32}, {32, 16}}, {{8, 16}});
///   b.factor({0, b.kNone}, {0}, 8);
///   b.factor({b.kNone, 1}, {1}, 16);
///   b.factor({1, 0}, {b.kNone}, 32, FactorKind::Reduction);
///   b.build();                                       // ([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}
class RuleBuilder {
public:
  static constexpr int64_t kNone = -1;

  RuleBuilder(std::vector<RuleShape> operands, std::vector<RuleShape> results);

  size_t numOperands() const { return operands_.size(); }
  size_t numResults() const { return results_.size(); }
  const RuleShape &operand(size_t index) const { return operands_[index]; }
  const RuleShape &result(size_t index) const { return results_[index]; }

  /// Appends a factor to one dimension of each operand and result (kNone: to none of it; missing entries are kNone).
  /// The returned reference is good until the next call.
  Factor &factor(llvm::ArrayRef<int64_t> operandDims, llvm::ArrayRef<int64_t> resultDims, int64_t size,
                 FactorKind kind = FactorKind::PassThrough);
  /// The same dimension of every operand and result.
  Factor &common(int64_t dim, int64_t size, FactorKind kind = FactorKind::PassThrough);
  /// A factor of one operand or result alone.
  Factor &ofOperand(size_t operand, int64_t dim, int64_t size, FactorKind kind = FactorKind::PassThrough);
  Factor &ofResult(size_t result, int64_t dim, int64_t size, FactorKind kind = FactorKind::PassThrough);
  /// Appends an existing factor to one more dimension.
  void alsoOperand(size_t operand, int64_t dim, int64_t factor) { rule_.operands[operand][dim].push_back(factor); }
  void alsoResult(size_t result, int64_t dim, int64_t factor) { rule_.results[result][dim].push_back(factor); }
  /// Index of the factor that was appended last.
  int64_t lastFactor() const { return int64_t(rule_.factors.size()) - 1; }

  /// One shared factor per dimension over every tensor of the first result's rank; the others (scalars) take no part.
  void pointwise();

  /// Which operands may stay partial, and for which combinations.
  void partial(PartialBehavior behavior, llvm::ArrayRef<int64_t> operands, llvm::ArrayRef<ReductionKind> kinds);
  void accumulators(llvm::ArrayRef<int64_t> operands);
  void elementwise() { rule_.elementwise = true; }

  /// Gives every dimension without a factor its own one, of size 1 and not to be split, and hands out the rule.
  ShardingRule build();

private:
  std::vector<RuleShape> operands_;
  std::vector<RuleShape> results_;
  ShardingRule rule_;
};

/// The rule without some of its factors; a dimension left without one gets its own, of size 1 and not to be split.
ShardingRule withoutFactors(const ShardingRule &rule, llvm::ArrayRef<int64_t> dropped);

/// Every kind of combination: for ops that only move data.
llvm::ArrayRef<ReductionKind> allReductionKinds();

/// The factors of a reshape, added to `builder` between operand 0 and result 0: both shapes are walked at once, and
/// wherever the products of the sizes seen so far agree, the greatest common divisor of what is left of the open
/// dimensions is a shared factor; between such points each side has factors of its own. Dimensions of size 1 have own
/// factors. Neither shape has a dimension of size 0.
///
///   12 -> 3x4    ([ij])->([i, j]) {i=3, j=4}
///   6x4 -> 4x6   ([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}
void addReshapeFactors(RuleBuilder &builder);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_RULEBUILDER_H
