#ifndef LIB_COMPILER_SUMMARIZE_H
#define LIB_COMPILER_SUMMARIZE_H

#include "lib/Estimate/Memory.h"
#include "shardwright/Compiler/Summary.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::compiler {

/// What a per-device program costs, without seconds. Loops and branches count as ExecutionCounts says. `memory`: of the
/// program.
Summary summarize(mlir::ModuleOp module, const estimate::Memory &memory);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_SUMMARIZE_H
