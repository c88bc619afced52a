#ifndef PASSES_LOWER_PREPAREFORHOST_H
#define PASSES_LOWER_PREPAREFORHOST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Rewrites a per-device program into the operations that the host's schedule is made of. Works in place.
void prepareForHost(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_PREPAREFORHOST_H
