#ifndef PASSES_LOWER_SPLITCOMPLEX_H
#define PASSES_LOWER_SPLITCOMPLEX_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Makes of each complex value of the function its real and its imaginary part. Arguments and results keep their bytes:
/// the two parts alternate along the last dimension. An operation that cannot be split is an error.
mlir::LogicalResult splitComplex(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_SPLITCOMPLEX_H
