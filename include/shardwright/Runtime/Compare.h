#ifndef SHARDWRIGHT_RUNTIME_COMPARE_H
#define SHARDWRIGHT_RUNTIME_COMPARE_H

#include "shardwright/Runtime/Array.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::runtime {

/// |got - want| <= atol + rtol * |want|.
struct Tolerance {
  double rtol = 0, atol = 0;
};

/// The finite elements of an array, or of some of it: how many, and the sum of their squares (of a complex one, its
/// parts).
struct SumOfSquares {
  int64_t elements = 0;
  double sum = 0;

  void add(ElementType type, int64_t count, const void *data);
  void add(const SumOfSquares &other);
  double rootMean() const;
};
SumOfSquares sumOfSquares(const Array &array);

/// What a result may differ by from another evaluation's where nobody says: with e the epsilon of the coarsest type on
/// the way, s that of the type which sums are taken in (e, but at most f32's) and n the longest sum,
///   rtol = 4 e + 16 s (4 + sqrt(n))    atol = rtol * (root mean square of the finite elements of `want`) + 8 s
/// A few roundings to the coarsest type; functions good to a few dozen units in the last place; and the probabilistic
/// bound of a sum's error, which grows by the square root (Higham and Mary, 2019); elements near zero are sums that
/// cancel, with the error of the others. Zero where nothing is rounded. A relative tolerance that is known takes the
/// place of the first, also in the second.
Tolerance defaultTolerance(const Accuracy &accuracy, const SumOfSquares &want,
                           std::optional<double> rtol = std::nullopt);

/// Two arrays element by element: |got - want| <= atol + rtol * |want| for floating point (complex: of the pair), equal
/// for integers and i1; infinities and NaN must be in the same places.
struct Comparison {
  int64_t elements = 0;
  int64_t differing = 0; ///< elements outside the tolerance
  double maxError = 0;   ///< largest |got - want|; infinity where one is not finite and the other differs
  /// Row-major index of the worst element, the first of these: of those that differ, or of all where none does, the one
  /// of the largest error; -1: no error anywhere.
  int64_t maxErrorAt = -1;
  double errorThere = 0; ///< |got - want| of that one

  bool ok() const { return differing == 0; }
  /// With what has been found in other elements of the same arrays. True: the worst one is among those.
  bool add(const Comparison &other);
};

/// `got` and `want` are dense row-major and of one type and shape.
Comparison compareElements(ElementType type, int64_t elements, const void *got, const void *want, double rtol,
                           double atol);

/// The distance in units in the last place must lie in [minUlp, maxUlp]; floating-point types only, NaN equals NaN.
Comparison compareUlps(ElementType type, int64_t elements, const void *got, const void *want, uint64_t minUlp,
                       uint64_t maxUlp);

/// `element [3, 5] is 0.25, expected 0.5; 17 of 64 elements differ, largest error 0.25`
std::string describeComparison(const Comparison &comparison, ElementType type, const std::vector<int64_t> &shape,
                               const void *got, const void *want);
/// The same of arrays that are not here: `got` and `want` are what elementText() says of the worst element.
std::string describeComparison(const Comparison &comparison, const std::vector<int64_t> &shape, const std::string &got,
                               const std::string &want);
/// Element `at`, with as many digits as its type has.
std::string elementText(ElementType type, const void *data, int64_t at);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_COMPARE_H
