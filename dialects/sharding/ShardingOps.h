#ifndef DIALECTS_SHARDING_SHARDINGOPS_H
#define DIALECTS_SHARDING_SHARDINGOPS_H

#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/sharding/ShardingDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/sharding/ShardingOps.h.inc"

#endif // DIALECTS_SHARDING_SHARDINGOPS_H
