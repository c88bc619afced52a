#ifndef DIALECTS_SDY_SDYOPS_H
#define DIALECTS_SDY_SDYOPS_H

#include "dialects/sdy/SdyAttrs.h"
#include "dialects/sdy/SdyDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace shardwright::sdy {

/// In which direction shardings pass a propagation barrier: attributes hold the number.
constexpr llvm::StringLiteral kDirections[] = {"NONE", "FORWARD", "BACKWARD"};

} // namespace shardwright::sdy

#define GET_OP_CLASSES
#include "dialects/sdy/SdyOps.h.inc"

namespace shardwright::sdy {

/// The mesh that a sharding names or spells out; null where there is none of that name.
MeshAttr resolveMesh(mlir::Operation *from, mlir::Attribute meshOrRef);

/// Checks one sharding of a value of type `type` against its mesh; emits through `emitError`.
mlir::LogicalResult verifySharding(mlir::Operation *from, ShardingAttr sharding, mlir::Type type,
                                   llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace shardwright::sdy

#endif // DIALECTS_SDY_SDYOPS_H
