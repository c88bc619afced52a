// Functions of complex numbers by those of real ones, arranged so that nothing large cancels or overflows on the way to
// a result that does not.
#include "passes/lower/ComplexMath.h"

#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;

namespace shardwright::lower {

using stablehlo::ComparisonDirection;

static TensorExpr sin(TensorExpr x) { return x.unary<stablehlo::SineOp>(); }
static TensorExpr cos(TensorExpr x) { return x.unary<stablehlo::CosineOp>(); }
static TensorExpr larger(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::MaxOp>(b); }
static TensorExpr smaller(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::MinOp>(b); }
static TensorExpr isZero(TensorExpr x) { return x.compare(ComparisonDirection::EQ, x.like(0.0)); }
static TensorExpr square(TensorExpr x) { return x * x; }
static TensorExpr sinh(TensorExpr x) { return 0.5 * (expm1(x) - expm1(-x)); }
static TensorExpr cosh(TensorExpr x) { return 0.5 * (exp(x) + exp(-x)); }

static ComplexExpr operator*(ComplexExpr z, TensorExpr x) { return {z.re * x, z.im * x}; }
static ComplexExpr select(TensorExpr pred, ComplexExpr onTrue, ComplexExpr onFalse) {
  return {select(pred, onTrue.re, onFalse.re), select(pred, onTrue.im, onFalse.im)};
}
static ComplexExpr negate(ComplexExpr z) { return {-z.re, -z.im}; }
static ComplexExpr timesI(ComplexExpr z) { return {-z.im, z.re}; }

static ComplexExpr add(ComplexExpr a, ComplexExpr b) { return {a.re + b.re, a.im + b.im}; }
static ComplexExpr subtract(ComplexExpr a, ComplexExpr b) { return {a.re - b.re, a.im - b.im}; }
static ComplexExpr multiply(ComplexExpr a, ComplexExpr b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

TensorExpr abs(ComplexExpr z) {
  TensorExpr x = abs(z.re), y = abs(z.im), high = larger(x, y), low = smaller(x, y);
  TensorExpr scaled = high * sqrt(1.0 + square(low / high));
  // Nothing to scale by where both are zero, or one is infinite.
  return select(equal(high, low + high), high, scaled);
}

static TensorExpr both(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::AndOp>(b); }
static TensorExpr either(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::OrOp>(b); }
static TensorExpr isInfinite(TensorExpr x) { return equal(abs(x), x.like(std::numeric_limits<double>::infinity())); }
/// `magnitude` with the sign that the number's bit says, of zeros, too: 1/-0 is below zero.
static TensorExpr withSignOf(TensorExpr magnitude, TensorExpr x) {
  TensorExpr isBelow = select(isZero(x), 1.0 / x, x) < 0.0;
  return select(isBelow, -magnitude, magnitude);
}

/// What a quotient is where computing it gives no number: infinite over zero and of an infinity by what is finite, zero
/// of what is finite by an infinity (ISO C, annex G.5.1).
static ComplexExpr quotientWithoutNumbers(ComplexExpr a, ComplexExpr b, ComplexExpr otherwise) {
  auto unit = [](TensorExpr x) { return withSignOf(select(isInfinite(x), x.like(1.0), x.like(0.0)), x); };
  auto isAnyInfinite = [](ComplexExpr z) { return either(isInfinite(z.re), isInfinite(z.im)); };
  auto isFinite = [](ComplexExpr z) { return (abs(z.re) + abs(z.im)) < std::numeric_limits<double>::infinity(); };
  TensorExpr infinity = a.re.like(std::numeric_limits<double>::infinity()), zero = a.re.like(0.0);
  auto times = [](ComplexExpr x, ComplexExpr y, TensorExpr scale) {
    return ComplexExpr{scale * (x.re * y.re + x.im * y.im), scale * (x.im * y.re - x.re * y.im)};
  };
  TensorExpr overZero = withSignOf(infinity, b.re);
  ComplexExpr result = select(both(isFinite(a), isAnyInfinite(b)), times(a, {unit(b.re), unit(b.im)}, zero), otherwise);
  result = select(both(isAnyInfinite(a), isFinite(b)), times({unit(a.re), unit(a.im)}, b, infinity), result);
  return select(both(isZero(b.re), isZero(b.im)), {overZero * a.re, overZero * a.im}, result);
}

/// Smith's way: the smaller part of the divisor over its larger one.
static ComplexExpr divide(ComplexExpr a, ComplexExpr b) {
  TensorExpr isWide = abs(b.re).compare(ComparisonDirection::GE, abs(b.im));
  TensorExpr high = select(isWide, b.re, b.im), low = select(isWide, b.im, b.re);
  TensorExpr ratio = low / high, scale = high + low * ratio;
  ComplexExpr wide = {a.re + a.im * ratio, a.im - a.re * ratio}, tall = {a.re * ratio + a.im, a.im * ratio - a.re};
  ComplexExpr sum = select(isWide, wide, tall), usual = {sum.re / scale, sum.im / scale};
  TensorExpr isNumber = either(equal(usual.re, usual.re), equal(usual.im, usual.im));
  return select(isNumber, usual, quotientWithoutNumbers(a, b, usual));
}

static ComplexExpr exponential(ComplexExpr z) {
  TensorExpr e = exp(z.re), isReal = isZero(z.im);
  return {select(isReal, e, e * cos(z.im)), select(isReal, z.im, e * sin(z.im))};
}

static ComplexExpr exponentialMinusOne(ComplexExpr z) {
  TensorExpr half = sin(z.im * 0.5);
  TensorExpr im = select(isZero(z.im), z.im, exp(z.re) * sin(z.im));
  return {expm1(z.re) * cos(z.im) - 2.0 * square(half), im};
}

/// A number as the sum of two of f64: what an operation gives, and what it rounds away.
struct Exact {
  TensorExpr high, low;
};
/// Knuth's sum of two numbers.
static Exact exactSum(TensorExpr a, TensorExpr b) {
  TensorExpr high = a + b, added = high - a;
  return {high, (a - (high - added)) + (b - added)};
}
/// Veltkamp's halves of a number, and Dekker's square of one; of magnitudes below 2^500.
static Exact exactSquare(TensorExpr a) {
  TensorExpr spread = a * 134217729.0, head = spread - (spread - a), tail = a - head, high = a * a;
  return {high, ((head * head - high) + 2.0 * (head * tail)) + tail * tail};
}

/// offset + x^2 + y^2, of which the first may cancel the others.
static TensorExpr squaresPlus(TensorExpr offset, TensorExpr x, TensorExpr y) {
  Exact xx = exactSquare(x), yy = exactSquare(y);
  Exact first = exactSum(offset, xx.high), sum = exactSum(first.high, yy.high);
  return sum.high + ((sum.low + first.low) + (xx.low + yy.low));
}

/// log |z|. `squareLessOne` is |z|^2 - 1 wherever that is near zero: a logarithm near zero comes of it alone.
static TensorExpr logMagnitude(ComplexExpr z, TensorExpr squareLessOne) {
  TensorExpr x = abs(z.re), y = abs(z.im), high = larger(x, y), low = smaller(x, y);
  TensorExpr ratio = select(equal(high, low), high.like(1.0), low / high);
  TensorExpr far = log(high) + 0.5 * log1p(square(ratio)), rough = square(high) + square(low);
  TensorExpr isNear = (rough > 0.3).binary<stablehlo::AndOp>(rough < 3.0);
  return select(isNear, 0.5 * log1p(squareLessOne), far);
}

static ComplexExpr logarithm(ComplexExpr z) {
  return {logMagnitude(z, squaresPlus(z.re.like(-1.0), z.re, z.im)), atan2(z.im, z.re)};
}

static ComplexExpr logPlusOne(ComplexExpr z) {
  ComplexExpr sum = {z.re + 1.0, z.im};
  return {logMagnitude(sum, squaresPlus(2.0 * z.re, z.re, z.im)), atan2(z.im, sum.re)};
}

static ComplexExpr squareRoot(ComplexExpr z) {
  TensorExpr root = sqrt(0.5 * (abs(z) + abs(z.re))), other = z.im / (2.0 * root);
  TensorExpr isRight = z.re.compare(ComparisonDirection::GE, z.re.like(0.0));
  TensorExpr isAbove = z.im.compare(ComparisonDirection::GE, z.im.like(0.0));
  ComplexExpr right = {root, other}, left = {abs(other), select(isAbove, root, -root)};
  return select(isZero(root), {root, z.im}, select(isRight, right, left));
}

static ComplexExpr reciprocal(ComplexExpr z) { return divide({z.re.like(1.0), z.re.like(0.0)}, z); }
static ComplexExpr reciprocalRoot(ComplexExpr z) { return reciprocal(squareRoot(z)); }

static ComplexExpr power(ComplexExpr base, ComplexExpr by) {
  ComplexExpr zero = {base.re.like(0.0), base.re.like(0.0)}, one = {base.re.like(1.0), base.re.like(0.0)};
  TensorExpr noBase = isZero(abs(base)), noPower = isZero(abs(by));
  return select(noPower, one, select(noBase, zero, exponential(multiply(by, logarithm(base)))));
}

/// On the imaginary axis a product of zero with what may be infinite is zero.
static ComplexExpr sine(ComplexExpr z) {
  return {select(isZero(z.re), z.re, sin(z.re) * cosh(z.im)), cos(z.re) * sinh(z.im)};
}
static ComplexExpr cosine(ComplexExpr z) {
  return {cos(z.re) * cosh(z.im), -select(isZero(z.re), z.re * sign(z.im), sin(z.re) * sinh(z.im))};
}

/// By t = tanh x and s = sin y, c = cos y: (t + i s c (1 - t^2)) / (c^2 + s^2 t^2), in which nothing grows.
static ComplexExpr hyperbolicTangent(ComplexExpr z) {
  TensorExpr t = z.re.unary<stablehlo::TanhOp>(), s = sin(z.im), c = cos(z.im);
  TensorExpr scale = square(c) + square(s * t), sech = exp(-abs(z.re)) / (0.5 * (1.0 + exp(-2.0 * abs(z.re))));
  // The limit, where the imaginary part is infinite and has no sine.
  TensorExpr isFar = isInfinite(z.re);
  return {select(isFar, t, t / scale), select(isFar, t.like(0.0), s * c * square(sech) / scale)};
}
static ComplexExpr tangent(ComplexExpr z) { return negate(timesI(hyperbolicTangent(timesI(z)))); }

/// 1 / (1 + e^-z), or e^z / (1 + e^z): whichever has the exponential of magnitude at most 1.
static ComplexExpr logistic(ComplexExpr z) {
  TensorExpr isRight = z.re.compare(ComparisonDirection::GE, z.re.like(0.0));
  ComplexExpr e = exponential(select(isRight, negate(z), z)), one = {z.re.like(1.0), z.re.like(0.0)};
  return divide(select(isRight, one, e), {e.re + 1.0, e.im});
}

static ComplexExpr sign(ComplexExpr z) {
  TensorExpr length = abs(z), none = isZero(length);
  return z * select(none, length, 1.0 / length);
}

bool isWidened(Operation *op) {
  return !isa<stablehlo::NegOp, stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::MulOp, stablehlo::MaxOp,
              stablehlo::MinOp>(op);
}

/// -i log((x + iy) / sqrt(x^2 + y^2))
static ComplexExpr arcTangent2(ComplexExpr y, ComplexExpr x) {
  ComplexExpr length = squareRoot(add(multiply(x, x), multiply(y, y)));
  ComplexExpr turned = logarithm(divide(add(x, timesI(y)), length));
  return {turned.im, -turned.re};
}

/// By the real parts, then by the imaginary ones.
static TensorExpr isLess(ComplexExpr a, ComplexExpr b) {
  TensorExpr re = a.re.compare(ComparisonDirection::LT, b.re), im = a.im.compare(ComparisonDirection::LT, b.im);
  return re.binary<stablehlo::OrOp>(equal(a.re, b.re).binary<stablehlo::AndOp>(im));
}
static ComplexExpr maximum(ComplexExpr a, ComplexExpr b) { return select(isLess(a, b), b, a); }
static ComplexExpr minimum(ComplexExpr a, ComplexExpr b) { return select(isLess(b, a), b, a); }

std::optional<ComplexUnary> complexUnary(Operation *op) {
  using Function = std::optional<ComplexUnary>;
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case([](stablehlo::NegOp) { return negate; })
      .Case([](stablehlo::SignOp) { return sign; })
      .Case([](stablehlo::ExpOp) { return exponential; })
      .Case([](stablehlo::Expm1Op) { return exponentialMinusOne; })
      .Case([](stablehlo::LogOp) { return logarithm; })
      .Case([](stablehlo::Log1pOp) { return logPlusOne; })
      .Case([](stablehlo::SqrtOp) { return squareRoot; })
      .Case([](stablehlo::RsqrtOp) { return reciprocalRoot; })
      .Case([](stablehlo::SineOp) { return sine; })
      .Case([](stablehlo::CosineOp) { return cosine; })
      .Case([](stablehlo::TanOp) { return tangent; })
      .Case([](stablehlo::TanhOp) { return hyperbolicTangent; })
      .Case([](stablehlo::LogisticOp) { return logistic; })
      .Default(Function());
}

std::optional<ComplexBinary> complexBinary(Operation *op) {
  using Function = std::optional<ComplexBinary>;
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case([](stablehlo::AddOp) { return add; })
      .Case([](stablehlo::SubtractOp) { return subtract; })
      .Case([](stablehlo::MulOp) { return multiply; })
      .Case([](stablehlo::DivOp) { return divide; })
      .Case([](stablehlo::PowOp) { return power; })
      .Case([](stablehlo::Atan2Op) { return arcTangent2; })
      .Case([](stablehlo::MaxOp) { return maximum; })
      .Case([](stablehlo::MinOp) { return minimum; })
      .Default(Function());
}

} // namespace shardwright::lower
