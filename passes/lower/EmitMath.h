#ifndef PASSES_LOWER_EMITMATH_H
#define PASSES_LOWER_EMITMATH_H

#include "shardwright/Runtime/CpuFeatures.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower {

/// What functions are made of that a target may have instructions for, of f32, scalars or vectors.
struct Functions {
  /// Within two units in the last place.
  mlir::Value (*exponential)(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);
  /// A number by what is at least 1: within two units.
  mlir::Value (*quotient)(mlir::OpBuilder &b, mlir::Location loc, double number, mlir::Value by);
};

/// In arithmetic that every CPU has, but for what AVX-512 has beyond that where the target does.
const Functions &hostFunctions(const runtime::CpuFeatures &features);

/// Exponentials, logarithms, tanh, sine and cosine of f32 become arithmetic: within two units in the last place
/// everywhere, with infinities, not-a-numbers and subnormals as libm has them. Of sine and cosine, arguments too large
/// for the reduction by multiples of pi/2 in three parts go to libm, as do functions of f64.
void expandFunctions(mlir::ModuleOp kernels, const Functions &functions);

} // namespace shardwright::lower

#endif // PASSES_LOWER_EMITMATH_H
