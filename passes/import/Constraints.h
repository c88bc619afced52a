#ifndef PASSES_IMPORT_CONSTRAINTS_H
#define PASSES_IMPORT_CONSTRAINTS_H

#include "dialects/sharding/ShardingOps.h"

#include "mlir/IR/Builders.h"

namespace shardwright {

/// Every dimension open and empty, nothing partial or replicated: says nothing.
bool isFullyOpen(const Sharding &sharding);

/// The value under a constraint, or the value itself where there is nothing to say about it: no sharding, a fully open
/// one, or no tensor.
mlir::Value constrain(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, sharding::SpecAttr spec);

} // namespace shardwright

#endif // PASSES_IMPORT_CONSTRAINTS_H
