#ifndef PASSES_LOWER_EMITMATH_H
#define PASSES_LOWER_EMITMATH_H

#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// Elementary functions of f32 (scalars or vectors) in arithmetic of their own: within two units in the last place
/// everywhere, with infinities, not-a-numbers and subnormals as libm has them. Of f64: calls of libm.
mlir::Value emitExp(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);
mlir::Value emitLog(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);
mlir::Value emitTanh(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);
/// Arguments too large for the reduction by multiples of pi/2 in three parts go to libm.
mlir::Value emitSine(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);
mlir::Value emitCosine(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);

} // namespace shardwright::lower

#endif // PASSES_LOWER_EMITMATH_H
