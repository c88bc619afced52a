#ifndef SHARDWRIGHT_TOPOLOGY_FUNCTIONS_H
#define SHARDWRIGHT_TOPOLOGY_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace shardwright {

/// What a device may be measured at apart, since it takes far longer or shorter than its count of instructions says.
/// Named as StableHLO names it (kFunctionNames).
enum class Function : uint8_t {
  None,
  // Of elements.
  Exp,
  Expm1,
  Log,
  Log1p,
  Logistic,
  Tanh,
  Tan,
  Sine,
  Cosine,
  Sqrt,
  Rsqrt,
  Cbrt,
  RoundAwayFromZero,
  Divide,
  Remainder,
  Power,
  Atan2,
  // Reductions, of the elements that they combine and for each result: by the larger or smaller, beyond a sum; of rows
  // that wait in a kernel for what they are reduced to; by several operations.
  ReduceMaximum,
  RowMaximum,
  RowSum,
  ReduceGeneral,
  // Routines of a library.
  Fft,
  Cholesky,
  TriangularSolve,
  Lapack, ///< a custom call of LAPACK's, of which the amount of work is not known
};
inline constexpr llvm::StringLiteral kFunctionNames[] = {"none",
                                                         "exponential",
                                                         "exponential_minus_one",
                                                         "log",
                                                         "log_plus_one",
                                                         "logistic",
                                                         "tanh",
                                                         "tan",
                                                         "sine",
                                                         "cosine",
                                                         "sqrt",
                                                         "rsqrt",
                                                         "cbrt",
                                                         "round_nearest_afz",
                                                         "divide",
                                                         "remainder",
                                                         "power",
                                                         "atan2",
                                                         "reduce_maximum",
                                                         "row_maximum",
                                                         "row_sum",
                                                         "reduce_general",
                                                         "fft",
                                                         "cholesky",
                                                         "triangular_solve",
                                                         "lapack"};
static_assert(std::size(kFunctionNames) == size_t(Function::Lapack) + 1);

inline constexpr bool isRoutine(Function function) { return function >= Function::Fft; }
/// Whether a GPU leaves it to its host; Fourier transforms are products there.
inline constexpr bool isHostRoutine(Function function) { return function >= Function::Cholesky; }
inline constexpr bool isReduction(Function function) {
  return function >= Function::ReduceMaximum && !isRoutine(function);
}
inline constexpr bool isBinary(Function function) {
  return function >= Function::Divide && !isReduction(function) && !isRoutine(function);
}
/// Whether there is one of complex elements.
inline constexpr bool isOfComplex(Function function) {
  return function != Function::Cbrt && function != Function::RoundAwayFromZero && function != Function::Remainder;
}

/// Of its elements; narrower floats are computed in f32.
enum class MathType : uint8_t { F32, F64, Complex };
inline constexpr llvm::StringLiteral kMathTypeNames[] = {"f32", "f64", "complex"};
static_assert(std::size(kMathTypeNames) == size_t(MathType::Complex) + 1);

} // namespace shardwright

#endif // SHARDWRIGHT_TOPOLOGY_FUNCTIONS_H
