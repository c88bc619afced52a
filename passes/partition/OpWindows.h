#ifndef PASSES_PARTITION_OPWINDOWS_H
#define PASSES_PARTITION_OPWINDOWS_H

#include "shardwright/Sharding/ShardingRule.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// Makes the factors of an operation's own rule that stay split by an exchange between neighbours factors with windows:
/// of a slice, a pad, a reverse, a concatenation, a reduce_window, a select_and_scatter, a convolution.
void addWindows(mlir::Operation *op, ShardingRule &rule);

} // namespace shardwright

#endif // PASSES_PARTITION_OPWINDOWS_H
