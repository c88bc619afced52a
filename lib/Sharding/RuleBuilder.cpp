#include "shardwright/Sharding/RuleBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

RuleBuilder::RuleBuilder(std::vector<RuleShape> operands, std::vector<RuleShape> results)
    : operands_(std::move(operands)), results_(std::move(results)) {
  rule_.operands.reserve(operands_.size());
  rule_.results.reserve(results_.size());
  for (const RuleShape &shape : operands_)
    rule_.operands.emplace_back(shape.size());
  for (const RuleShape &shape : results_)
    rule_.results.emplace_back(shape.size());
}

Factor &RuleBuilder::factor(llvm::ArrayRef<int64_t> operandDims, llvm::ArrayRef<int64_t> resultDims, int64_t size,
                            FactorKind kind) {
  int64_t index = rule_.factors.size();
  for (size_t t = 0; t < operandDims.size(); ++t)
    if (operandDims[t] != kNone)
      alsoOperand(t, operandDims[t], index);
  for (size_t t = 0; t < resultDims.size(); ++t)
    if (resultDims[t] != kNone)
      alsoResult(t, resultDims[t], index);
  return rule_.factors.emplace_back(Factor{size, kind});
}

Factor &RuleBuilder::common(int64_t dim, int64_t size, FactorKind kind) {
  return factor(llvm::SmallVector<int64_t>(numOperands(), dim), llvm::SmallVector<int64_t>(numResults(), dim), size,
                kind);
}

Factor &RuleBuilder::ofOperand(size_t operand, int64_t dim, int64_t size, FactorKind kind) {
  llvm::SmallVector<int64_t> dims(operand + 1, kNone);
  dims[operand] = dim;
  return factor(dims, {}, size, kind);
}

Factor &RuleBuilder::ofResult(size_t result, int64_t dim, int64_t size, FactorKind kind) {
  llvm::SmallVector<int64_t> dims(result + 1, kNone);
  dims[result] = dim;
  return factor({}, dims, size, kind);
}

void RuleBuilder::pointwise() {
  const RuleShape &shape = results_.front();
  rule_.factors.reserve(shape.size());
  for (size_t d = 0; d < shape.size(); ++d) {
    llvm::SmallVector<int64_t> operandDims, resultDims;
    for (const RuleShape &operand : operands_)
      operandDims.push_back(operand.size() == shape.size() ? int64_t(d) : kNone);
    for (const RuleShape &result : results_)
      resultDims.push_back(result.size() == shape.size() ? int64_t(d) : kNone);
    factor(operandDims, resultDims, shape[d]);
  }
}

void RuleBuilder::partial(PartialBehavior behavior, llvm::ArrayRef<int64_t> operands,
                          llvm::ArrayRef<ReductionKind> kinds) {
  rule_.partial = behavior;
  rule_.partialOperands.assign(operands.begin(), operands.end());
  rule_.partialKinds.assign(kinds.begin(), kinds.end());
}

void RuleBuilder::accumulators(llvm::ArrayRef<int64_t> operands) {
  rule_.accumulators.assign(operands.begin(), operands.end());
}

ShardingRule RuleBuilder::build() {
  for (size_t t = 0; t < operands_.size(); ++t)
    for (size_t d = 0; d < operands_[t].size(); ++d)
      if (rule_.operands[t][d].empty())
        ofOperand(t, d, 1).splittable = false;
  for (size_t t = 0; t < results_.size(); ++t)
    for (size_t d = 0; d < results_[t].size(); ++d)
      if (rule_.results[t][d].empty())
        ofResult(t, d, 1).splittable = false;
  return std::move(rule_);
}

ShardingRule withoutFactors(const ShardingRule &rule, llvm::ArrayRef<int64_t> dropped) {
  ShardingRule result = rule;
  result.factors.clear();
  std::vector<int64_t> renumbered(rule.factors.size(), -1);
  for (size_t f = 0; f < rule.factors.size(); ++f)
    if (!llvm::is_contained(dropped, int64_t(f))) {
      renumbered[f] = result.factors.size();
      result.factors.push_back(rule.factors[f]);
    }
  for (std::vector<TensorFactors> *tensors : {&result.operands, &result.results})
    for (TensorFactors &tensor : *tensors)
      for (DimFactors &dim : tensor) {
        DimFactors kept;
        for (int64_t factor : dim)
          if (renumbered[factor] >= 0)
            kept.push_back(renumbered[factor]);
        if (kept.empty()) {
          kept.push_back(result.factors.size());
          result.factors.emplace_back(Factor{1}).splittable = false;
        }
        dim = std::move(kept);
      }
  return result;
}

llvm::ArrayRef<ReductionKind> allReductionKinds() {
  static constexpr ReductionKind kAll[] = {ReductionKind::Sum, ReductionKind::Product, ReductionKind::Max,
                                           ReductionKind::Min, ReductionKind::And,     ReductionKind::Or,
                                           ReductionKind::Xor};
  return kAll;
}

} // namespace shardwright
