#ifndef PASSES_PARTITION_OPRULE_H
#define PASSES_PARTITION_OPRULE_H

#include "shardwright/Placement/Placement.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// What a dynamic slice, or update, reads or writes in part needs the whole dimension.
void keepRuntimeWindowsWhole(mlir::Operation *op, ShardingRule &rule);

/// Shapes of an op's tensors; every type must be a ranked tensor.
OpShapes shapesOf(mlir::Operation *op);
Shape shapeOf(mlir::Value value);

} // namespace shardwright

#endif // PASSES_PARTITION_OPRULE_H
