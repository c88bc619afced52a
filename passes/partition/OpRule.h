#ifndef PASSES_PARTITION_OPRULE_H
#define PASSES_PARTITION_OPRULE_H

#include "shardwright/Placement/Placement.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// The op's sharding rule as the partitioner can run it, or nothing for an op without one. It is the rule of
/// propagation, with the factors that no local op handles yet marked as need-replication, and with windows where
/// neighbours exchange what the op reads.
std::optional<ShardingRule> partitionRule(mlir::Operation *op);
/// Whether the op's kind has one, or its author wrote one; this one may still have none, by its shapes.
bool mayHavePartitionRule(mlir::Operation *op);

/// What a dynamic slice, or update, reads or writes in part needs the whole dimension.
void keepRuntimeWindowsWhole(mlir::Operation *op, ShardingRule &rule);

/// Shapes of an op's tensors; every type must be a ranked tensor.
OpShapes shapesOf(mlir::Operation *op);
Shape shapeOf(mlir::Value value);

} // namespace shardwright

#endif // PASSES_PARTITION_OPRULE_H
