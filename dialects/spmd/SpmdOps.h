#ifndef DIALECTS_SPMD_SPMDOPS_H
#define DIALECTS_SPMD_SPMDOPS_H

#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/spmd/SpmdDialect.h"
#include "shardwright/Base/Collective.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

#define GET_OP_CLASSES
#include "dialects/spmd/SpmdOps.h.inc"

namespace shardwright::spmd {

/// What devices exchange in the op; it then takes its operands each to a result of its own. Nothing: they exchange
/// nothing.
std::optional<CollectiveKind> collectiveKind(mlir::Operation *op);
inline bool isCollective(mlir::Operation *op) { return collectiveKind(op).has_value(); }

/// Of a collective: whether what follows it runs meanwhile, until an `spmd.done`.
bool isStarted(mlir::Operation *op);

} // namespace shardwright::spmd

#endif // DIALECTS_SPMD_SPMDOPS_H
