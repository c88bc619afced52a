#include "passes/lower/EmitByteFloat.h"

#include "passes/lower/Interfaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>
#include <cstring>

using namespace mlir;

namespace shardwright::lower {
namespace {

using runtime::FloatFormat;
using Special = FloatFormat::Special;
using IntPredicate = arith::CmpIPredicate;
using FloatPredicate = arith::CmpFPredicate;

constexpr uint32_t kInfinity = 0x7f800000, kNaN = 0x7fc00000, kMagnitude = 0x7fffffff;
constexpr int kMantissa = 23, kBias = 127;

/// Arithmetic on the bits of f32 values shaped like one argument.
class Bits {
public:
  Bits(OpBuilder &b, Location loc, Value like) : b(b), loc(loc), type(like.getType()) {}

  Type as(Type element) const {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? Type(VectorType::get(vector.getShape(), element)) : element;
  }
  Value constant(Type element, TypedAttr value) {
    if (auto vector = dyn_cast<VectorType>(as(element)))
      return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(vector, Attribute(value)));
    return arith::ConstantOp::create(b, loc, value);
  }
  Value word(uint32_t value) { return constant(b.getI32Type(), b.getI32IntegerAttr(static_cast<int32_t>(value))); }
  Value number(double value) { return constant(b.getF32Type(), b.getF32FloatAttr(static_cast<float>(value))); }
  Value of(Value x) { return arith::BitcastOp::create(b, loc, as(b.getI32Type()), x); }
  Value toFloat(Value bits) { return arith::BitcastOp::create(b, loc, as(b.getF32Type()), bits); }
  Value widened(Value byte) { return arith::ExtUIOp::create(b, loc, as(b.getI32Type()), byte); }
  Value narrowed(Value bits, unsigned width) {
    return arith::TruncIOp::create(b, loc, as(b.getIntegerType(width)), bits);
  }
  Value mask(Value x, uint32_t bits) { return arith::AndIOp::create(b, loc, x, word(bits)); }
  Value join(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value left(Value x, int by) { return arith::ShLIOp::create(b, loc, x, word(static_cast<uint32_t>(by))); }
  Value right(Value x, int by) { return arith::ShRUIOp::create(b, loc, x, word(static_cast<uint32_t>(by))); }
  Value is(IntPredicate predicate, Value x, uint32_t y) { return arith::CmpIOp::create(b, loc, predicate, x, word(y)); }
  Value select(Value condition, Value x, Value y) { return arith::SelectOp::create(b, loc, condition, x, y); }
  /// Bits of a float times a power of two.
  Value scaled(Value bits, int power) {
    return of(arith::MulFOp::create(b, loc, toFloat(bits), number(std::ldexp(1.0, power))));
  }
  /// The magnitude's bits, in units of a power of two.
  Value inUnits(Value bits, int power) {
    // Beside this number the last place of a float is the unit: adding it rounds, to even at ties.
    Value offset = number(std::ldexp(1.0, power + kMantissa));
    Value sum = arith::AddFOp::create(b, loc, toFloat(bits), offset);
    return of(arith::SubFOp::create(b, loc, sum, offset));
  }

private:
  OpBuilder &b;
  Location loc;
  Type type;
};

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

} // namespace

const FloatFormat *byteFloat(Type type) {
  if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() > 8)
    return nullptr;
  std::optional<runtime::ElementType> element = runtimeType(type);
  return element ? runtime::floatFormat(*element) : nullptr;
}

Value decodeByteFloat(OpBuilder &b, Location loc, const FloatFormat &format, Value stored) {
  Bits w(b, loc, stored);
  Value code = w.widened(stored);
  Value magnitude = w.mask(code, (1u << format.magnitudeBits()) - 1);
  // Read as an f32, subnormal numbers included, it differs by the bias only.
  Value bits = w.left(magnitude, kMantissa - format.mantissaBits);
  Value result = bits;
  if (format.bias != kBias)
    result = w.scaled(bits, kBias - format.bias);
  if (!format.hasZero())
    result = w.select(w.is(IntPredicate::eq, magnitude, 0), w.word(bitsOf(std::ldexp(1.0f, -format.bias))), result);
  switch (format.special) {
  case Special::InfAndNan:
    result = w.select(w.is(IntPredicate::ugt, magnitude, format.largest()), w.join(bits, w.word(kInfinity)), result);
    break;
  case Special::NanAtTop:
    result = w.select(w.is(IntPredicate::ugt, magnitude, format.largest()), w.word(kNaN), result);
    break;
  case Special::NanAtNegativeZero:
    result = w.select(w.is(IntPredicate::eq, code, format.quietNan()), w.word(kNaN), result);
    break;
  case Special::None:
    break;
  }
  if (format.hasSign)
    result = w.join(result, w.left(w.mask(code, format.signBit()), 31 - format.magnitudeBits()));
  return w.toFloat(result);
}

Value encodeByteFloat(OpBuilder &b, Location loc, const FloatFormat &format, Value number) {
  Bits w(b, loc, number);
  Value bits = w.of(number), magnitude = w.mask(bits, kMagnitude);
  Value code = w.right(format.bias == kBias ? magnitude : w.scaled(magnitude, format.bias - kBias),
                       kMantissa - format.mantissaBits);
  Value isNaN = w.is(IntPredicate::ugt, magnitude, kInfinity);
  if (format.special == Special::InfAndNan)
    code = w.select(w.is(IntPredicate::uge, magnitude, kInfinity), w.word(format.largest() + 1), code);
  if (format.special == Special::InfAndNan || format.special == Special::NanAtTop)
    code = w.select(isNaN, w.word(format.quietNan()), code);
  if (format.hasSign)
    code = w.join(code, w.right(w.mask(bits, ~kMagnitude), 31 - format.magnitudeBits()));
  if (format.special == Special::NanAtNegativeZero) {
    code = w.select(w.is(IntPredicate::eq, magnitude, 0), w.word(0), code);
    code = w.select(isNaN, w.word(format.quietNan()), code);
  }
  return w.narrowed(code, format.width() > 8 ? 16 : 8);
}

Value roundToByteFloat(OpBuilder &b, Location loc, const FloatFormat &format, Value x) {
  Bits w(b, loc, x);
  Value bits = w.of(x), magnitude = w.mask(bits, kMagnitude), sign = w.mask(bits, ~kMagnitude);
  int drop = kMantissa - format.mantissaBits;
  // Without a mantissa the last place is the one in front of the point: ties go up.
  Value last = format.hasZero() ? w.mask(w.right(magnitude, drop), 1) : w.word(1);
  Value rounded = w.add(w.add(magnitude, last), w.word((1u << (drop - 1)) - 1));
  rounded = w.mask(rounded, ~((1u << drop) - 1));
  uint32_t least = bitsOf(std::ldexp(1.0f, (format.hasZero() ? 1 : 0) - format.bias));
  if (format.hasZero()) {
    Value subnormal = w.inUnits(magnitude, 1 - format.bias - format.mantissaBits);
    rounded = w.select(w.is(IntPredicate::ult, magnitude, least), subnormal, rounded);
  } else {
    // The smallest number is subnormal in f32; the middle between it and the next goes up.
    constexpr uint32_t kNormal = 1u << kMantissa;
    Value low = w.select(w.is(IntPredicate::ult, magnitude, least + least / 2), w.word(least), w.word(kNormal));
    rounded = w.select(w.is(IntPredicate::ult, magnitude, kNormal), low, rounded);
  }
  uint32_t largest = bitsOf(runtime::decodeFloat(format, format.largest()));
  uint32_t beyond = format.special == Special::InfAndNan ? kInfinity : format.special == Special::None ? largest : kNaN;
  rounded = w.select(w.is(IntPredicate::ugt, rounded, largest), w.word(beyond), rounded);
  Value isNaN = w.is(IntPredicate::ugt, magnitude, kInfinity);
  if (format.special == Special::None) {
    rounded = w.select(isNaN, w.word(0), rounded);
    sign = w.select(isNaN, w.word(~kMagnitude), sign);
  } else {
    rounded = w.select(isNaN, w.word(kNaN), rounded);
  }
  if (!format.hasZero())
    rounded = w.select(w.is(IntPredicate::sle, bits, 0), w.word(kNaN), rounded);
  if (format.special == Special::NanAtNegativeZero)
    sign = w.select(w.is(IntPredicate::eq, rounded, 0), rounded, sign);
  return w.toFloat(format.hasSign ? w.join(rounded, sign) : rounded);
}

} // namespace shardwright::lower
