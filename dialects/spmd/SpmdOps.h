#ifndef DIALECTS_SPMD_SPMDOPS_H
#define DIALECTS_SPMD_SPMDOPS_H

#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/spmd/SpmdDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/spmd/SpmdOps.h.inc"

#endif // DIALECTS_SPMD_SPMDOPS_H
