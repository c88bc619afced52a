#ifndef DIALECTS_EXEC_EXECOPS_H
#define DIALECTS_EXEC_EXECOPS_H

#include "dialects/exec/ExecDialect.h"
#include "dialects/sharding/ShardingAttrs.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/exec/ExecOps.h.inc"

namespace shardwright::exec {

/// Whether the op says what a buffer is, and runs nothing.
bool isBuffer(mlir::Operation *op);

/// Calls `visit(step, buffer, writes)` for each buffer that a step, or a step inside it, reads or writes.
void forEachAccess(mlir::Operation *step, llvm::function_ref<void(mlir::Operation *, mlir::Value, bool)> visit);

/// The bytes of a value of type !exec.buffer.
uint64_t bytesOf(mlir::Value buffer);

} // namespace shardwright::exec

#endif // DIALECTS_EXEC_EXECOPS_H
