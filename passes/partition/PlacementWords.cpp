#include "passes/partition/PlacementWords.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {
namespace {

/// The dimension that has the factor, if one does.
std::optional<size_t> dimOf(const TensorFactors &dims, int64_t factor) {
  for (auto [dim, factors] : llvm::enumerate(dims))
    if (llvm::is_contained(factors, factor))
      return dim;
  return std::nullopt;
}

std::string productRole(const ShardingRule &rule, int64_t factor) {
  bool isLhs = dimOf(rule.operands[0], factor).has_value(), isRhs = dimOf(rule.operands[1], factor).has_value();
  if (!dimOf(rule.results[0], factor))
    return "contraction";
  return isLhs && isRhs ? "batch" : isLhs ? "rows" : "columns";
}

/// `rows`; `rows (dimension 1)` where several factors that are rows are split.
std::string wordsOfProduct(const ShardingRule &rule, const Placement &placement, int64_t factor) {
  std::string role = productRole(rule, factor);
  int64_t alike = 0;
  for (auto [other, axes] : llvm::enumerate(placement.factors))
    alike += !axes.empty() && productRole(rule, static_cast<int64_t>(other)) == role;
  std::optional<size_t> dim = dimOf(role == "contraction" ? rule.operands[0] : rule.results[0], factor);
  return alike > 1 && dim ? role + " (dimension " + std::to_string(*dim) + ")" : role;
}

std::string wordsOfDimension(const ShardingRule &rule, int64_t factor) {
  for (auto [result, dims] : llvm::enumerate(rule.results))
    if (std::optional<size_t> dim = dimOf(dims, factor))
      return "dimension " + std::to_string(*dim) +
             (rule.results.size() > 1 && result ? " of result " + std::to_string(result) : "");
  for (auto [operand, dims] : llvm::enumerate(rule.operands))
    if (std::optional<size_t> dim = dimOf(dims, factor)) {
      bool isReduced = rule.factors[static_cast<size_t>(factor)].kind == FactorKind::Reduction;
      return std::string(isReduced ? "reduced " : "") + "dimension " + std::to_string(*dim) + " of operand " +
             std::to_string(operand);
    }
  return "factor " + factorName(factor);
}

std::string overAxes(llvm::ArrayRef<AxisRef> axes) {
  return " over " + llvm::join(llvm::map_range(axes, [](const AxisRef &axis) { return axis.str(); }), " and ");
}

} // namespace

std::string placementWords(mlir::Operation *op, const ShardingRule &rule, const Placement &placement) {
  bool isProduct = llvm::isa<stablehlo::DotGeneralOp>(op);
  std::vector<std::string> parts;
  for (auto [index, axes] : llvm::enumerate(placement.factors)) {
    auto factor = static_cast<int64_t>(index);
    if (!axes.empty())
      parts.push_back((isProduct ? wordsOfProduct(rule, placement, factor) : wordsOfDimension(rule, factor)) +
                      overAxes(axes));
  }
  AxisList partial;
  for (const PartialAxis &axis : placement.partial)
    partial.push_back(axis.axis);
  if (!partial.empty())
    parts.push_back("partial sums kept" + overAxes(partial));
  return parts.empty() ? "whole on every device" : llvm::join(parts, ", ");
}

} // namespace shardwright
