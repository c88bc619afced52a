#ifndef PASSES_LOWER_FOURIERPRODUCTS_H
#define PASSES_LOWER_FOURIERPRODUCTS_H

#include "passes/lower/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Discrete Fourier transforms (calls of the routine `fft`, behind callLibrary()) as matrix products, by Cooley and
/// Tukey's factorization: a line of n = a b points is b transforms of a points, each a product with the matrix of the
/// transform, a multiplication with roots of unity, and a transforms of b points. Lines that have a prime factor above
/// `traits.largestTransform`, or more points than are kept as constants, stay calls.
void multiplyTransforms(mlir::func::FuncOp function, const MachineTraits &traits);

} // namespace shardwright::lower

#endif // PASSES_LOWER_FOURIERPRODUCTS_H
