#ifndef PASSES_LOWER_SINKOPERATIONS_H
#define PASSES_LOWER_SINKOPERATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Moves operations element by element behind products and calls, to the first that uses what they compute where that
/// is element by element, too, with what is computed for them alone: there they may be part of its kernel. Not where
/// that keeps more bytes alive than it saves.
void sinkOperations(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_SINKOPERATIONS_H
