#include "passes/import/TensorMath.h"

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

// erf of magnitudes below 1.
static TensorExpr erfCentre(TensorExpr x) { return x * evaluate(fits::kErfBySquare, x * x); }

// erfc of magnitudes from 1 up; `a` is not negative.
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
  return select(a < 1.0, 1.0 - erfCentre(x), select(x < 0.0, 2.0 - tail, tail));
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
  TensorExpr a = abs(x);
  TensorExpr far = maximum(a, 8.0);
  TensorExpr tail = evaluate(fits::kBesselI1Tail, 1.0 / far) / sqrt(far);
  return select(a < 8.0, x * evaluate(fits::kBesselI1Centre, minimum(a, 8.0)), sign(x) * tail);
}

//===-- The gamma function and its kin ----------------------------------------------------------------------------===//

// Bernoulli numbers B_2, B_4, ...
static constexpr double kBernoulli[] = {1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,     5.0 / 66,
                                        -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798, -174611.0 / 330};

// Where the asymptotic series start to be exact enough.
static constexpr int kShift = 10;

// Argument reflected to at least 1/2.
static TensorExpr reflected(TensorExpr x, TensorExpr reflect) { return select(reflect, 1.0 - x, x); }

TensorExpr lgamma(TensorExpr x) {
  TensorExpr reflect = x < 0.5;
  TensorExpr z = reflected(x, reflect);
  // Gamma(z + n) = z (z + 1) ... (z + n - 1) Gamma(z)
  TensorExpr small = z < kShift;
  TensorExpr bounded = minimum(z, kShift);
  TensorExpr product = bounded;
  for (int i = 1; i < kShift; ++i)
    product = product * (bounded + i);
  TensorExpr y = select(small, z + kShift, z);
  TensorExpr inverse = 1.0 / y, square = inverse * inverse;
  TensorExpr series = inverse.like(0.0);
  for (int n = 7; n >= 1; --n)
    series = series * square + kBernoulli[n - 1] / (2.0 * n * (2 * n - 1));
  TensorExpr stirling = (y - 0.5) * log(y) - y + (0.91893853320467274178 + series * inverse);
  TensorExpr result = select(small, stirling - log(product), stirling);
  // Gamma(x) Gamma(1 - x) = pi / sin(pi x)
  TensorExpr fraction = x - x.unary<stablehlo::FloorOp>();
  TensorExpr sine = (fraction * kPi).unary<stablehlo::SineOp>();
  TensorExpr pole = equal(fraction, fraction.like(0.0));
  TensorExpr left = select(pole, x.like(kInfinity), std::log(kPi) - log(sine) - result);
  result = select(reflect, left, result);
  return select(equal(abs(x), x.like(kInfinity)), x.like(kInfinity), result);
}

TensorExpr digamma(TensorExpr x) {
  TensorExpr reflect = x < 0.5;
  TensorExpr z = reflected(x, reflect);
  TensorExpr shifted = 1.0 / z;
  for (int i = 1; i < kShift; ++i)
    shifted = shifted + 1.0 / (z + i);
  TensorExpr y = z + kShift;
  TensorExpr inverse = 1.0 / y, square = inverse * inverse;
  TensorExpr series = inverse.like(0.0);
  for (int n = 8; n >= 1; --n)
    series = (series + kBernoulli[n - 1] / (2.0 * n)) * square;
  TensorExpr result = log(y) - 0.5 * inverse - series - shifted;
  // digamma(1 - x) - digamma(x) = pi / tan(pi x)
  TensorExpr fraction = x - x.unary<stablehlo::FloorOp>();
  TensorExpr angle = fraction * kPi;
  TensorExpr cotangent = angle.unary<stablehlo::CosineOp>() / angle.unary<stablehlo::SineOp>();
  TensorExpr pole = equal(fraction, fraction.like(0.0));
  // Zero is a pole with a sign; the other poles have none.
  TensorExpr atPole = select(equal(x, x.like(0.0)), -1.0 / x, x.like(kNaN));
  return select(reflect, select(pole, atPole, result - kPi * cotangent), result);
}

// Sum of 1 / (q + k)^s over k, by the formula of Euler and Maclaurin.
TensorExpr zeta(TensorExpr s, TensorExpr q) {
  auto power = [&](TensorExpr base) { return base.binary<stablehlo::PowOp>(-s); };
  TensorExpr sum = power(q);
  for (int k = 1; k < kShift; ++k)
    sum = sum + power(q + k);
  TensorExpr end = q + kShift;
  TensorExpr last = power(end);
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

TensorExpr polygamma(TensorExpr order, TensorExpr x) {
  TensorExpr next = order + 1.0;
  // The sign is that of (-1)^(order + 1).
  TensorExpr half = next * 0.5;
  TensorExpr odd = half.compare(ComparisonDirection::NE, half.unary<stablehlo::FloorOp>());
  TensorExpr magnitude = exp(lgamma(next)) * zeta(next, x);
  TensorExpr higher = select(odd, -magnitude, magnitude);
  TensorExpr result = select(equal(order, order.like(0.0)), digamma(x), higher);
  TensorExpr whole = equal(order, order.unary<stablehlo::FloorOp>());
  return select(whole, select(order < 0.0, x.like(kNaN), result), x.like(kNaN));
}

//===-- Hyperbolic and inverse functions --------------------------------------------------------------------------===//

TensorExpr sinh(TensorExpr x) {
  TensorExpr a = abs(x);
  // By halves, so that a large argument does not overflow before its result does.
  TensorExpr root = exp(a * 0.5);
  TensorExpr large = (0.5 * root) * root - (0.5 / root) / root;
  TensorExpr m = expm1(minimum(a, 1.0));
  TensorExpr small = 0.5 * (m + m / (m + 1.0));
  return sign(x) * select(a < 1.0, small, large);
}

TensorExpr cosh(TensorExpr x) {
  TensorExpr root = exp(abs(x) * 0.5);
  return (0.5 * root) * root + (0.5 / root) / root;
}

TensorExpr asin(TensorExpr x) { return 2.0 * atan2(x, 1.0 + sqrt((1.0 - x) * (1.0 + x))); }

TensorExpr acos(TensorExpr x) { return 2.0 * atan2(sqrt(1.0 - x), sqrt(1.0 + x)); }

// Above this the square of the argument plus one is the square.
static constexpr double kLarge = 1e10;
static constexpr double kLog2 = 0.69314718055994530942;

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
