#include "dialects/stablehlo/Family.h"

#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/sharding/Shardings.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static bool hasFactor(const TensorFactors &tensor, int64_t factor) {
  return llvm::any_of(tensor, [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); });
}

/// A block of every result comes from a block of the operands. Authors write the dimensions that only one side has as
/// ordinary factors, too.
static bool isComputedInBlocks(const ShardingRule &rule, int64_t factor) {
  auto has = [&](const TensorFactors &tensor) { return hasFactor(tensor, factor); };
  return llvm::any_of(rule.operands, has) && llvm::all_of(rule.results, has);
}

/// A rule attribute on the op comes before the op's own rule. One that only spells the op's own rule (as
/// annotate-sharding-rules leaves it) knows less than that rule, which says also what may stay partial.
Rule withAttribute(mlir::Operation *op, Rule own) {
  auto written = op->getAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr);
  if (!written || (succeeded(own) && own->str() == written.getValue().str()))
    return own;
  ShardingRule rule = written.getValue();
  for (size_t f = 0; f < rule.factors.size(); ++f)
    if (rule.factors[f].kind == FactorKind::PassThrough)
      rule.factors[f].splittable = isComputedInBlocks(rule, f);
  return rule;
}

void keepWhole(ShardingRule &rule, const DimFactors &factors) {
  for (int64_t factor : factors)
    rule.factors[factor].kind = FactorKind::NeedReplication;
}

void keepWhole(ShardingRule &rule) {
  for (Factor &factor : rule.factors)
    factor.kind = FactorKind::NeedReplication;
}

} // namespace shardwright::stablehlo
