#ifndef PASSES_LOWER_COMPLEXMATH_H
#define PASSES_LOWER_COMPLEXMATH_H

#include "passes/common/TensorExpr.h"

#include <optional>

namespace shardwright::lower {

/// A complex tensor as two real ones.
struct ComplexExpr {
  TensorExpr re, im;
};

/// Whether the operation is computed on parts of f64 where its operands have parts of f32: all but sums and products,
/// whose parts are rounded once or twice and may cancel as they may anywhere.
bool isWidened(mlir::Operation *op);

/// The magnitude, without overflow in between.
TensorExpr abs(ComplexExpr z);

/// What an operation of one complex operand, or of two, computes where its result is complex; nothing where it is none.
using ComplexUnary = ComplexExpr (*)(ComplexExpr z);
using ComplexBinary = ComplexExpr (*)(ComplexExpr a, ComplexExpr b);
std::optional<ComplexUnary> complexUnary(mlir::Operation *op);
std::optional<ComplexBinary> complexBinary(mlir::Operation *op);

} // namespace shardwright::lower

#endif // PASSES_LOWER_COMPLEXMATH_H
