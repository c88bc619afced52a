#ifndef PASSES_IMPORT_TENSORMATH_H
#define PASSES_IMPORT_TENSORMATH_H

#include "passes/common/TensorExpr.h"
#include "passes/import/FunctionFits.h"

namespace shardwright {

constexpr double kLog2 = 0.69314718055994530942;

/// The fit at t, by Horner's rule, with as many terms as the element type needs.
TensorExpr evaluate(const fits::Fit &fit, TensorExpr t);

/// Functions of floats (f32 or f64), element by element: within two units in the last place of f64 away from zeros of
/// lgamma and digamma left of the origin. In f32 the errors of a few steps show; see expand-chlo's choice of types.
TensorExpr erf(TensorExpr x);
TensorExpr erfc(TensorExpr x);
TensorExpr erfInv(TensorExpr x);
TensorExpr besselI1e(TensorExpr x);
TensorExpr lgamma(TensorExpr x);
TensorExpr digamma(TensorExpr x);
TensorExpr zeta(TensorExpr s, TensorExpr q);
TensorExpr polygamma(TensorExpr order, TensorExpr x);
TensorExpr sinh(TensorExpr x);
TensorExpr cosh(TensorExpr x);
TensorExpr asin(TensorExpr x);
TensorExpr acos(TensorExpr x);
TensorExpr asinh(TensorExpr x);
TensorExpr acosh(TensorExpr x);
TensorExpr atanh(TensorExpr x);

} // namespace shardwright

#endif // PASSES_IMPORT_TENSORMATH_H
