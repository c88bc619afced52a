#ifndef PASSES_IMPORT_COMPLEXFUNCTIONS_H
#define PASSES_IMPORT_COMPLEXFUNCTIONS_H

#include "passes/common/TensorExpr.h"

namespace shardwright {

/// A complex tensor by its parts.
struct ComplexParts {
  TensorExpr re, im;
};

/// Functions of complex numbers by those of f64, element by element: within 4 units in the last place of each part over
/// the whole plane (of f32, which is computed in f64, within 1), with the branch cuts of C's Annex G told apart by the
/// signs of zeros.
ComplexParts sinh(ComplexParts z);
ComplexParts cosh(ComplexParts z);
ComplexParts asin(ComplexParts z);
ComplexParts acos(ComplexParts z);
ComplexParts atan(ComplexParts z);
ComplexParts asinh(ComplexParts z);
ComplexParts acosh(ComplexParts z);
ComplexParts atanh(ComplexParts z);

} // namespace shardwright

#endif // PASSES_IMPORT_COMPLEXFUNCTIONS_H
