#ifndef PASSES_PARTITION_PLACEMENTWORDS_H
#define PASSES_PARTITION_PLACEMENTWORDS_H

#include "shardwright/Placement/Placement.h"
#include "shardwright/Sharding/ShardingRule.h"

#include "mlir/IR/Operation.h"

#include <string>

namespace shardwright {

/// A placement of an op for people: `rows over fsdp, contraction over tensor`, by dimension (of the result, of operand
/// 0 for a contraction) where several are; other ops by the dimension of a result or, where that has none, of an
/// operand.
std::string placementWords(mlir::Operation *op, const ShardingRule &rule, const Placement &placement);

} // namespace shardwright

#endif // PASSES_PARTITION_PLACEMENTWORDS_H
