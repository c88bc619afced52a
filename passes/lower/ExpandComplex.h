#ifndef PASSES_LOWER_EXPANDCOMPLEX_H
#define PASSES_LOWER_EXPANDCOMPLEX_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Rewrites what cannot be split part by part: a sort of complex values sorts their parts, a clamp is a maximum and a
/// minimum.
void expandComplex(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_EXPANDCOMPLEX_H
