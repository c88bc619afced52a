#ifndef PASSES_IMPORT_VERIFYLABELS_H
#define PASSES_IMPORT_VERIFYLABELS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

/// Among the shardings of a function's arguments and results, a label (the I of `[I_X]`) stands for dimensions of one
/// size. A label names a dimension for readers and decides nothing, so a wrong one would be passed over in silence.
/// Emits an error at the second dimension of another size, with a note at the first.
mlir::LogicalResult verifyLabels(mlir::func::FuncOp function);

} // namespace shardwright

#endif // PASSES_IMPORT_VERIFYLABELS_H
