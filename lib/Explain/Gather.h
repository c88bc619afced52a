#ifndef LIB_EXPLAIN_GATHER_H
#define LIB_EXPLAIN_GATHER_H

#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "lib/Estimate/ModelFlops.h"
#include "lib/Explain/Facts.h"
#include "passes/propagate/Passes.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::explanation {

/// Every tensor of a program behind propagation, in program order: arguments, results of ops, results of functions;
/// with who decided how it lies.
std::vector<Value> gatherValues(mlir::ModuleOp module, llvm::ArrayRef<ShardingOrigin> origins);

/// Notes of those that are computed in another sharding than propagation decided, by the program whose ops have been
/// given placements.
void gatherPlacements(mlir::ModuleOp placed, std::vector<Value> &values);

/// The collectives of a per-device program, with their causes. `ops`: the op of each.
std::vector<Collective> gatherCollectives(mlir::ModuleOp module, std::vector<mlir::Operation *> &ops);

/// The per-device program as a picture shows it; constants are left out. Behind gathering values and collectives.
Graph gatherGraph(mlir::ModuleOp module, const Facts &facts, llvm::ArrayRef<mlir::Operation *> collectives,
                  const estimate::Estimate *estimate);

/// Whether an imported program says how to split anything.
bool hasShardings(mlir::ModuleOp module);

/// What a step takes; gives collectives their seconds. `model`: of the imported program.
void gatherStep(const estimate::Estimate &estimate, const CostModel &machine, const estimate::ModelFlops &model,
                const estimate::Memory &memory, llvm::ArrayRef<mlir::Operation *> collectives, Facts &facts);

/// What to change in a program whose step is known, what saves most first.
std::vector<Suggestion> suggest(const Facts &facts);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_GATHER_H
