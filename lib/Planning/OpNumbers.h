#ifndef LIB_PLANNING_OPNUMBERS_H
#define LIB_PLANNING_OPNUMBERS_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace shardwright::planning {

/// Gives every op of a program that is not shown to its author a number as its location: what replaces an op in later
/// phases, or in copies, keeps it.
void numberOps(mlir::ModuleOp module);
/// None where it was made of nothing that has one.
std::optional<int64_t> numberOf(mlir::Operation *op);

} // namespace shardwright::planning

#endif // LIB_PLANNING_OPNUMBERS_H
