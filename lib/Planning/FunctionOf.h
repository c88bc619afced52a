#ifndef LIB_PLANNING_FUNCTIONOF_H
#define LIB_PLANNING_FUNCTIONOF_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace shardwright::planning {

/// The one function of an imported program.
inline mlir::func::FuncOp functionOf(mlir::ModuleOp module) { return *module.getOps<mlir::func::FuncOp>().begin(); }

} // namespace shardwright::planning

#endif // LIB_PLANNING_FUNCTIONOF_H
