#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Interp/Scalar.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace shardwright::interp {
namespace {

using stablehlo::ComparisonDirection;
using stablehlo::ComparisonType;

template <typename T> bool holds(ComparisonDirection direction, T a, T b) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return a == b;
  case ComparisonDirection::NE:
    return a != b;
  case ComparisonDirection::GE:
    return a >= b;
  case ComparisonDirection::GT:
    return a > b;
  case ComparisonDirection::LE:
    return a <= b;
  case ComparisonDirection::LT:
    return a < b;
  }
  return false;
}

/// A number that orders doubles totally: -NaN < -inf < ... < -0 < 0 < ... < inf < NaN.
int64_t totalOrder(double value) {
  int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits < 0 ? std::numeric_limits<int64_t>::min() - bits - 1 : bits;
}

ScalarFunction compareFunction(stablehlo::CompareOp op, const ElementFormat &operand) {
  ComparisonDirection direction = op.getComparisonDirection();
  if (operand.isUnsigned())
    return [=](llvm::ArrayRef<Element> x) {
      return Element::ofInt(holds(direction, static_cast<uint64_t>(x[0].integer), static_cast<uint64_t>(x[1].integer)));
    };
  if (operand.isInteger())
    return [=](llvm::ArrayRef<Element> x) { return Element::ofInt(holds(direction, x[0].integer, x[1].integer)); };
  if (operand.isComplex())
    return [=](llvm::ArrayRef<Element> x) {
      bool equal = x[0].complex() == x[1].complex();
      return Element::ofInt(direction == ComparisonDirection::EQ ? equal : !equal);
    };
  if (op.getCompareType() == ComparisonType::TOTALORDER)
    return [=](llvm::ArrayRef<Element> x) {
      return Element::ofInt(holds(direction, totalOrder(x[0].real), totalOrder(x[1].real)));
    };
  return [=](llvm::ArrayRef<Element> x) { return Element::ofInt(holds(direction, x[0].real, x[1].real)); };
}

/// min(max(x, low), high) by the scalar functions of maximum and minimum.
ScalarFunction clampFunction(const ElementFormat &format) {
  ScalarFunction maximum = binaryFunction("maximum", format, format);
  ScalarFunction minimum = binaryFunction("minimum", format, format);
  return [=](llvm::ArrayRef<Element> x) { return minimum({maximum({x[1], x[0]}), x[2]}); };
}

/// Rounds to `mantissa` bits, then flushes what is below the smallest normal number of `exponent` bits to zero and what
/// is above the largest to infinity.
double reducePrecision(double value, unsigned exponent, unsigned mantissa) {
  if (!std::isfinite(value) || value == 0)
    return value;
  int e;
  double fraction = std::frexp(value, &e); // in [0.5, 1)
  double scale = std::ldexp(1.0, mantissa + 1);
  double rounded = std::ldexp(std::nearbyint(fraction * scale) / scale, e);
  std::frexp(rounded, &e);
  int bias = (1 << (exponent - 1)) - 1;
  if (e - 1 > bias)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return e - 1 < 1 - bias ? std::copysign(0.0, value) : rounded;
}

int64_t saturate(double value, const ElementFormat &to) {
  if (std::isnan(value))
    return 0;
  value = std::trunc(value);
  if (to.isUnsigned()) {
    double limit = std::ldexp(1.0, to.width());
    if (value < 0)
      return 0;
    return value >= limit ? to.wrap(-1) : static_cast<int64_t>(static_cast<uint64_t>(value));
  }
  double limit = std::ldexp(1.0, to.width() - 1);
  if (value >= limit)
    return static_cast<int64_t>((uint64_t(1) << (to.width() - 1)) - 1);
  return value < -limit ? static_cast<int64_t>(~uint64_t(0) << (to.width() - 1)) : static_cast<int64_t>(value);
}

} // namespace

Element convertElement(const Element &element, const ElementFormat &from, const ElementFormat &to) {
  if (to.isBool())
    return Element::ofInt(from.isInteger() ? element.integer != 0 : element.complex() != std::complex<double>());
  if (to.isInteger())
    return Element::ofInt(from.isInteger() ? to.wrap(element.integer) : saturate(element.real, to));
  if (!from.isInteger())
    return to.round({0, element.real, element.imag});
  if (to.width() == 32) // straight to f32: through a double it would round twice
    return Element::ofReal(from.isUnsigned() ? static_cast<float>(static_cast<uint64_t>(element.integer))
                                             : static_cast<float>(element.integer));
  // Rounded once: of an integer that no double holds, the low bits count only as whether there are any.
  constexpr int64_t kLow = 0xfff;
  int64_t integer = element.integer;
  if (to.width() < 32 && static_cast<uint64_t>((integer >> 52) + 1) > 1)
    integer = (integer & ~kLow) | (integer & kLow ? (kLow + 1) / 2 : 0);
  double value = from.isUnsigned() ? static_cast<double>(static_cast<uint64_t>(integer)) : static_cast<double>(integer);
  return to.round(Element::ofReal(value));
}

ScalarFunction selectingFunction(mlir::Operation *op, const ElementFormat &operand, const ElementFormat &result) {
  if (auto compare = llvm::dyn_cast<stablehlo::CompareOp>(op))
    return compareFunction(compare, operand);
  if (llvm::isa<stablehlo::SelectOp>(op))
    return [](llvm::ArrayRef<Element> x) { return x[0].integer ? x[1] : x[2]; };
  if (llvm::isa<stablehlo::ClampOp>(op))
    return clampFunction(result);
  if (llvm::isa<stablehlo::ConvertOp>(op))
    return [=](llvm::ArrayRef<Element> x) { return convertElement(x[0], operand, result); };
  if (auto reduce = llvm::dyn_cast<stablehlo::ReducePrecisionOp>(op)) {
    unsigned exponent = reduce.getExponentBits(), mantissa = reduce.getMantissaBits();
    return [=](llvm::ArrayRef<Element> x) { return Element::ofReal(reducePrecision(x[0].real, exponent, mantissa)); };
  }
  return {};
}

ScalarFunction scalarFunction(mlir::Operation *op) {
  if (op->getName().getDialectNamespace() != "stablehlo" || op->getNumOperands() == 0 || op->getNumResults() != 1)
    return {};
  auto format = [](mlir::Value value) { return ElementFormat::get(mlir::getElementTypeOrSelf(value.getType())); };
  std::optional<ElementFormat> operand = format(op->getOperand(0)), result = format(op->getResult(0));
  if (!operand || !result)
    return {};
  if (ScalarFunction function = selectingFunction(op, *operand, *result))
    return function;
  llvm::StringRef name = op->getName().stripDialect();
  if (op->getNumOperands() == 1)
    return unaryFunction(name, *operand, *result);
  return op->getNumOperands() == 2 ? binaryFunction(name, *operand, *result) : ScalarFunction();
}

} // namespace shardwright::interp
