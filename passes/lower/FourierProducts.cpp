#include "passes/lower/FourierProducts.h"

#include "dialects/interfaces/TensorType.h"
#include "passes/common/TensorExpr.h"
#include "passes/lower/ChunkBuilder.h"
#include "passes/lower/LibraryCalls.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Points of the longest line whose roots are constants of the program.
constexpr int64_t kMostPoints = int64_t{1} << 20;

/// e^(2 pi i number / count), by exact symmetries of the circle and the x87's functions: the same on every machine.
std::complex<double> root(int64_t number, int64_t count) {
  number %= count;
  if (4 * number % count == 0) {
    static constexpr double kCosines[] = {1, 0, -1, 0}, kSines[] = {0, 1, 0, -1};
    return {kCosines[4 * number / count], kSines[4 * number / count]};
  }
  const long double angle =
      2 * 3.14159265358979323846264338327950288L * static_cast<long double>(number) / static_cast<long double>(count);
  return {static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
}

/// How a line of so many points is cut: the points of its transforms, the outermost first, at the least operations.
class Factors {
public:
  explicit Factors(const MachineTraits &traits) : traits(traits) {}

  /// Nothing: a prime factor is too large.
  std::optional<SmallVector<int64_t>> of(int64_t points) {
    SmallVector<int64_t> factors;
    while (points > 0) {
      const Cut &cut = best(points);
      if (cut.factor == 0)
        return std::nullopt;
      factors.push_back(cut.factor);
      points = cut.factor == points ? 0 : points / cut.factor;
    }
    return factors;
  }

private:
  struct Cut {
    double operations = std::numeric_limits<double>::infinity(); ///< for each point
    int64_t factor = 0;                                          ///< 0: there is none
  };

  const Cut &best(int64_t points) {
    if (auto known = cuts.find(points); known != cuts.end())
      return known->second;
    Cut cut;
    for (int64_t factor = 2; factor <= std::min(points, traits.largestTransform); ++factor)
      if (points % factor == 0) {
        const double rest = factor == points ? 0 : traits.transformOperations + best(points / factor).operations;
        const double operations = 8 * static_cast<double>(factor) + rest;
        if (operations < cut.operations)
          cut = {operations, factor};
      }
    if (points == 1)
      cut = {0, 1};
    return cuts[points] = cut;
  }

  const MachineTraits &traits;
  std::map<int64_t, Cut> cuts;
};

/// The two parts of complex numbers.
struct Pair {
  Value re, im; ///< im: null where all are real
};

class TransformBuilder {
public:
  TransformBuilder(stablehlo::CustomCallOp call, ArrayRef<int64_t> parameters)
      : call(call), b(call), loc(call.getLoc()), numDims(parameters[1]), isInverse(parameters[2] != 0),
        realIn(parameters[0] == 1), realOut(call.getNumResults() == 1),
        element(getElementTypeOrSelf(call.getOperand(0).getType())),
        whole(tensorShape(realOut ? call.getResult(0) : call.getOperand(0))) {}

  /// The lines of each dimension of the transform, the outermost first.
  ArrayRef<int64_t> lengths() const { return ArrayRef(whole).take_back(numDims); }

  void build(ArrayRef<SmallVector<int64_t>> factors) {
    Pair x{call.getOperand(0), realIn ? Value() : call.getOperand(1)};
    const int64_t rank = static_cast<int64_t>(whole.size());
    if (!realOut)
      x = alongLast(x, factors.back());
    for (int64_t dim = rank - 1; dim-- > rank - numDims;)
      x = along(x, dim, factors[dim - (rank - numDims)]);
    if (realOut)
      x = toReal(x, factors.back());
    call.getResult(0).replaceAllUsesWith(x.re);
    if (!realOut)
      call.getResult(1).replaceAllUsesWith(x.im);
    call.erase();
  }

private:
  RankedTensorType typeOf(ArrayRef<int64_t> shape) const { return RankedTensorType::get(shape, element); }
  static ArrayRef<int64_t> shapeOf(Pair x) { return tensorShape(x.re); }
  template <typename Function> static Pair each(Pair x, const Function &function) {
    return {function(x.re), x.im ? function(x.im) : Value()};
  }
  Pair reshaped(Pair x, ArrayRef<int64_t> shape) {
    return each(x, [&](Value part) -> Value {
      return part.getType() == typeOf(shape) ? part
                                             : stablehlo::ReshapeOp::create(b, loc, typeOf(shape), part).getResult();
    });
  }
  Pair transposed(Pair x, ArrayRef<int64_t> order) {
    const SmallVector<int64_t> shape = llvm::map_to_vector(order, [&](int64_t d) { return shapeOf(x)[d]; });
    return each(x, [&](Value part) -> Value {
      return stablehlo::TransposeOp::create(b, loc, typeOf(shape), part, b.getDenseI64ArrayAttr(order));
    });
  }
  /// The elements [begin, end) of the last dimension.
  Value sliced(Value part, int64_t begin, int64_t end) {
    const int64_t last = tensorType(part).getRank() - 1;
    return begin == 0 && end == tensorShape(part).back() ? part : staticPart(b, part, last, begin, end);
  }
  Value joined(Value first, Value second, int64_t dim) {
    SmallVector<int64_t> shape(tensorShape(first));
    shape[dim] += tensorShape(second)[dim];
    return stablehlo::ConcatenateOp::create(b, loc, typeOf(shape), ValueRange{first, second}, b.getI64IntegerAttr(dim));
  }
  Value constant(ArrayRef<int64_t> shape, ArrayRef<double> numbers) {
    const auto attribute =
        element.isF64()
            ? DenseElementsAttr::get(typeOf(shape), numbers)
            : DenseElementsAttr::get(typeOf(shape), ArrayRef(llvm::map_to_vector(numbers, [](double number) {
                                       return static_cast<float>(number);
                                     })));
    return stablehlo::ConstantOp::create(b, loc, cast<ElementsAttr>(attribute));
  }
  std::complex<double> rootOf(int64_t number, int64_t count) const {
    const std::complex<double> its = root(number, count);
    return isInverse ? its : std::conj(its);
  }

  /// The sum over dimension 1 of x with the parts of both sides one behind the other: [r, ..., its results].
  Value product(Pair x, Value matrix) {
    const Value lines = x.im ? joined(x.re, x.im, 1) : x.re;
    SmallVector<int64_t> shape(tensorShape(lines));
    shape.erase(shape.begin() + 1);
    shape.push_back(tensorShape(matrix)[1]);
    auto numbers = stablehlo::DotDimensionNumbersAttr::get(b.getContext(), {}, {}, {1}, {0});
    return stablehlo::DotGeneralOp::create(b, loc, typeOf(shape), lines, matrix, numbers, ArrayAttr(),
                                           stablehlo::DotAlgorithmAttr());
  }

  /// Transforms of `points` along dimension 1 of [r, points, ...], which becomes the last one; the first `wanted` of
  /// their results.
  Pair multiplied(Pair x, int64_t points, int64_t wanted) {
    const double scale = isInverse ? 1 / static_cast<double>(points) : 1;
    const int64_t rows = x.im ? 2 * points : points, columns = 2 * wanted;
    SmallVector<double> numbers(rows * columns);
    for (int64_t j = 0; j < points; ++j)
      for (int64_t k = 0; k < wanted; ++k) {
        const std::complex<double> factor = scale * rootOf(j * k, points);
        numbers[j * columns + k] = factor.real();
        numbers[j * columns + wanted + k] = factor.imag();
        if (x.im) {
          numbers[(points + j) * columns + k] = -factor.imag();
          numbers[(points + j) * columns + wanted + k] = factor.real();
        }
      }
    const Value result = product(x, constant({rows, columns}, numbers));
    return {sliced(result, 0, wanted), sliced(result, wanted, columns)};
  }

  /// Element (..., j, k) by the root of number j k of `points`; x is [r, j, m, k].
  Pair turned(Pair x, int64_t points) {
    const SmallVector<int64_t> shape(shapeOf(x));
    const int64_t rows = shape[1], columns = shape[3];
    SmallVector<double> cosines, sines;
    for (int64_t j = 0; j < rows; ++j)
      for (int64_t k = 0; k < columns; ++k) {
        const std::complex<double> factor = rootOf(j * k, points);
        cosines.push_back(factor.real());
        sines.push_back(factor.imag());
      }
    auto spread = [&](ArrayRef<double> numbers) -> TensorExpr {
      const Value table = constant({rows, columns}, numbers);
      return {b, loc, stablehlo::BroadcastInDimOp::create(b, loc, typeOf(shape), table, ArrayRef<int64_t>{1, 3})};
    };
    const TensorExpr cosine = spread(cosines), sine = spread(sines), re(b, loc, x.re), im(b, loc, x.im);
    return {(re * cosine - im * sine).get(), (re * sine + im * cosine).get()};
  }

  /// Transforms along dimension 1 of [r, n, m], as [r, m, wanted].
  Pair transform(Pair x, ArrayRef<int64_t> factors, int64_t wanted) {
    const int64_t r = shapeOf(x)[0], n = shapeOf(x)[1], m = shapeOf(x)[2], a = factors.front();
    if (factors.size() == 1) {
      const Pair lines = m == 1 ? reshaped(x, {r, n}) : x;
      return reshaped(multiplied(lines, n, wanted), {r, m, wanted});
    }
    // Point j1 b + j2 of the line goes to k1 + a k2.
    const int64_t rest = n / a;
    Pair y = reshaped(multiplied(reshaped(x, {r, a, rest * m}), a, a), {r, rest, m, a});
    y = transform(reshaped(turned(y, n), {r, rest, m * a}), factors.drop_front(), rest);
    y = reshaped(transposed(reshaped(y, {r, m, a, rest}), {0, 1, 3, 2}), {r, m, n});
    return each(y, [&](Value part) { return sliced(part, 0, wanted); });
  }

  Pair alongLast(Pair x, ArrayRef<int64_t> factors) {
    SmallVector<int64_t> shape(shapeOf(x));
    const int64_t n = shape.back(), wanted = realIn ? n / 2 + 1 : n;
    const Pair lines = reshaped(x, {countOf(shape) / n, n, 1});
    shape.back() = wanted;
    return reshaped(transform(lines, factors, wanted), shape);
  }

  Pair along(Pair x, int64_t dim, ArrayRef<int64_t> factors) {
    const SmallVector<int64_t> shape(shapeOf(x));
    const int64_t r = countOf(ArrayRef(shape).take_front(dim)), n = shape[dim],
                  m = countOf(ArrayRef(shape).drop_front(dim + 1));
    return reshaped(transposed(transform(reshaped(x, {r, n, m}), factors, n), {0, 2, 1}), shape);
  }
  static int64_t countOf(ArrayRef<int64_t> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), int64_t{1}, std::multiplies<>());
  }

  /// Of the first half, which the second one mirrors; the imaginary part of a line's sum vanishes.
  Pair toReal(Pair x, ArrayRef<int64_t> factors) {
    SmallVector<int64_t> shape(shapeOf(x));
    const int64_t n = whole.back(), half = shape.back(), r = countOf(shape) / half;
    if (factors.size() == 1)
      return {stablehlo::ReshapeOp::create(b, loc, typeOf(whole), product(reshaped(x, {r, half}), halfMatrix(n, half))),
              Value()};
    auto mirrored = [&](Value part) -> Value {
      const Value tail = sliced(part, 1, n - half + 1);
      return stablehlo::ReverseOp::create(b, loc, tail.getType(), tail,
                                          b.getDenseI64ArrayAttr({static_cast<int64_t>(shape.size()) - 1}));
    };
    const auto last = static_cast<int64_t>(shape.size()) - 1;
    const TensorExpr conjugate = -TensorExpr(b, loc, mirrored(x.im));
    const Pair lines{joined(x.re, mirrored(x.re), last), joined(x.im, conjugate.get(), last)};
    return reshaped({transform(reshaped(lines, {r, n, 1}), factors, n).re, Value()}, whole);
  }

  /// What the elements of the first half, real and imaginary parts, add to the real parts of a line of n.
  Value halfMatrix(int64_t n, int64_t half) {
    SmallVector<double> numbers(2 * half * n);
    for (int64_t k = 0; k < half; ++k)
      for (int64_t j = 0; j < n; ++j) {
        const std::complex<double> factor = (2 * k % n == 0 ? 1.0 : 2.0) / static_cast<double>(n) * rootOf(j * k, n);
        numbers[k * n + j] = factor.real();
        numbers[(half + k) * n + j] = -factor.imag();
      }
    return constant({2 * half, n}, numbers);
  }

  stablehlo::CustomCallOp call;
  OpBuilder b;
  Location loc;
  const int64_t numDims;
  const bool isInverse, realIn, realOut;
  const Type element;
  const SmallVector<int64_t> whole; ///< of the side with whole lines
};

} // namespace

void multiplyTransforms(func::FuncOp function, const MachineTraits &traits) {
  Factors factors(traits);
  function.walk([&](stablehlo::CustomCallOp call) {
    const std::optional<ArrayRef<int64_t>> parameters = libraryParameters(call);
    if (!parameters || call.getCallTargetName() != "fft")
      return;
    TransformBuilder builder(call, *parameters);
    SmallVector<SmallVector<int64_t>> all;
    bool isEmpty =
        llvm::any_of(call.getOperands(), [](Value value) { return llvm::is_contained(tensorShape(value), 0); });
    for (int64_t length : builder.lengths())
      if (std::optional<SmallVector<int64_t>> its = isEmpty || length > kMostPoints ? std::nullopt : factors.of(length))
        all.push_back(*std::move(its));
    if (all.size() == builder.lengths().size())
      builder.build(all);
  });
}

} // namespace shardwright::lower
