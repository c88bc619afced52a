#ifndef DIALECTS_SHARDING_PARTITIONRULE_H
#define DIALECTS_SHARDING_PARTITIONRULE_H

#include "shardwright/Sharding/ShardingRule.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// The op's sharding rule as the partitioner can run it (ShardingRuleOpInterface::getPartitionRule), or the one that
/// its author wrote on it; nothing for an op with neither.
std::optional<ShardingRule> partitionRule(mlir::Operation *op);
/// Whether the op's kind has one, or its author wrote one; this one may still have none, by its shapes.
bool mayHavePartitionRule(mlir::Operation *op);

} // namespace shardwright

#endif // DIALECTS_SHARDING_PARTITIONRULE_H
