#include "passes/import/TensorMath.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace shardwright {

using stablehlo::ComparisonDirection;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double kPi = 3.14159265358979323846;

TensorExpr evaluate(const fits::Fit &fit, TensorExpr t) {
  ArrayRef<double> powers = t.getElementType().isF64() ? fit.f64 : fit.f32;
  double scale = 2 / (fit.high - fit.low);
  TensorExpr s = t * scale - (fit.low + fit.high) / (fit.high - fit.low);
  TensorExpr result = s.like(powers.back());
  for (double power : llvm::reverse(powers.drop_back()))
    result = result * s + power;
  return result;
}

//===-- The error function and its kin ----------------------------------------------------------------------------===//

// erf of magnitudes up to 1.
static TensorExpr erfCentre(TensorExpr x) { return x * evaluate(fits::kErfBySquare, x * x); }

// erfc of magnitudes from 1/2 up; `a` is not negative.
static TensorExpr erfcTail(TensorExpr a) {
  Type element = a.getElementType();
  Type coarser = element.isF64() ? a.getBuilder().getF32Type() : Type(a.getBuilder().getBF16Type());
  // Beyond this the result rounds to zero.
  a = minimum(a, element.isF64() ? 28.0 : 12.0);
  // The square of a value of few bits is exact: e^(-a^2) loses nothing to the rounding of a^2.
  TensorExpr head = a.to(coarser).to(element);
  TensorExpr power = exp(-(head * head)) * exp((head - a) * (head + a));
  TensorExpr t = 1.0 / (a + 2.0);
  return power * t * evaluate(fits::kErfcScaled, t);
}

TensorExpr erf(TensorExpr x) {
  TensorExpr a = abs(x);
  return select(a < 1.0, erfCentre(x), sign(x) * (1.0 - erfcTail(a)));
}

TensorExpr erfc(TensorExpr x) {
  TensorExpr a = abs(x);
  TensorExpr tail = erfcTail(a);
  // Above 1/2 the difference would cancel.
  TensorExpr right = select(x < 0.5, 1.0 - erfCentre(x), tail);
  return select(x < -1.0, 2.0 - tail, right);
}

TensorExpr erfInv(TensorExpr x) {
  TensorExpr a = abs(x);
  TensorExpr w = -log((1.0 - a) * (1.0 + a));
  TensorExpr root = sqrt(w);
  TensorExpr factor = evaluate(fits::kErfInvMiddle, root);
  if (x.getElementType().isF64())
    factor = select(root > fits::kErfInvTail.low, evaluate(fits::kErfInvTail, root), factor);
  TensorExpr result = x * select(w < 5.0, evaluate(fits::kErfInvCentre, w), factor);
  return select(equal(a, a.like(1.0)), x * kInfinity, result);
}

TensorExpr besselI1e(TensorExpr x) {
  constexpr double kTail = 8;
  constexpr int kTerms = 24;
  TensorExpr a = abs(x), bounded = minimum(a, kTail), square = bounded * bounded * 0.25;
  // Sum of (x / 2)^(2k) / (k! (k + 1)!): nothing cancels.
  TensorExpr sum = square.like(1.0);
  for (int k = kTerms; k >= 1; --k)
    sum = sum * square * (1.0 / (k * (k + 1.0))) + 1.0;
  TensorExpr far = maximum(a, kTail);
  TensorExpr tail = evaluate(fits::kBesselI1Tail, 1.0 / far) / sqrt(far);
  return select(a < kTail, x * (0.5 * sum * exp(-a)), sign(x) * tail);
}

//===-- The gamma function and its kin ----------------------------------------------------------------------------===//

// Bernoulli numbers B_2, B_4, ...
static constexpr double kBernoulli[] = {1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
                                        -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330};

// Where the asymptotic series start to be exact enough.
static constexpr int kShift = 10;

static TensorExpr atLeast(TensorExpr x, double bound) { return x.compare(ComparisonDirection::GE, x.like(bound)); }

// An argument below kShift, lowered by ones until it is below `end`; `visit` sees each of the values passed, with where
// that is so.
static TensorExpr lowered(TensorExpr x, double end,
                          llvm::function_ref<void(TensorExpr where, TensorExpr value)> visit) {
  for (double most = kShift; most > end; --most) {
    TensorExpr where = atLeast(x, end), less = x - 1.0;
    visit(where, less);
    x = select(where, less, x);
  }
  return x;
}

// The distance to the nearest whole number, exactly.
static TensorExpr besideWhole(TensorExpr x) { return x - x.unary<stablehlo::RoundNearestEvenOp>(); }

// Of positive arguments.
static TensorExpr lgammaRight(TensorExpr x) {
  TensorExpr smallest = x * evaluate(fits::kLgammaOne, x) - log(x);
  TensorExpr low = (x - 1.0) * evaluate(fits::kLgammaOne, x - 1.0);
  // Gamma(z + n) = z (z + 1) ... (z + n - 1) Gamma(z), downwards: both logarithms have one sign.
  TensorExpr product = x.like(1.0);
  TensorExpr base = lowered(minimum(x, kShift), 2.5, [&](TensorExpr where, TensorExpr value) {
    product = select(where, product * value, product);
  });
  TensorExpr middle = (base - 2.0) * evaluate(fits::kLgammaTwo, base - 2.0) + log(product);
  TensorExpr y = maximum(x, kShift);
  TensorExpr inverse = 1.0 / y, square = inverse * inverse;
  TensorExpr series = inverse.like(0.0);
  for (int n = 8; n >= 1; --n)
    series = series * square + kBernoulli[n - 1] / (2.0 * n * (2 * n - 1));
  // Half of log(2 pi), less the half that (y - 1/2) (log y - 1) has too much.
  constexpr double kHalf = 0.41893853320467274178;
  TensorExpr stirling = (y - 0.5) * (log(y) - 1.0) + (kHalf + series * inverse);
  TensorExpr result = select(x < 1.5, low, select(x < kShift, middle, stirling));
  return select(x < 0.5, smallest, result);
}

TensorExpr lgamma(TensorExpr x) {
  TensorExpr isRight = x > 0.0;
  TensorExpr right = lgammaRight(select(isRight, x, 1.0 - x));
  // Gamma(x) Gamma(1 - x) = pi / sin(pi x)
  TensorExpr beside = abs(besideWhole(x));
  TensorExpr sine = (beside * kPi).unary<stablehlo::SineOp>() * (1 / kPi);
  // A sine as small as its argument would be rounded twice on the way.
  TensorExpr left = -log(select(beside < 1e-9, beside, sine)) - right;
  TensorExpr result = select(isRight, right, left);
  return select(equal(abs(x), x.like(kInfinity)), x.like(kInfinity), result);
}

// Of positive arguments.
static TensorExpr digammaRight(TensorExpr x) {
  // digamma(x + 1) = digamma(x) + 1 / x, up from below 1 and down from above 3.
  TensorExpr isLow = x < 1.0, sum = select(isLow, -1.0 / x, x.like(0.0));
  TensorExpr base = lowered(minimum(select(isLow, x + 1.0, x), kShift), 3.0,
                            [&](TensorExpr where, TensorExpr value) { sum = select(where, sum + 1.0 / value, sum); });
  // The root as two numbers.
  constexpr double kRoot = 1.4616321449683622, kRootRest = 9.549995429965697e-17;
  TensorExpr centre = ((base - kRoot) - kRootRest) * evaluate(fits::kDigamma, base);
  TensorExpr y = maximum(x, kShift);
  TensorExpr inverse = 1.0 / y, square = inverse * inverse;
  TensorExpr series = inverse.like(0.0);
  for (int n = 8; n >= 1; --n)
    series = (series + kBernoulli[n - 1] / (2.0 * n)) * square;
  return select(x < kShift, centre + sum, log(y) - (0.5 * inverse + series));
}

TensorExpr digamma(TensorExpr x) {
  TensorExpr isRight = x > 0.0;
  TensorExpr right = digammaRight(select(isRight, x, 1.0 - x));
  // digamma(1 - x) - digamma(x) = pi / tan(pi x)
  TensorExpr beside = besideWhole(x), angle = beside * kPi;
  TensorExpr cotangent = kPi * (angle.unary<stablehlo::CosineOp>() / angle.unary<stablehlo::SineOp>());
  // So near a pole it is 1 / x, in one rounding.
  cotangent = select(abs(beside) < 1e-9, 1.0 / beside, cotangent);
  TensorExpr pole = equal(beside, beside.like(0.0));
  // Zero is a pole with a sign; the other poles have none.
  TensorExpr atPole = select(equal(x, x.like(0.0)), -1.0 / x, x.like(kNaN));
  return select(isRight, right, select(pole, atPole, right - cotangent));
}

// Sum of 1 / (q + k)^s over k, by the formula of Euler and Maclaurin.
TensorExpr zeta(TensorExpr s, TensorExpr q) {
  // What is rounded away from q + k counts s times in the power: Knuth's sum of two numbers tells it.
  auto power = [&](double k) {
    TensorExpr base = q + k, added = base - q;
    TensorExpr lost = (q - (base - added)) + (k - added);
    TensorExpr rounded = base.binary<stablehlo::PowOp>(-s);
    return rounded - rounded * (s * (lost / base));
  };
  TensorExpr sum = power(0);
  for (int k = 1; k < kShift; ++k)
    sum = sum + power(k);
  TensorExpr end = q + kShift;
  TensorExpr last = power(kShift);
  sum = sum + last * end / (s - 1.0) + 0.5 * last;
  TensorExpr factor = s * last / end;
  double factorial = 2;
  for (int n = 1; n <= 10; ++n) {
    sum = sum + factor * (kBernoulli[n - 1] / factorial);
    factor = factor * (s + (2.0 * n - 1)) * (s + 2.0 * n) / (end * end);
    factorial *= (2.0 * n + 1) * (2.0 * n + 2);
  }
  TensorExpr pole = equal(s, s.like(1.0));
  TensorExpr whole = equal(q, q.unary<stablehlo::FloorOp>());
  TensorExpr onPole = select(whole, q.like(kInfinity), q.like(kNaN));
  sum = select(q > 0.0, sum, onPole);
  return select(s < 1.0, s.like(kNaN), select(pole, s.like(kInfinity), sum));
}

// Gamma(n + 1) of whole numbers: by products as long as these are exact.
static TensorExpr factorial(TensorExpr n) {
  constexpr int kExact = 20;
  TensorExpr product = n.like(1.0);
  for (int k = 2; k <= kExact; ++k)
    product = select(atLeast(n, k), product * k, product);
  return select(n > kExact, exp(lgamma(n + 1.0)), product);
}

TensorExpr polygamma(TensorExpr order, TensorExpr x) {
  TensorExpr next = order + 1.0;
  // The sign is that of (-1)^(order + 1).
  TensorExpr half = next * 0.5;
  TensorExpr odd = half.compare(ComparisonDirection::NE, half.unary<stablehlo::FloorOp>());
  TensorExpr magnitude = factorial(order) * zeta(next, x);
  TensorExpr higher = select(odd, -magnitude, magnitude);
  TensorExpr result = select(equal(order, order.like(0.0)), digamma(x), higher);
  TensorExpr whole = equal(order, order.unary<stablehlo::FloorOp>());
  return select(whole, select(order < 0.0, x.like(kNaN), result), x.like(kNaN));
}

//===-- Hyperbolic and inverse functions --------------------------------------------------------------------------===//

// e^a / 2, of a not below 0; overflows only where it must. The leading bits of log 2 are so few that nothing is rounded
// where they are taken from a large argument.
static TensorExpr halfExp(TensorExpr a) {
  constexpr double kLog2Head = 0.693359375;
  TensorExpr near = exp(a - kLog2Head);
  return near + near * std::expm1(kLog2Head - kLog2);
}

TensorExpr sinh(TensorExpr x) {
  TensorExpr a = abs(x), half = halfExp(a);
  // x + x^3 / 3! + x^5 / 5! ...
  constexpr int kTerms = 9;
  TensorExpr bounded = minimum(a, 1.0), square = bounded * bounded, series = square.like(1.0);
  for (int k = kTerms; k >= 2; --k)
    series = series * square * (1.0 / (2 * k * (2 * k + 1))) + 1.0;
  TensorExpr small = x + x * (square * series * (1.0 / 6));
  return select(a < 1.0, small, sign(x) * (half - 0.25 / half));
}

TensorExpr cosh(TensorExpr x) {
  TensorExpr half = halfExp(abs(x));
  return half + 0.25 / half;
}

TensorExpr asin(TensorExpr x) { return 2.0 * atan2(x, 1.0 + sqrt((1.0 - x) * (1.0 + x))); }

TensorExpr acos(TensorExpr x) { return 2.0 * atan2(sqrt(1.0 - x), sqrt(1.0 + x)); }

// Above this the square of the argument plus one is the square.
static constexpr double kLarge = 1e10;

TensorExpr asinh(TensorExpr x) {
  TensorExpr a = abs(x);
  TensorExpr bounded = minimum(a, kLarge), square = bounded * bounded;
  TensorExpr usual = log1p(bounded + square / (1.0 + sqrt(square + 1.0)));
  return sign(x) * select(a > kLarge, log(a) + kLog2, usual);
}

TensorExpr acosh(TensorExpr x) {
  TensorExpr t = minimum(x, kLarge) - 1.0;
  TensorExpr usual = log1p(t + sqrt(t * (t + 2.0)));
  TensorExpr result = select(x > kLarge, log(x) + kLog2, usual);
  return select(x < 1.0, x.like(kNaN), result);
}

TensorExpr atanh(TensorExpr x) { return 0.5 * (log1p(x) - log1p(-x)); }

} // namespace shardwright
