#include "passes/import/ComplexFunctions.h"

#include "passes/import/TensorMath.h"

using namespace mlir;

namespace shardwright {

using stablehlo::ComparisonDirection;

/// Squares of what is larger, or of the reciprocals of what is smaller, leave the range of f64.
static constexpr double kHuge = 1e150, kTiny = 1e-150;

static TensorExpr larger(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::MaxOp>(b); }
static TensorExpr smaller(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::MinOp>(b); }
static TensorExpr both(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::AndOp>(b); }
static TensorExpr isLess(TensorExpr a, TensorExpr b) { return a.compare(ComparisonDirection::LT, b); }
static TensorExpr isZero(TensorExpr x) { return equal(x, x.like(0.0)); }

/// Whether the sign bit is set: of a negative zero, too.
static TensorExpr isNegative(TensorExpr x) {
  TensorExpr bits = x.bitsAs(x.getBuilder().getIntegerType(x.getElementType().getIntOrFloatBitWidth()));
  return isLess(bits, bits.like(0.0));
}

static TensorExpr withSignOf(TensorExpr magnitude, TensorExpr x) {
  return select(isNegative(x), -magnitude, magnitude);
}

static TensorExpr hypotenuse(TensorExpr a, TensorExpr b) {
  TensorExpr high = larger(a, b), low = smaller(a, b), ratio = low / high;
  return select(equal(high, low + high), high, high * sqrt(1.0 + ratio * ratio));
}

/// The smaller of two magnitudes over the larger one; 1 where they are equal, infinite or not.
static TensorExpr ratioOf(TensorExpr low, TensorExpr high) {
  return select(equal(low, high), low.like(1.0), low / high);
}

/// What arc sine and arc cosine of x + iy in the first quadrant are made of (Hull, Fairgrieve and Tang: Implementing
/// the complex arcsine and arccosine functions using exception handling, 1997): the real part of arc sine is atan2(x,
/// `re`), the imaginary one `im`.
static ComplexParts arcSineParts(TensorExpr x, TensorExpr y) {
  TensorExpr high = larger(x, y), isHuge = high > kHuge;
  TensorExpr ratio = ratioOf(smaller(x, y), high);
  TensorExpr imOfHuge = kLog2 + log(high) + 0.5 * log1p(ratio * ratio);
  TensorExpr a = select(isHuge, x.like(0.5), x), b = select(isHuge, y.like(1.0), y);
  // Distances from -1 and from 1; their mean is one for what lies between them.
  TensorExpr plus = a + 1.0, minus = a - 1.0;
  TensorExpr r = hypotenuse(plus, b), s = hypotenuse(abs(minus), b), mean = 0.5 * (r + s);
  TensorExpr isLeft = a < 1.0, square = b * b, fromLeft = square / (r + plus);
  // s - minus and s + minus, the one that cancels by the other.
  TensorExpr difference = select(a > 1.0, square / (s + minus), s - minus);
  TensorExpr sum = select(isLeft, square / (s - minus), s + minus);
  TensorExpr excess = select(mean > 1.5, mean - 1.0, 0.5 * (fromLeft + sum));
  TensorExpr usual = log1p(excess + sqrt(excess * (mean + 1.0)));
  TensorExpr nearCut = b / sqrt(-(minus * plus));
  TensorExpr im = select(both(isLeft, b < kTiny), nearCut, usual);
  TensorExpr half = 0.5 * (mean + a);
  TensorExpr right = b * sqrt(half / (r + plus) + half / (s + minus));
  TensorExpr re = select(a > 1.0, right, sqrt(half * (fromLeft + difference)));
  return {select(isHuge, y, re), select(isHuge, imOfHuge, im)};
}

ComplexParts asin(ComplexParts z) {
  ComplexParts parts = arcSineParts(abs(z.re), abs(z.im));
  return {atan2(z.re, parts.re), withSignOf(parts.im, z.im)};
}

ComplexParts acos(ComplexParts z) {
  ComplexParts parts = arcSineParts(abs(z.re), abs(z.im));
  return {atan2(parts.re, z.re), select(isNegative(z.im), parts.im, -parts.im)};
}

ComplexParts acosh(ComplexParts z) {
  ComplexParts parts = arcSineParts(abs(z.re), abs(z.im));
  return {parts.im, withSignOf(atan2(parts.re, z.re), z.im)};
}

ComplexParts atanh(ComplexParts z) {
  TensorExpr x = abs(z.re), y = abs(z.im);
  TensorExpr a = minimum(x, kHuge), b = minimum(y, kHuge), one = 1.0 - a;
  TensorExpr usual = 0.25 * log1p(4.0 * a / (one * one + b * b));
  TensorExpr nearPole = 0.5 * (kLog2 - log(y));
  // Far away it is 1/z.
  TensorExpr high = larger(x, y), ratio = ratioOf(smaller(x, y), high);
  TensorExpr isWide = x.compare(ComparisonDirection::GE, y);
  TensorExpr far = select(isWide, 1.0 / high, ratio / high) / (1.0 + ratio * ratio);
  TensorExpr isNearPole = both(equal(x, x.like(1.0)), y < 1e-100);
  TensorExpr re = select(high > 1e10, far, select(isNearPole, nearPole, usual));
  TensorExpr im = 0.5 * atan2(2.0 * b, one * (a + 1.0) - b * b);
  return {withSignOf(re, z.re), withSignOf(im, z.im)};
}

/// -i f(iz)
static ComplexParts turned(ComplexParts (*function)(ComplexParts), ComplexParts z) {
  ComplexParts w = function({-z.im, z.re});
  return {w.im, -w.re};
}

ComplexParts asinh(ComplexParts z) { return turned(asin, z); }
ComplexParts atan(ComplexParts z) { return turned(atanh, z); }

ComplexParts sinh(ComplexParts z) {
  TensorExpr sine = z.im.unary<stablehlo::SineOp>(), cosine = z.im.unary<stablehlo::CosineOp>();
  // An infinity times the zero that stays.
  return {select(isZero(z.re), z.re, sinh(z.re) * cosine), select(isZero(z.im), z.im, cosh(z.re) * sine)};
}

ComplexParts cosh(ComplexParts z) {
  TensorExpr sine = z.im.unary<stablehlo::SineOp>(), cosine = z.im.unary<stablehlo::CosineOp>();
  TensorExpr im = select(isZero(z.re), z.re * sine, select(isZero(z.im), sign(z.re) * z.im, sinh(z.re) * sine));
  return {cosh(z.re) * cosine, im};
}

} // namespace shardwright
