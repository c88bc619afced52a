#ifndef PASSES_IMPORT_DROPSHARDINGS_H
#define PASSES_IMPORT_DROPSHARDINGS_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright {

/// Removes every sharding, constraint, reshard, barrier and group; meshes stay. Fails, with a diagnostic, where a
/// manual region is written for devices: its shardings are part of what it computes.
mlir::LogicalResult dropShardings(mlir::ModuleOp module);

} // namespace shardwright

#endif // PASSES_IMPORT_DROPSHARDINGS_H
