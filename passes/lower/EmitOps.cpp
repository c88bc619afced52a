#include "passes/lower/EmitOps.h"

#include "dialects/interfaces/IdentityElement.h"
#include "passes/lower/EmitByteFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace shardwright::lower {

Type computeType(Type elementType) {
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(elementType.getContext());
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return IntegerType::get(integer.getContext(), integer.getWidth());
  return elementType;
}

Type storageType(Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return IntegerType::get(integer.getContext(), std::max(8u, integer.getWidth()));
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() < 32)
    return IntegerType::get(elementType.getContext(), std::max(8u, elementType.getIntOrFloatBitWidth()));
  return elementType;
}

Type withLanes(Type scalar, int64_t lanes) { return lanes > 1 ? Type(VectorType::get({lanes}, scalar)) : scalar; }

/// `scalar` with the lanes of `like`.
static Type sameLanes(Value like, Type scalar) {
  auto vector = dyn_cast<VectorType>(like.getType());
  return vector ? Type(VectorType::get(vector.getShape(), scalar)) : scalar;
}

static Value splat(OpBuilder &b, Location loc, Value like, Type scalar, TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(sameLanes(like, scalar)))
    return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(vector, Attribute(value)));
  return arith::ConstantOp::create(b, loc, value);
}

static Value splatInt(OpBuilder &b, Location loc, Value like, int64_t value) {
  Type scalar = getElementTypeOrSelf(like.getType());
  return splat(b, loc, like, scalar, b.getIntegerAttr(scalar, value));
}

static Value splatFloat(OpBuilder &b, Location loc, Value like, double value) {
  Type scalar = getElementTypeOrSelf(like.getType());
  return splat(b, loc, like, scalar, b.getFloatAttr(scalar, value));
}

static Value extend(OpBuilder &b, Location loc, Type to, Value x) { return arith::ExtFOp::create(b, loc, to, x); }
static Value shorten(OpBuilder &b, Location loc, Type to, Value x) { return arith::TruncFOp::create(b, loc, to, x); }

static Value roundTo(OpBuilder &b, Location loc, Type elementType, Value x) {
  if (elementType.isBF16() || elementType.isF16())
    return extend(b, loc, x.getType(), shorten(b, loc, sameLanes(x, elementType), x));
  if (const runtime::FloatFormat *format = byteFloat(elementType))
    return roundToByteFloat(b, loc, *format, x);
  return x;
}

Value fromStorage(OpBuilder &b, Location loc, Type elementType, Value stored) {
  if (elementType.isBF16() || elementType.isF16())
    return extend(b, loc, sameLanes(stored, b.getF32Type()),
                  arith::BitcastOp::create(b, loc, sameLanes(stored, elementType), stored));
  if (const runtime::FloatFormat *format = byteFloat(elementType))
    return decodeByteFloat(b, loc, *format, stored);
  auto integer = dyn_cast<IntegerType>(elementType);
  if (integer && integer.getWidth() == 1)
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, stored, splatInt(b, loc, stored, 0));
  if (integer && integer.getWidth() < 8)
    return arith::TruncIOp::create(b, loc, sameLanes(stored, computeType(elementType)), stored);
  return stored;
}

Value toStorage(OpBuilder &b, Location loc, Type elementType, Value value) {
  Type storage = sameLanes(value, storageType(elementType));
  if (elementType.isBF16() || elementType.isF16()) {
    Value narrow = shorten(b, loc, sameLanes(value, elementType), value);
    narrow.getDefiningOp()->setAttr(kExactAttr, b.getUnitAttr());
    return arith::BitcastOp::create(b, loc, storage, narrow);
  }
  if (const runtime::FloatFormat *format = byteFloat(elementType))
    return encodeByteFloat(b, loc, *format, value);
  auto integer = dyn_cast<IntegerType>(elementType);
  if (integer && integer.getWidth() < 8) {
    if (integer.isUnsigned() || integer.getWidth() == 1)
      return arith::ExtUIOp::create(b, loc, storage, value);
    return arith::ExtSIOp::create(b, loc, storage, value);
  }
  return value;
}

Value emitConstant(OpBuilder &b, Location loc, Type elementType, Attribute value) {
  Type type = computeType(elementType);
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, integer.getValue()));
  APFloat number = cast<FloatAttr>(value).getValue();
  bool losesInfo;
  number.convert(cast<FloatType>(type).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, number));
}

static Value emitCompare(OpBuilder &b, Location loc, const Node &node, Value x, Value y) {
  Type type = node.operands[0]->type;
  if (isa<FloatType>(type)) {
    using P = arith::CmpFPredicate;
    P p = node.op == Opcode::EQ   ? P::OEQ
          : node.op == Opcode::NE ? P::UNE
          : node.op == Opcode::LT ? P::OLT
          : node.op == Opcode::LE ? P::OLE
          : node.op == Opcode::GT ? P::OGT
                                  : P::OGE;
    return arith::CmpFOp::create(b, loc, p, x, y);
  }
  using P = arith::CmpIPredicate;
  bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
  P p = node.op == Opcode::EQ   ? P::eq
        : node.op == Opcode::NE ? P::ne
        : node.op == Opcode::LT ? (isUnsigned ? P::ult : P::slt)
        : node.op == Opcode::LE ? (isUnsigned ? P::ule : P::sle)
        : node.op == Opcode::GT ? (isUnsigned ? P::ugt : P::sgt)
                                : (isUnsigned ? P::uge : P::sge);
  return arith::CmpIOp::create(b, loc, p, x, y);
}

/// Division and remainder that never trap: x / 0 is -1 (all ones), x % 0 is x, MIN / -1 wraps.
static Value emitIntegerDivision(OpBuilder &b, Location loc, const Node &node, Value x, Value y) {
  bool isDivide = node.op == Opcode::Divide;
  const Node &by = *node.operands[1];
  bool isUnsigned = node.type.isUnsignedInteger() || node.operands[0]->low >= 0;
  auto raw = [&](Value divisor) -> Value {
    if (isUnsigned)
      return isDivide ? Value(arith::DivUIOp::create(b, loc, x, divisor))
                      : Value(arith::RemUIOp::create(b, loc, x, divisor));
    return isDivide ? Value(arith::DivSIOp::create(b, loc, x, divisor))
                    : Value(arith::RemSIOp::create(b, loc, x, divisor));
  };
  if (by.kind == NodeKind::Constant && by.low > 0)
    return raw(y);
  Value isZero = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, y, splatInt(b, loc, y, 0));
  Value safe = arith::SelectOp::create(b, loc, isZero, splatInt(b, loc, y, 1), y);
  isUnsigned = node.type.isUnsignedInteger();
  Value isMinusOne;
  if (!isUnsigned) {
    isMinusOne = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, y, splatInt(b, loc, y, -1));
    safe = arith::SelectOp::create(b, loc, isMinusOne, splatInt(b, loc, y, 1), safe);
  }
  Value result = raw(safe);
  if (!isUnsigned && isDivide)
    result =
        arith::SelectOp::create(b, loc, isMinusOne, arith::SubIOp::create(b, loc, splatInt(b, loc, x, 0), x), result);
  return arith::SelectOp::create(b, loc, isZero, isDivide ? splatInt(b, loc, x, -1) : x, result);
}

static Value emitIntegerPower(OpBuilder &b, Location loc, const Node &node, Value x, Value y) {
  // Square and multiply over all bits of the exponent; a negative exponent gives 1 for 1, +-1 for -1, else 0.
  unsigned width = node.type.getIntOrFloatBitWidth();
  Value result = splatInt(b, loc, x, 1), base = x, one = splatInt(b, loc, y, 1), zero = splatInt(b, loc, y, 0);
  for (unsigned bit = 0; bit < width; ++bit) {
    Value shifted = arith::ShRUIOp::create(b, loc, y, splatInt(b, loc, y, bit));
    Value isSet =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, arith::AndIOp::create(b, loc, shifted, one), zero);
    result = arith::SelectOp::create(b, loc, isSet, arith::MulIOp::create(b, loc, result, base), result);
    base = arith::MulIOp::create(b, loc, base, base);
  }
  if (node.type.isUnsignedInteger())
    return result;
  Value isNegative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, y, zero);
  Value isUnit = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, arith::AddIOp::create(b, loc, x, one),
                                       splatInt(b, loc, x, 2));
  Value isZero = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, zero);
  Value keeps = arith::AndIOp::create(b, loc, isUnit, arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, x, zero));
  Value other = arith::SelectOp::create(b, loc, isZero, splatInt(b, loc, x, -1), zero);
  // For +-1 the bits of a negative exponent give the right sign already.
  return arith::SelectOp::create(b, loc, isNegative, arith::SelectOp::create(b, loc, keeps, result, other), result);
}

static Value emitInteger(OpBuilder &b, Location loc, const Node &node, ArrayRef<Value> v) {
  bool isBool = node.type.isInteger(1);
  bool isUnsigned = node.type.isUnsignedInteger() || isBool;
  Value x = v[0], y = v.size() > 1 ? v[1] : Value();
  auto inRange = [&](Value shift) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, shift,
                                 splatInt(b, loc, shift, node.type.getIntOrFloatBitWidth()));
  };
  auto safeShift = [&] { return arith::SelectOp::create(b, loc, inRange(y), y, splatInt(b, loc, y, 0)); };
  switch (node.op) {
  case Opcode::Add:
    return isBool ? Value(arith::OrIOp::create(b, loc, x, y)) : Value(arith::AddIOp::create(b, loc, x, y));
  case Opcode::Subtract:
    return arith::SubIOp::create(b, loc, x, y);
  case Opcode::Multiply:
    return isBool ? Value(arith::AndIOp::create(b, loc, x, y)) : Value(arith::MulIOp::create(b, loc, x, y));
  case Opcode::Divide:
  case Opcode::Remainder:
    return emitIntegerDivision(b, loc, node, x, y);
  case Opcode::Power:
    return emitIntegerPower(b, loc, node, x, y);
  case Opcode::Maximum:
    return isUnsigned ? Value(arith::MaxUIOp::create(b, loc, x, y)) : Value(arith::MaxSIOp::create(b, loc, x, y));
  case Opcode::Minimum:
    return isUnsigned ? Value(arith::MinUIOp::create(b, loc, x, y)) : Value(arith::MinSIOp::create(b, loc, x, y));
  case Opcode::And:
    return arith::AndIOp::create(b, loc, x, y);
  case Opcode::Or:
    return arith::OrIOp::create(b, loc, x, y);
  case Opcode::Xor:
    return arith::XOrIOp::create(b, loc, x, y);
  case Opcode::Not:
    return arith::XOrIOp::create(b, loc, x, splatInt(b, loc, x, -1));
  case Opcode::ShiftLeft:
    return arith::SelectOp::create(b, loc, inRange(y), arith::ShLIOp::create(b, loc, x, safeShift()),
                                   splatInt(b, loc, x, 0));
  case Opcode::ShiftRightLogical:
    return arith::SelectOp::create(b, loc, inRange(y), arith::ShRUIOp::create(b, loc, x, safeShift()),
                                   splatInt(b, loc, x, 0));
  case Opcode::ShiftRightArithmetic: {
    Value most = splatInt(b, loc, y, node.type.getIntOrFloatBitWidth() - 1);
    return arith::ShRSIOp::create(b, loc, x, arith::SelectOp::create(b, loc, inRange(y), y, most));
  }
  case Opcode::Negate:
    return arith::SubIOp::create(b, loc, splatInt(b, loc, x, 0), x);
  case Opcode::Abs:
    return isUnsigned
               ? x
               : Value(arith::MaxSIOp::create(b, loc, x, arith::SubIOp::create(b, loc, splatInt(b, loc, x, 0), x)));
  case Opcode::Sign: {
    Value one = splatInt(b, loc, x, 1);
    if (isUnsigned)
      return arith::MinUIOp::create(b, loc, x, one);
    return arith::MinSIOp::create(b, loc, arith::MaxSIOp::create(b, loc, x, splatInt(b, loc, x, -1)), one);
  }
  case Opcode::Popcnt:
    return math::CtPopOp::create(b, loc, x);
  case Opcode::Clz:
    return math::CountLeadingZerosOp::create(b, loc, x);
  default:
    return {};
  }
}

/// x to a small whole power by multiplications; null where the exponent is anything else.
static Value emitConstantPower(OpBuilder &b, Location loc, const Node &exponent, Value x) {
  auto number = exponent.kind == NodeKind::Constant ? dyn_cast<FloatAttr>(exponent.constant) : FloatAttr();
  if (!number)
    return {};
  double e = number.getValueAsDouble();
  if (e == 1)
    return x;
  if (e != 2 && e != 3 && e != 4)
    return {};
  Value square = arith::MulFOp::create(b, loc, x, x);
  return e == 2 ? square : Value(arith::MulFOp::create(b, loc, square, e == 3 ? x : square));
}

static Value emitFloat(OpBuilder &b, Location loc, const Node &node, ArrayRef<Value> v) {
  Value x = v[0], y = v.size() > 1 ? v[1] : Value();
  auto one = [&] { return splatFloat(b, loc, x, 1); };
  switch (node.op) {
  case Opcode::Add:
    return arith::AddFOp::create(b, loc, x, y);
  case Opcode::Subtract:
    return arith::SubFOp::create(b, loc, x, y);
  case Opcode::Multiply:
    return arith::MulFOp::create(b, loc, x, y);
  case Opcode::Divide:
    return arith::DivFOp::create(b, loc, x, y);
  case Opcode::Remainder:
    return arith::RemFOp::create(b, loc, x, y);
  case Opcode::Power:
    if (Value power = emitConstantPower(b, loc, *node.operands[1], x))
      return power;
    return math::PowFOp::create(b, loc, x, y);
  case Opcode::Maximum:
    return arith::MaximumFOp::create(b, loc, x, y);
  case Opcode::Minimum:
    return arith::MinimumFOp::create(b, loc, x, y);
  case Opcode::Negate:
    return arith::NegFOp::create(b, loc, x);
  case Opcode::Abs:
    return math::AbsFOp::create(b, loc, x);
  case Opcode::Sign: {
    // Zeros keep their sign and not-a-number stays: the operand itself is the answer there.
    Value zero = splatFloat(b, loc, x, 0);
    Value isNonZero = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, x, zero);
    return arith::SelectOp::create(b, loc, isNonZero, math::CopySignOp::create(b, loc, one(), x), x);
  }
  case Opcode::Exp:
    return math::ExpOp::create(b, loc, x);
  case Opcode::Expm1:
    return math::ExpM1Op::create(b, loc, x);
  case Opcode::Log:
    return math::LogOp::create(b, loc, x);
  case Opcode::Log1p:
    return math::Log1pOp::create(b, loc, x);
  case Opcode::Logistic: {
    // By the exponential that is at most 1: the other overflows where the result is still a number.
    Value e = math::ExpOp::create(b, loc, arith::NegFOp::create(b, loc, math::AbsFOp::create(b, loc, x)));
    Value isLeft = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, splatFloat(b, loc, x, 0));
    Value above = arith::SelectOp::create(b, loc, isLeft, e, one());
    return arith::DivFOp::create(b, loc, above, arith::AddFOp::create(b, loc, one(), e));
  }
  case Opcode::Tanh:
    return math::TanhOp::create(b, loc, x);
  case Opcode::Tan:
    return math::TanOp::create(b, loc, x);
  case Opcode::Sine:
    return math::SinOp::create(b, loc, x);
  case Opcode::Cosine:
    return math::CosOp::create(b, loc, x);
  case Opcode::Sqrt:
    return math::SqrtOp::create(b, loc, x);
  case Opcode::Rsqrt:
    return arith::DivFOp::create(b, loc, one(), math::SqrtOp::create(b, loc, x));
  case Opcode::Cbrt:
    return math::CbrtOp::create(b, loc, x);
  case Opcode::Atan2:
    return math::Atan2Op::create(b, loc, x, y);
  case Opcode::Floor:
    return math::FloorOp::create(b, loc, x);
  case Opcode::Ceil:
    return math::CeilOp::create(b, loc, x);
  case Opcode::RoundAwayFromZero:
    return math::RoundOp::create(b, loc, x);
  case Opcode::RoundEven:
    return math::RoundEvenOp::create(b, loc, x);
  default:
    return {};
  }
}

/// Float to integer: truncation, clamped to what the integer holds, 0 for not-a-number.
static Value floatToInteger(OpBuilder &b, Location loc, Type to, Value x) {
  auto integer = cast<IntegerType>(to);
  unsigned width = integer.getWidth();
  bool isUnsigned = integer.isUnsigned();
  Type target = sameLanes(x, computeType(to));
  double upper = std::ldexp(1.0, isUnsigned ? width : width - 1), lower = isUnsigned ? 0 : -upper;
  Value raw = isUnsigned ? Value(arith::FPToUIOp::create(b, loc, target, x))
                         : Value(arith::FPToSIOp::create(b, loc, target, x));
  auto limit = [&](const APInt &value) {
    Type scalar = computeType(to);
    return splat(b, loc, raw, scalar, b.getIntegerAttr(scalar, value));
  };
  APInt most = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt least = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  Value tooBig = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, x, splatFloat(b, loc, x, upper));
  Value tooSmall = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, splatFloat(b, loc, x, lower));
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  raw = arith::SelectOp::create(b, loc, tooBig, limit(most), raw);
  raw = arith::SelectOp::create(b, loc, tooSmall, limit(least), raw);
  return arith::SelectOp::create(b, loc, isNan, limit(APInt(width, 0)), raw);
}

/// f64 to f32 by von Neumann's rounding: what is not exact becomes the neighbour whose last bit is one. Rounded again
/// to less than half of f32's mantissa, it is the nearest to `x` itself.
static Value shortenToOdd(OpBuilder &b, Location loc, Value x) {
  Value near = shorten(b, loc, sameLanes(x, b.getF32Type()), x);
  Value back = extend(b, loc, x.getType(), near);
  Value bits = arith::BitcastOp::create(b, loc, sameLanes(x, b.getI32Type()), near);
  Value isAway = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, math::AbsFOp::create(b, loc, back),
                                       math::AbsFOp::create(b, loc, x));
  Value isInexact = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, back, x);
  Value towardsZero =
      arith::SelectOp::create(b, loc, isAway, arith::SubIOp::create(b, loc, bits, splatInt(b, loc, bits, 1)), bits);
  Value odd = arith::OrIOp::create(b, loc, towardsZero, splatInt(b, loc, bits, 1));
  return arith::BitcastOp::create(b, loc, near.getType(), arith::SelectOp::create(b, loc, isInexact, odd, bits));
}

/// An integer as an f32 that rounds to a narrower float as the integer itself does: of what has more bits than an f32,
/// the low ones become one that is not zero if they were not.
static Value integerToOdd(OpBuilder &b, Location loc, bool isUnsigned, Value x) {
  Type type = getElementTypeOrSelf(x.getType());
  unsigned width = type.getIntOrFloatBitWidth();
  auto toFloat = [&](Type element, Value value) -> Value {
    Type target = sameLanes(x, element);
    return isUnsigned ? Value(arith::UIToFPOp::create(b, loc, target, value))
                      : Value(arith::SIToFPOp::create(b, loc, target, value));
  };
  if (width <= 16)
    return toFloat(b.getF32Type(), x);
  if (width <= 32)
    return shortenToOdd(b, loc, toFloat(b.getF64Type(), x));
  // Of 64 bits, the lowest 16 where an f64 might not hold them all.
  constexpr int64_t kLow = 0xffff;
  Value low = arith::AndIOp::create(b, loc, x, splatInt(b, loc, x, kLow));
  Value any = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, low, splatInt(b, loc, x, 0));
  Value sticky = arith::SelectOp::create(b, loc, any, splatInt(b, loc, x, (kLow + 1) / 2), splatInt(b, loc, x, 0));
  Value shortened = arith::OrIOp::create(b, loc, arith::AndIOp::create(b, loc, x, splatInt(b, loc, x, ~kLow)), sticky);
  Value top = isUnsigned ? Value(arith::ShRUIOp::create(b, loc, x, splatInt(b, loc, x, 40)))
                         : Value(arith::ShRSIOp::create(b, loc, x, splatInt(b, loc, x, 40)));
  Value isSmall = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule,
                                        arith::AddIOp::create(b, loc, top, splatInt(b, loc, x, isUnsigned ? 0 : 1)),
                                        splatInt(b, loc, x, isUnsigned ? 0 : 1));
  x = arith::SelectOp::create(b, loc, isSmall, x, shortened);
  return shortenToOdd(b, loc, toFloat(b.getF64Type(), x));
}

static Value emitConvert(OpBuilder &b, Location loc, Type from, Type to, Value x) {
  auto fromInteger = dyn_cast<IntegerType>(from), toInteger = dyn_cast<IntegerType>(to);
  Type target = sameLanes(x, computeType(to));
  if (toInteger && toInteger.getWidth() == 1) {
    if (fromInteger)
      return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, x, splatInt(b, loc, x, 0));
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, x, splatFloat(b, loc, x, 0));
  }
  if (fromInteger && toInteger) {
    if (fromInteger.getWidth() == toInteger.getWidth())
      return x;
    if (fromInteger.getWidth() > toInteger.getWidth())
      return arith::TruncIOp::create(b, loc, target, x);
    if (fromInteger.isUnsigned() || fromInteger.getWidth() == 1)
      return arith::ExtUIOp::create(b, loc, target, x);
    return arith::ExtSIOp::create(b, loc, target, x);
  }
  bool narrows = !toInteger && to.getIntOrFloatBitWidth() < 32;
  if (fromInteger) {
    bool isUnsigned = fromInteger.isUnsigned() || fromInteger.getWidth() == 1;
    if (narrows)
      return roundTo(b, loc, to, integerToOdd(b, loc, isUnsigned, x));
    return isUnsigned ? Value(arith::UIToFPOp::create(b, loc, target, x))
                      : Value(arith::SIToFPOp::create(b, loc, target, x));
  }
  if (toInteger)
    return floatToInteger(b, loc, to, x);
  unsigned have = computeType(from).getIntOrFloatBitWidth(), want = computeType(to).getIntOrFloatBitWidth();
  if (have < want)
    return extend(b, loc, target, x);
  if (have > want)
    x = narrows ? shortenToOdd(b, loc, x) : shorten(b, loc, target, x);
  return from == to ? x : roundTo(b, loc, to, x);
}

static Value emitBitcast(OpBuilder &b, Location loc, Type from, Type to, Value x) {
  Value bits = toStorage(b, loc, from, x);
  Type storage = sameLanes(x, storageType(to));
  if (bits.getType() != storage)
    bits = arith::BitcastOp::create(b, loc, storage, bits);
  return fromStorage(b, loc, to, bits);
}

/// Rounds a float (f32 or f64 inside the kernel) to fewer exponent and mantissa bits, as StableHLO's reduce_precision
/// says.
static Value emitReducePrecision(OpBuilder &b, Location loc, const Node &node, Value x) {
  auto attribute = cast<ArrayAttr>(node.constant);
  int64_t exponent = cast<IntegerAttr>(attribute[0]).getInt(), mantissa = cast<IntegerAttr>(attribute[1]).getInt();
  auto type = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  int64_t width = type.getWidth(), places = type.getFPMantissaWidth() - 1;
  int64_t exponentBits = width - 1 - places, bias = (int64_t{1} << (exponentBits - 1)) - 1;
  int64_t infinity = ((int64_t{1} << exponentBits) - 1) << places;
  Value raw = arith::BitcastOp::create(b, loc, sameLanes(x, b.getIntegerType(width)), x), value = raw;
  if (mantissa < places) {
    int64_t drop = places - mantissa;
    Value lsb = arith::AndIOp::create(b, loc, arith::ShRUIOp::create(b, loc, value, splatInt(b, loc, value, drop)),
                                      splatInt(b, loc, value, 1));
    Value half = arith::AddIOp::create(b, loc, lsb, splatInt(b, loc, value, (int64_t{1} << (drop - 1)) - 1));
    value = arith::AddIOp::create(b, loc, value, half);
    value = arith::AndIOp::create(b, loc, value, splatInt(b, loc, value, ~((int64_t{1} << drop) - 1)));
  }
  if (exponent < exponentBits) {
    int64_t newBias = (int64_t{1} << (exponent - 1)) - 1;
    Value sign = arith::AndIOp::create(b, loc, raw, splatInt(b, loc, raw, -(int64_t{1} << (width - 2)) * 2));
    Value magnitude = arith::AndIOp::create(b, loc, value, splatInt(b, loc, value, infinity));
    Value over = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, magnitude,
                                       splatInt(b, loc, value, (bias + newBias) << places));
    Value under = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, magnitude,
                                        splatInt(b, loc, value, (bias - newBias) << places));
    value = arith::SelectOp::create(b, loc, over, arith::OrIOp::create(b, loc, sign, splatInt(b, loc, value, infinity)),
                                    value);
    value = arith::SelectOp::create(b, loc, under, sign, value);
  }
  Value rounded = arith::BitcastOp::create(b, loc, x.getType(), value);
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  return roundTo(b, loc, node.type, arith::SelectOp::create(b, loc, isNan, x, rounded));
}

/// Float ops whose result is exact in the operand's own type: nothing to round in bf16 and f16. Floats of at most 8
/// bits may lack a negative zero, and the whole number above their largest.
static bool isExact(Opcode op, Type type) {
  switch (op) {
  case Opcode::Maximum:
  case Opcode::Minimum:
    return true;
  case Opcode::Negate:
  case Opcode::Abs:
  case Opcode::Sign:
  case Opcode::Floor:
  case Opcode::Ceil:
  case Opcode::RoundAwayFromZero:
  case Opcode::RoundEven:
    return !byteFloat(type);
  default:
    return false;
  }
}

Value emitApply(OpBuilder &b, Location loc, const Node &node, ArrayRef<Value> v) {
  switch (node.op) {
  case Opcode::EQ:
  case Opcode::NE:
  case Opcode::LT:
  case Opcode::LE:
  case Opcode::GT:
  case Opcode::GE:
    return emitCompare(b, loc, node, v[0], v[1]);
  case Opcode::TotalOrderLT: {
    // Flipping the magnitude bits of negative numbers makes the integer order the total order.
    auto key = [&](Value x) -> Value {
      unsigned width = getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth();
      Value bits = arith::BitcastOp::create(b, loc, sameLanes(x, b.getIntegerType(width)), x);
      Value sign = arith::ShRSIOp::create(b, loc, bits, splatInt(b, loc, bits, width - 1));
      Value mask = arith::ShRUIOp::create(b, loc, sign, splatInt(b, loc, bits, 1));
      return arith::XOrIOp::create(b, loc, bits, mask);
    };
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, key(v[0]), key(v[1]));
  }
  case Opcode::Select:
    return arith::SelectOp::create(b, loc, v[0], v[1], v[2]);
  case Opcode::Convert:
    return emitConvert(b, loc, node.operands[0]->type, node.type, v[0]);
  case Opcode::Bitcast:
    return emitBitcast(b, loc, node.operands[0]->type, node.type, v[0]);
  case Opcode::ReducePrecision:
    return emitReducePrecision(b, loc, node, v[0]);
  case Opcode::IsFinite: {
    Value inf = splatFloat(b, loc, v[0], std::numeric_limits<double>::infinity());
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, math::AbsFOp::create(b, loc, v[0]), inf);
  }
  default:
    break;
  }
  if (isa<IntegerType>(node.type))
    return emitInteger(b, loc, node, v);
  Value result = emitFloat(b, loc, node, v);
  return isExact(node.op, node.type) ? result : roundTo(b, loc, node.type, result);
}

std::optional<Opcode> laneReduction(const AccumulatorSpec &accumulator) {
  const Node &update = *accumulator.update;
  if (update.kind != NodeKind::Apply || update.operands.size() != 2 || update.type != accumulator.running->type)
    return std::nullopt;
  if ((update.operands[0] == accumulator.running) == (update.operands[1] == accumulator.running))
    return std::nullopt;
  switch (update.op) {
  case Opcode::Add:
  case Opcode::Multiply:
  case Opcode::Maximum:
  case Opcode::Minimum:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    return update.op;
  default:
    return std::nullopt;
  }
}

/// What combines as an opcode does.
static ReductionKind combinationOf(Opcode op) {
  switch (op) {
  case Opcode::Multiply:
    return ReductionKind::Product;
  case Opcode::And:
    return ReductionKind::And;
  case Opcode::Maximum:
    return ReductionKind::Max;
  case Opcode::Minimum:
    return ReductionKind::Min;
  default:
    return ReductionKind::Sum;
  }
}

Attribute neutralElement(Opcode op, Type elementType) {
  if (auto type = dyn_cast<FloatType>(elementType)) {
    // Not identityElement: of the type inside the kernel, since the other may have no infinity; and of sums -0, to
    // which both zeros add up as themselves.
    auto number = cast<FloatType>(computeType(type));
    const llvm::fltSemantics &semantics = number.getFloatSemantics();
    switch (op) {
    case Opcode::Multiply:
      return FloatAttr::get(number, 1.0);
    case Opcode::Maximum:
      return FloatAttr::get(number, APFloat::getInf(semantics, /*Negative=*/true));
    case Opcode::Minimum:
      return FloatAttr::get(number, APFloat::getInf(semantics));
    default:
      return FloatAttr::get(number, APFloat::getZero(semantics, /*Negative=*/true));
    }
  }
  return identityElement(combinationOf(op), elementType);
}

Value emitLaneReduction(OpBuilder &b, Location loc, Opcode op, Type elementType, Value vector) {
  bool isFloat = isa<FloatType>(elementType);
  bool isBool = elementType.isInteger(1);
  bool isUnsigned = elementType.isUnsignedInteger() || isBool;
  vector::CombiningKind kind;
  switch (op) {
  case Opcode::Add:
    kind = isBool ? vector::CombiningKind::OR : vector::CombiningKind::ADD;
    break;
  case Opcode::Multiply:
    kind = isBool ? vector::CombiningKind::AND : vector::CombiningKind::MUL;
    break;
  case Opcode::Maximum:
    kind = isFloat      ? vector::CombiningKind::MAXIMUMF
           : isUnsigned ? vector::CombiningKind::MAXUI
                        : vector::CombiningKind::MAXSI;
    break;
  case Opcode::Minimum:
    kind = isFloat      ? vector::CombiningKind::MINIMUMF
           : isUnsigned ? vector::CombiningKind::MINUI
                        : vector::CombiningKind::MINSI;
    break;
  case Opcode::And:
    kind = vector::CombiningKind::AND;
    break;
  case Opcode::Or:
    kind = vector::CombiningKind::OR;
    break;
  default:
    kind = vector::CombiningKind::XOR;
    break;
  }
  // Lanes may combine in any order: StableHLO leaves the order of a reduction open.
  auto fastmath = isFloat ? arith::FastMathFlags::reassoc : arith::FastMathFlags::none;
  Value result =
      kind == vector::CombiningKind::ADD && isFloat
          ? vector::ReductionOp::create(b, loc, kind, vector,
                                        emitConstant(b, loc, elementType, neutralElement(op, elementType)), fastmath)
          : vector::ReductionOp::create(b, loc, kind, vector, fastmath);
  return roundTo(b, loc, elementType, result);
}

} // namespace shardwright::lower
