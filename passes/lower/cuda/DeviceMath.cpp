// Reductions and coefficients are FreeBSD's msun (fdlibm), Taylor's where a few more terms cost nothing, and Kahan's
// formulas for expm1 and log1p.
#include "passes/lower/cuda/DeviceMath.h"

#include "passes/lower/EmitMath.h"
#include "passes/lower/FloatArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

using P = arith::CmpFPredicate;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;

/// Arithmetic of f64, and what only these functions use.
class Doubles : public FloatArithmetic {
public:
  Doubles(OpBuilder &b, Location loc) : FloatArithmetic(b, loc, b.getF64Type()) {}

  Value negate(Value x) { return arith::NegFOp::create(b, loc, x); }
  Value floor(Value x) { return math::FloorOp::create(b, loc, x); }
  Value withSign(Value x, Value sign) { return math::CopySignOp::create(b, loc, x, sign); }
  Value isInfinite(Value x) { return compare(P::OEQ, abs(x), number(kInfinity)); }
  Value isNegative(Value x) { return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, bits(x), integer(0)); }
  Value both(Value x, Value y) { return andInt(x, y); }
  Value either(Value x, Value y) { return orInt(x, y); }
  Value call(StringRef name, Value x) {
    return func::CallOp::create(b, loc, name, TypeRange{b.getF64Type()}, ValueRange{x}).getResult(0);
  }
};

Value exponential(Doubles &a, Value x) {
  // Beyond these the result is infinity or zero anyway.
  Value clamped =
      arith::MinimumFOp::create(a.b, a.loc, arith::MaximumFOp::create(a.b, a.loc, x, a.number(-800)), a.number(800));
  Value n = a.round(a.mul(clamped, a.number(1.44269504088896338700)));
  Value r = a.fma(n, a.number(-6.93147180369123816490e-01), clamped);
  r = a.fma(n, a.number(-1.90821492927058770002e-10), r);
  SmallVector<double> taylor;
  double factorial = 1;
  for (int k = 0; k <= 13; factorial *= ++k)
    taylor.insert(taylor.begin(), 1 / factorial);
  Value y = a.polynomial(r, taylor);
  Value whole = a.toInteger(n), half = a.shiftRight(whole, 1);
  y = a.mul(a.mul(y, a.powerOfTwo(half)), a.powerOfTwo(a.subInt(whole, half)));
  return a.select(a.isNan(x), x, y);
}

Value logarithm(Doubles &a, Value x) {
  Value isSmall = a.compare(P::OLT, x, a.number(2.2250738585072014e-308));
  Value normal = a.select(isSmall, a.mul(x, a.number(18014398509481984.0)), x); // 2^54
  Value shift = a.select(isSmall, a.number(-54), a.number(0));
  Value bits = a.bits(normal);
  Value k = a.add(shift, a.toFloat(a.subInt(a.andInt(a.shiftRight(bits, 52), a.integer(0x7ff)), a.integer(1023))));
  Value m = a.fromBits(a.orInt(a.andInt(bits, a.integer(0xfffffffffffff)), a.integer(0x3ff0000000000000)));
  Value isHigh = a.compare(P::OGT, m, a.number(1.41421356237309514547));
  m = a.select(isHigh, a.mul(m, a.number(0.5)), m);
  k = a.select(isHigh, a.add(k, a.number(1)), k);
  Value f = a.sub(m, a.number(1)), s = a.div(f, a.add(a.number(2), f)), z = a.mul(s, s);
  Value rest = a.mul(z, a.polynomial(z, {1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01,
                                         2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01,
                                         6.666666666666735130e-01}));
  Value half = a.mul(a.number(0.5), a.mul(f, f));
  Value low = a.fma(k, a.number(1.90821492927058770002e-10), a.mul(s, a.add(half, rest)));
  Value y = a.sub(a.mul(k, a.number(6.93147180369123816490e-01)), a.sub(a.sub(half, low), f));
  y = a.select(a.compare(P::OEQ, x, a.number(kInfinity)), x, y);
  y = a.select(a.compare(P::OEQ, x, a.number(0)), a.number(-kInfinity), y);
  return a.select(a.compare(P::UGE, x, a.number(0)), a.select(a.isNan(x), x, y), a.number(-kNan));
}

Value expm1(Doubles &a, Value x) {
  Value u = a.call("exp", x), less = a.sub(u, a.number(1));
  Value y = a.mul(less, a.div(x, a.call("log", u)));
  y = a.select(a.compare(P::OEQ, u, a.number(kInfinity)), u, y);
  y = a.select(a.compare(P::OEQ, less, a.number(-1)), less, y);
  return a.select(a.compare(P::OEQ, u, a.number(1)), x, y);
}

Value log1p(Doubles &a, Value x) {
  Value u = a.add(a.number(1), x);
  Value y = a.mul(a.call("log", u), a.div(x, a.sub(u, a.number(1))));
  y = a.select(a.isInfinite(x), a.call("log", x), y);
  return a.select(a.compare(P::OEQ, u, a.number(1)), x, y);
}

Value tanh(Doubles &a, Value x) {
  Value magnitude = a.abs(x), t = a.call("expm1", a.add(magnitude, magnitude));
  Value y = a.div(t, a.add(t, a.number(2)));
  y = a.select(a.compare(P::OGT, magnitude, a.number(22)), a.number(1), y);
  return a.select(a.isNan(x), x, a.withSign(y, x));
}

/// x as r + n pi / 2: Payne and Hanek's product with 2 / pi in pieces of 24 bits, of an x that has no more, modulo 4.
std::pair<Value, Value> reduceAngle(Doubles &a, Value x) {
  constexpr double kPieces[] = {0x1.45f306p-1,   0x1.b9391p-26,   0x1.529fcp-52,   0x1.3abe88p-75, 0x1.ea69bap-97,
                                0x1.81b6c4p-121, 0x1.2b3278p-145, 0x1.0e4104p-170, 0x1.fca2c6p-193};
  Value turns, fraction;
  for (double piece : kPieces) {
    Value t = a.mul(x, a.number(piece));
    t = a.fma(a.round(a.mul(t, a.number(0.25))), a.number(-4), t);
    if (!turns) {
      turns = a.round(t);
      fraction = a.sub(t, turns);
      continue;
    }
    // Whole turns go out before what is small comes in, so that nothing is lost beside a multiple of pi / 2.
    Value more = a.round(t);
    turns = a.add(turns, more);
    fraction = a.add(fraction, a.sub(t, more));
  }
  Value more = a.round(fraction);
  return {a.mul(a.sub(fraction, more), a.number(kPi / 2)), a.toInteger(a.add(turns, more))};
}

/// 2 / pi in pieces of 24 bits.
constexpr int32_t kTwoOverPi[] = {
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
    0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5,
    0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8,
    0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
    0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
};

/// The same of any f64: its two halves times enough pieces, the sum in two numbers.
std::pair<Value, Value> reduceFar(Doubles &a, Value x) {
  constexpr int kBits = 24, kLeast = 900; // so that no piece underflows
  Value high = a.fromBits(a.andInt(a.bits(x), a.integer(~int64_t{0x7ffffff}))), low = a.sub(x, high);
  Value turns = a.number(0), sum = a.number(0), rest = a.number(0);
  int place = 0;
  for (int32_t piece : kTwoOverPi) {
    place += kBits;
    const int own = std::min(place, kLeast);
    Value factor = a.number(std::ldexp(static_cast<double>(piece), -own));
    for (Value half : {high, low}) {
      Value t = a.mul(place == own ? half : a.mul(half, a.number(std::ldexp(1.0, own - place))), factor);
      t = a.fma(a.round(a.mul(t, a.number(0.25))), a.number(-4), t);
      Value whole = a.round(t);
      turns = a.add(turns, whole);
      t = a.sub(t, whole);
      // Knuth's sum with its error.
      Value next = a.add(sum, t), back = a.sub(next, sum);
      rest = a.add(rest, a.add(a.sub(sum, a.sub(next, back)), a.sub(t, back)));
      Value more = a.round(next);
      turns = a.add(turns, more);
      sum = a.sub(next, more);
    }
  }
  Value angle = a.mul(sum, a.number(kPi / 2));
  Value error = a.fma(sum, a.number(kPi / 2), a.negate(angle));
  error = a.fma(sum, a.number(6.123233995736766e-17), a.fma(rest, a.number(kPi / 2), error));
  return {a.add(angle, error), turns};
}

/// Of any f64: Cody and Waite's in three parts, or Payne and Hanek's where it is large.
std::pair<Value, Value> reduceWide(Doubles &a, Value x) {
  constexpr double kFar = 1 << 20;
  Type f64 = a.b.getF64Type();
  auto branch = scf::IfOp::create(a.b, a.loc, TypeRange{f64, f64}, a.compare(P::UGE, a.abs(x), a.number(kFar)),
                                  /*withElseRegion=*/true);
  OpBuilder far = OpBuilder::atBlockEnd(branch.thenBlock()), near = OpBuilder::atBlockEnd(branch.elseBlock());
  {
    Doubles inner(far, a.loc);
    auto [r, n] = reduceFar(inner, x);
    scf::YieldOp::create(far, a.loc, ValueRange{r, n});
  }
  Doubles inner(near, a.loc);
  Value n = inner.round(inner.mul(x, inner.number(2 / kPi)));
  Value r = inner.fma(n, inner.number(-kPi / 2), x);
  r = inner.fma(n, inner.number(-6.123233995736766e-17), r);
  r = inner.fma(n, inner.number(1.4973849048591698e-33), r);
  scf::YieldOp::create(near, a.loc, ValueRange{r, n});
  return {branch.getResult(0), a.toInteger(branch.getResult(1))};
}

/// Taylor's of an argument within pi / 4.
Value nearSine(Doubles &a, Value r) {
  Value z = a.mul(r, r);
  Value p =
      a.polynomial(z, {2.8114572543455206e-15, -7.647163731819816e-13, 1.6059043836821613e-10, -2.505210838544172e-08,
                       2.7557319223985893e-06, -1.984126984126984e-04, 8.333333333333333e-03, -1.6666666666666666e-01});
  return a.fma(a.mul(p, z), r, r);
}
Value nearCosine(Doubles &a, Value r) {
  Value z = a.mul(r, r);
  return a.polynomial(z, {-1.5619206968586225e-16, 4.779477332387385e-14, -1.1470745597729725e-11, 2.08767569878681e-09,
                          -2.755731922398589e-07, 2.48015873015873e-05, -1.388888888888889e-03, 4.1666666666666664e-02,
                          -0.5, 1});
}

using Reduce = std::pair<Value, Value> (*)(Doubles &a, Value x);

Value circular(Doubles &a, Value x, int64_t quadrant, Reduce reduce) {
  auto [r, n] = reduce(a, x);
  Value q = a.addInt(n, a.integer(quadrant));
  Value y = a.select(a.isBitSet(q, 1), nearCosine(a, r), nearSine(a, r));
  y = a.select(a.isBitSet(q, 2), a.negate(y), y);
  y = a.select(a.compare(P::OEQ, x, a.number(0)), quadrant == 0 ? x : a.number(1), y);
  return a.select(a.compare(P::OLT, a.abs(x), a.number(kInfinity)), y, a.number(kNan));
}

Value tangent(Doubles &a, Value x, Reduce reduce) {
  auto [r, n] = reduce(a, x);
  Value sine = nearSine(a, r), cosine = nearCosine(a, r);
  Value y = a.select(a.isBitSet(n, 1), a.negate(a.div(cosine, sine)), a.div(sine, cosine));
  y = a.select(a.compare(P::OEQ, x, a.number(0)), x, y);
  return a.select(a.compare(P::OLT, a.abs(x), a.number(kInfinity)), y, a.number(kNan));
}

Value cubeRoot(Doubles &a, Value x) {
  constexpr double kSmall = 0x1p-900, kLift = 0x1p+900, kRootOfLift = 0x1p+300;
  // Lifted to where the step below does not underflow.
  Value magnitude = a.abs(x), isSmall = a.compare(P::OLT, magnitude, a.number(kSmall));
  Value base = a.select(isSmall, a.mul(magnitude, a.number(kLift)), magnitude);
  Value root = a.call("exp", a.div(a.call("log", base), a.number(3)));
  // One step of Newton's, where there is one.
  Value square = a.mul(root, root),
        better = a.sub(root, a.div(a.fma(square, root, a.negate(base)), a.mul(a.number(3), square)));
  Value isPlain = a.both(a.compare(P::OGT, base, a.number(0)), a.compare(P::OLT, base, a.number(kInfinity)));
  root = a.select(isPlain, better, root);
  root = a.select(isSmall, a.div(root, a.number(kRootOfLift)), root);
  return a.select(a.isNan(x), x, a.withSign(root, x));
}

Value arcTangent2(Doubles &a, Value y, Value x) {
  Value ay = a.abs(y), ax = a.abs(x), isSteep = a.compare(P::OGT, ay, ax);
  Value least = a.select(isSteep, ax, ay), most = a.select(isSteep, ay, ax);
  Value t = a.div(least, most);
  t = a.select(a.compare(P::OEQ, most, a.number(0)), a.number(0), t);
  t = a.select(a.compare(P::OEQ, least, a.number(kInfinity)), a.number(1), t);
  Value isFar = a.compare(P::OGT, t, a.number(0.41421356237309503));
  Value u = a.select(isFar, a.div(a.sub(t, a.number(1)), a.add(t, a.number(1))), t), z = a.mul(u, u);
  SmallVector<double> taylor;
  for (int k = 21; k >= 1; --k)
    taylor.push_back((k % 2 ? -1.0 : 1.0) / (2 * k + 1));
  Value angle = a.fma(a.mul(a.polynomial(z, taylor), z), u, u);
  angle = a.select(isFar, a.add(angle, a.number(kPi / 4)), angle);
  angle = a.select(isSteep, a.add(a.sub(a.number(kPi / 2), angle), a.number(6.123233995736766e-17)), angle);
  angle = a.select(a.isNegative(x), a.add(a.sub(a.number(kPi), angle), a.number(1.2246467991473532e-16)), angle);
  return a.select(a.either(a.isNan(x), a.isNan(y)), a.number(kNan), a.withSign(angle, y));
}

/// A sum of two numbers, of which the second is less than the last digit of the first.
struct Pair {
  Value high, low;
};

Pair quickSum(Doubles &a, Value high, Value low) {
  Value sum = a.add(high, low);
  return {sum, a.sub(low, a.sub(sum, high))};
}
Pair add(Doubles &a, Pair x, Pair y) {
  Value sum = a.add(x.high, y.high), back = a.sub(sum, x.high);
  Value error = a.add(a.sub(x.high, a.sub(sum, back)), a.sub(y.high, back));
  return quickSum(a, sum, a.add(error, a.add(x.low, y.low)));
}
Pair multiply(Doubles &a, Pair x, Pair y) {
  Value product = a.mul(x.high, y.high);
  Value error = a.fma(x.high, y.high, a.negate(product));
  return quickSum(a, product, a.add(error, a.add(a.mul(x.high, y.low), a.mul(x.low, y.high))));
}

/// log of a positive finite x, to some 66 bits: 2 artanh((m - 1) / (m + 1)) beside the exponent's.
Pair wideLogarithm(Doubles &a, Value x) {
  Value isSmall = a.compare(P::OLT, x, a.number(2.2250738585072014e-308));
  Value normal = a.select(isSmall, a.mul(x, a.number(18014398509481984.0)), x); // 2^54
  Value bits = a.bits(normal);
  Value k = a.add(a.select(isSmall, a.number(-54), a.number(0)),
                  a.toFloat(a.subInt(a.andInt(a.shiftRight(bits, 52), a.integer(0x7ff)), a.integer(1023))));
  Value m = a.fromBits(a.orInt(a.andInt(bits, a.integer(0xfffffffffffff)), a.integer(0x3ff0000000000000)));
  Value isHigh = a.compare(P::OGT, m, a.number(1.41421356237309514547));
  m = a.select(isHigh, a.mul(m, a.number(0.5)), m);
  k = a.select(isHigh, a.add(k, a.number(1)), k);
  Value above = a.sub(m, a.number(1));
  Pair below{a.add(m, a.number(1)), Value()};
  below.low = a.sub(m, a.sub(below.high, a.number(1)));
  Value quotient = a.div(above, below.high);
  Value rest = a.sub(a.fma(a.negate(quotient), below.high, above), a.mul(quotient, below.low));
  Pair s = quickSum(a, quotient, a.div(rest, below.high));
  Pair z = multiply(a, s, s);
  SmallVector<double> series;
  for (int i = 21; i >= 2; --i)
    series.push_back(1.0 / (2 * i + 1));
  Pair third{a.number(1.0 / 3), a.number(1.850371707708594e-17)};
  Pair p = add(a, third, quickSum(a, a.mul(z.high, a.polynomial(z.high, series)), a.number(0)));
  Pair sum = add(a, s, multiply(a, multiply(a, s, z), p));
  sum = {a.add(sum.high, sum.high), a.add(sum.low, sum.low)};
  Pair whole =
      quickSum(a, a.mul(k, a.number(6.93147180369123816490e-01)), a.mul(k, a.number(1.90821492927058770002e-10)));
  return add(a, whole, sum);
}

/// |x| to the power y, of f32 in f64.
Value nearPower(Doubles &a, Value base, Value y) { return a.call("exp", a.mul(y, a.call("log", base))); }

/// The same of f64, whose logarithm takes more digits than an f64 has.
Value widePower(Doubles &a, Value base, Value y) {
  Value isPlain = a.both(a.compare(P::OGT, base, a.number(0)), a.compare(P::OLT, base, a.number(kInfinity)));
  Pair log = wideLogarithm(a, a.select(isPlain, base, a.number(1)));
  Value product = a.mul(y, log.high);
  Value rest = a.fma(y, log.low, a.fma(y, log.high, a.negate(product)));
  rest = a.select(a.compare(P::OLT, a.abs(product), a.number(1000)), rest, a.number(0));
  Value power = a.call("exp", product);
  power = a.select(a.compare(P::OLT, power, a.number(kInfinity)), a.fma(power, rest, power), power);
  return a.select(isPlain, power, nearPower(a, base, y));
}

/// As C says it.
Value power(Doubles &a, Value x, Value y, Value (*ofBase)(Doubles &a, Value base, Value y)) {
  Value base = a.abs(x), one = a.number(1), zero = a.number(0);
  Value result = ofBase(a, base, y);
  result = a.select(a.both(a.compare(P::OEQ, base, one), a.isInfinite(y)), one, result);
  Value isWhole = a.compare(P::OEQ, a.floor(y), y), half = a.mul(y, a.number(0.5));
  Value isOdd = a.both(isWhole, a.compare(P::UNE, a.floor(half), half));
  Value isFinite =
      a.both(a.compare(P::OLT, base, a.number(kInfinity)), a.compare(P::OLT, a.abs(y), a.number(kInfinity)));
  Value isUndefined = a.both(a.both(a.compare(P::OLT, x, zero), isFinite), a.compare(P::UNE, a.floor(y), y));
  result = a.select(a.both(a.isNegative(x), a.both(isOdd, a.compare(P::OLT, a.abs(y), a.number(kInfinity)))),
                    a.negate(result), result);
  result = a.select(a.either(isUndefined, a.either(a.isNan(x), a.isNan(y))), a.number(kNan), result);
  return a.select(a.either(a.compare(P::OEQ, y, zero), a.compare(P::OEQ, x, one)), one, result);
}

/// What is left of a number after multiples of `by`, which is normal: by powers of two, the largest first, each at most
/// what is left. Exact.
Value takeMultiples(Doubles &a, Value start, Value by) {
  auto loop = scf::WhileOp::create(
      a.b, a.loc, TypeRange{a.b.getF64Type()}, ValueRange{start},
      [&](OpBuilder &b, Location loc, ValueRange values) {
        Doubles inner(b, loc);
        Value goesOn =
            inner.both(inner.compare(P::OGE, values[0], by), inner.compare(P::OGT, values[0], inner.number(0)));
        scf::ConditionOp::create(b, loc, goesOn, values);
      },
      [&](OpBuilder &b, Location loc, ValueRange values) {
        Doubles inner(b, loc);
        Value exponent = inner.integer(0x7ff0000000000000);
        Value distance =
            inner.subInt(inner.andInt(inner.bits(values[0]), exponent), inner.andInt(inner.bits(by), exponent));
        Value multiple = inner.fromBits(inner.addInt(inner.bits(by), distance));
        multiple =
            inner.select(inner.compare(P::OGT, multiple, values[0]), inner.mul(multiple, inner.number(0.5)), multiple);
        scf::YieldOp::create(b, loc, ValueRange{inner.sub(values[0], multiple)});
      });
  return loop.getResult(0);
}

/// As C's fmod.
Value remainder(Doubles &a, Value x, Value y) {
  constexpr double kNormal = 2.2250738585072014e-308, kLift = 1267650600228229401496703205376.0; // 2^100
  Value by = a.abs(y), left = a.abs(x);
  Value isDefined = a.both(a.compare(P::OLT, left, a.number(kInfinity)), a.compare(P::OGT, by, a.number(0)));
  left = a.select(isDefined, left, a.number(0));
  // By a subnormal number in two steps: what a multiple of it leaves, and of that, lifted to where numbers are normal.
  Value isSmall = a.compare(P::OLT, by, a.number(kNormal)), lift = a.select(isSmall, a.number(kLift), a.number(1));
  Value lifted = a.mul(by, lift);
  left = a.mul(takeMultiples(a, left, lifted), lift);
  left = a.div(takeMultiples(a, left, lifted), lift);
  return a.select(isDefined, a.withSign(left, x), a.number(kNan));
}

Value roundAway(Doubles &a, Value x) {
  Value whole = math::TruncOp::create(a.b, a.loc, x);
  Value isHalf = a.compare(P::OGE, a.abs(a.sub(x, whole)), a.number(0.5));
  return a.withSign(a.select(isHalf, a.add(a.abs(whole), a.number(1)), a.abs(whole)), x);
}

class Definer {
public:
  explicit Definer(ModuleOp module) : module(module), loc(module.getLoc()), b(module.getContext()) {
    b.setInsertionPointToEnd(module.getBody());
  }
  /// Of f64, or of f32 computed in f64.
  void define(StringRef name, unsigned arguments, bool isFloat,
              const std::function<Value(Doubles &, ValueRange)> &body) {
    Type type = isFloat ? Type(b.getF32Type()) : Type(b.getF64Type());
    OpBuilder::InsertionGuard guard(b);
    auto function =
        func::FuncOp::create(b, loc, name, b.getFunctionType(SmallVector<Type>(arguments, type), TypeRange{type}));
    function.setPrivate();
    b.setInsertionPointToEnd(function.addEntryBlock());
    Doubles a(b, loc);
    SmallVector<Value> values;
    for (Value argument : function.getArguments())
      values.push_back(isFloat ? Value(arith::ExtFOp::create(b, loc, b.getF64Type(), argument)) : argument);
    Value result = body(a, values);
    if (isFloat)
      result = arith::TruncFOp::create(b, loc, type, result);
    func::ReturnOp::create(b, loc, ValueRange{result});
  }

private:
  ModuleOp module;
  Location loc;
  OpBuilder b;
};

/// An instruction that takes one number, of every lane.
Value instruction(OpBuilder &b, Location loc, StringRef name, Value x) {
  auto call = [&](Value lane) {
    return LLVM::CallIntrinsicOp::create(b, loc, b.getF32Type(), b.getStringAttr(name), ValueRange{lane}).getResult(0);
  };
  auto vector = dyn_cast<VectorType>(x.getType());
  if (!vector)
    return call(x);
  SmallVector<Value> lanes;
  for (int64_t lane = 0; lane < vector.getNumElements(); ++lane)
    lanes.push_back(call(vector::ExtractOp::create(b, loc, x, ArrayRef<int64_t>{lane})));
  return vector::FromElementsOp::create(b, loc, vector, lanes);
}

/// 2^n times what the GPU has of 2^r: an error of 2^-22.5 at most beside those of r, which is what Cody and Waite's two
/// parts of 1 / log 2 leave. n stays where 2^n is a normal number; what is beyond is in r.
Value nearExponential(OpBuilder &b, Location loc, Value x) {
  // Beside this number the last place of a float is 1, and its last bits are those of n + 127.
  constexpr double kBias = 127, kMagic = 12582912;
  FloatArithmetic a(b, loc, x.getType());
  Value near = arith::MinNumFOp::create(b, loc, arith::MaxNumFOp::create(b, loc, x, a.number(-87)), a.number(88));
  Value shifted = a.fma(near, a.number(1.44269504088896341), a.number(kMagic + kBias));
  Value n = a.sub(shifted, a.number(kMagic + kBias));
  Value r = a.fma(x, a.number(0x1.715476p+0), arith::NegFOp::create(b, loc, n));
  r = a.fma(x, a.number(0x1.4ae0cp-26), r);
  return a.mul(instruction(b, loc, "llvm.nvvm.ex2.approx.ftz", r), a.fromBits(a.shiftLeft(a.bits(shifted), 23)));
}

Value nearQuotient(OpBuilder &b, Location loc, double number, Value by) {
  FloatArithmetic a(b, loc, by.getType());
  return a.mul(a.number(number), instruction(b, loc, "llvm.nvvm.rcp.approx.ftz.f", by));
}

void callRemainders(ModuleOp kernels) {
  SmallVector<arith::RemFOp> all;
  kernels.walk([&](arith::RemFOp op) { all.push_back(op); });
  for (arith::RemFOp op : all) {
    OpBuilder b(op);
    Location loc = op.getLoc();
    auto call = [&](Value x, Value y) {
      return func::CallOp::create(b, loc, x.getType().isF32() ? "fmodf" : "fmod", TypeRange{x.getType()},
                                  ValueRange{x, y})
          .getResult(0);
    };
    Value result;
    if (auto vector = dyn_cast<VectorType>(op.getType())) {
      SmallVector<Value> lanes;
      for (int64_t lane = 0; lane < vector.getNumElements(); ++lane) {
        auto at = [&](Value of) { return vector::ExtractOp::create(b, loc, of, ArrayRef<int64_t>{lane}); };
        Value x = at(op.getLhs()), y = at(op.getRhs());
        lanes.push_back(call(x, y));
      }
      result = vector::FromElementsOp::create(b, loc, vector, lanes);
    } else {
      result = call(op.getLhs(), op.getRhs());
    }
    op.getResult().replaceAllUsesWith(result);
    op.erase();
  }
}

} // namespace

void addDeviceMath(ModuleOp kernels) {
  expandFunctions(kernels, {nearExponential, nearQuotient});
  callRemainders(kernels);
  Definer definer(kernels);
  auto unary = [&](StringRef name, bool isFloat, Value (*function)(Doubles &, Value)) {
    definer.define(name, 1, isFloat, [=](Doubles &a, ValueRange v) { return function(a, v[0]); });
  };
  unary("exp", false, exponential);
  unary("log", false, logarithm);
  unary("expm1", false, expm1);
  unary("log1p", false, log1p);
  unary("tanh", false, tanh);
  unary("round", false, roundAway);
  unary("roundf", true, roundAway);
  unary("expf", true, exponential);
  unary("logf", true, logarithm);
  for (bool isFloat : {true, false}) {
    const Reduce reduce = isFloat ? reduceAngle : reduceWide;
    auto named = [&](StringRef name) { return isFloat ? name.str() + "f" : name.str(); };
    definer.define(named("sin"), 1, isFloat, [=](Doubles &a, ValueRange v) { return circular(a, v[0], 0, reduce); });
    definer.define(named("cos"), 1, isFloat, [=](Doubles &a, ValueRange v) { return circular(a, v[0], 1, reduce); });
    unary(named("cbrt"), isFloat, cubeRoot);
    definer.define(named("fmod"), 2, isFloat, [](Doubles &a, ValueRange v) { return remainder(a, v[0], v[1]); });
    definer.define(named("atan2"), 2, isFloat, [](Doubles &a, ValueRange v) { return arcTangent2(a, v[0], v[1]); });
    definer.define(named("tan"), 1, isFloat, [=](Doubles &a, ValueRange v) { return tangent(a, v[0], reduce); });
  }
  definer.define("powf", 2, true, [](Doubles &a, ValueRange v) { return power(a, v[0], v[1], nearPower); });
  definer.define("pow", 2, false, [](Doubles &a, ValueRange v) { return power(a, v[0], v[1], widePower); });
}

} // namespace shardwright::lower::cuda
