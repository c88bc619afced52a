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

/// Adds to the replicated axes what a sharding at the border of a manual region does not mention of its manual axes:
/// over those the value is the same everywhere.
sharding::SpecAttr withUnusedManualAxes(sharding::SpecAttr spec, llvm::ArrayRef<AxisRef> manual);

/// Checks that a mesh has the device on which a maximal sharding puts a whole value.
mlir::LogicalResult verifyMaximalDevice(mlir::Location loc, int64_t device, sharding::MeshOp mesh);

} // namespace shardwright

#endif // PASSES_IMPORT_CONSTRAINTS_H
