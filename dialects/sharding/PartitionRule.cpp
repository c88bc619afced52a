#include "dialects/sharding/PartitionRule.h"

#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/sharding/Shardings.h"

using namespace mlir;

namespace shardwright {

bool mayHavePartitionRule(Operation *op) {
  return isa<ShardingRuleOpInterface>(op) || op->hasAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr);
}

std::optional<ShardingRule> partitionRule(Operation *op) {
  if (auto ruleOp = dyn_cast<ShardingRuleOpInterface>(op)) {
    FailureOr<ShardingRule> rule = ruleOp.getPartitionRule();
    return succeeded(rule) ? std::optional(std::move(*rule)) : std::nullopt;
  }
  if (auto written = op->getAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr))
    return written.getValue();
  return std::nullopt;
}

} // namespace shardwright
