#ifndef LIB_EXPLAIN_GATHER_H
#define LIB_EXPLAIN_GATHER_H

#include "lib/Explain/Facts.h"
#include "passes/propagate/Passes.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::explain {

/// Every tensor of a program behind propagation, in program order: arguments, results of ops, results of functions;
/// with who decided how it lies.
std::vector<Value> gatherValues(mlir::ModuleOp module, llvm::ArrayRef<ShardingOrigin> origins);

/// Notes of those that are computed in another sharding than propagation decided, by the program whose ops have been
/// given placements.
void gatherPlacements(mlir::ModuleOp placed, std::vector<Value> &values);

/// The collectives of a per-device program, with their causes. `ops`: the op of each.
std::vector<Collective> gatherCollectives(mlir::ModuleOp module, std::vector<mlir::Operation *> &ops);

} // namespace shardwright::explain

#endif // LIB_EXPLAIN_GATHER_H
