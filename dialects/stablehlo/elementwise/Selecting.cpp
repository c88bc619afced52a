// Element-wise operations that are more than a function of their operands' elements: they compare, select, convert.
#include "dialects/stablehlo/elementwise/Elementwise.h"
#include "dialects/stablehlo/elementwise/Scalar.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace shardwright::interp {
namespace {

using stablehlo::CompareOp;
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

ScalarFunction compareFunction(CompareOp op, const ElementFormat &operand) {
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

} // namespace shardwright::interp

namespace shardwright::stablehlo {
namespace {

using interp::Element;
using interp::ElementFormat;
using interp::ScalarFunction;

/// A conversion through which partial sums pass without a change of rounding.
bool widensFloats(ConvertOp op) {
  auto from = llvm::dyn_cast<mlir::FloatType>(mlir::getElementTypeOrSelf(op.getOperand().getType()));
  auto to = llvm::dyn_cast<mlir::FloatType>(mlir::getElementTypeOrSelf(op.getResult().getType()));
  if (!from || !to)
    return false;
  const llvm::fltSemantics &narrow = from.getFloatSemantics(), &wide = to.getFloatSemantics();
  using llvm::APFloat;
  return to.getFPMantissaWidth() >= from.getFPMantissaWidth() &&
         APFloat::semanticsMaxExponent(wide) >= APFloat::semanticsMaxExponent(narrow) &&
         APFloat::semanticsMinExponent(wide) <= APFloat::semanticsMinExponent(narrow) &&
         (APFloat::semanticsHasInf(wide) || !APFloat::semanticsHasInf(narrow));
}

void passesNone(mlir::Operation *, RuleBuilder &) {}
void convertsWider(mlir::Operation *op, RuleBuilder &b) {
  if (widensFloats(llvm::cast<ConvertOp>(op)))
    b.partial(PartialBehavior::AllAlike, {0}, {ReductionKind::Sum, ReductionKind::Max, ReductionKind::Min});
}
void selects(mlir::Operation *, RuleBuilder &b) { b.partial(PartialBehavior::AllAlike, {1, 2}, allReductionKinds()); }
void clamps(mlir::Operation *, RuleBuilder &b) {
  b.partial(PartialBehavior::AllAlike, {1}, {ReductionKind::Max, ReductionKind::Min});
}

//===--- in kernels ---===//

Opcode opcodeOf(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return Opcode::EQ;
  case ComparisonDirection::NE:
    return Opcode::NE;
  case ComparisonDirection::GE:
    return Opcode::GE;
  case ComparisonDirection::GT:
    return Opcode::GT;
  case ComparisonDirection::LE:
    return Opcode::LE;
  case ComparisonDirection::LT:
    return Opcode::LT;
  }
  return Opcode::EQ;
}

std::optional<ElementExpr> compareExpr(CompareOp op) {
  bool isTotal =
      isFloat(mlir::getElementTypeOrSelf(op.getLhs().getType())) && op.getCompareType() == ComparisonType::TOTALORDER;
  ComparisonDirection direction = op.getComparisonDirection();
  if (!isTotal)
    return ElementExpr::ofOpcode(op, opcodeOf(direction));
  ElementExpr expr(op);
  mlir::Type type = mlir::getElementTypeOrSelf(op.getType());
  auto less = [&](unsigned a, unsigned b) { return expr.apply(Opcode::TotalOrderLT, type, {a, b}); };
  auto negate = [&](unsigned a) { return expr.apply(Opcode::Not, type, {a}); };
  switch (direction) {
  case ComparisonDirection::LT:
    less(0, 1);
    break;
  case ComparisonDirection::GT:
    less(1, 0);
    break;
  case ComparisonDirection::LE:
    negate(less(1, 0));
    break;
  case ComparisonDirection::GE:
    negate(less(0, 1));
    break;
  case ComparisonDirection::EQ:
  case ComparisonDirection::NE: {
    unsigned below = less(0, 1), above = less(1, 0);
    unsigned differs = expr.apply(Opcode::Or, type, {below, above});
    if (direction == ComparisonDirection::EQ)
      negate(differs);
  }
  }
  return expr;
}

std::optional<ElementExpr> selectExpr(SelectOp op) { return ElementExpr::ofOpcode(op, Opcode::Select); }

std::optional<ElementExpr> clampExpr(ClampOp op) {
  ElementExpr expr(op);
  mlir::Type type = mlir::getElementTypeOrSelf(op.getType());
  expr.apply(Opcode::Minimum, type, {expr.apply(Opcode::Maximum, type, {1, 0}), 2});
  return expr;
}

std::optional<ElementExpr> convertExpr(ConvertOp op) {
  mlir::Type from = mlir::getElementTypeOrSelf(op.getOperand().getType());
  return from == mlir::getElementTypeOrSelf(op.getType()) ? ElementExpr(op)
                                                          : ElementExpr::ofOpcode(op, Opcode::Convert);
}

std::optional<ElementExpr> reducePrecisionExpr(ReducePrecisionOp op) {
  mlir::Builder builder(op.getContext());
  return ElementExpr::ofOpcode(op, Opcode::ReducePrecision,
                               builder.getI64ArrayAttr({op.getExponentBits(), op.getMantissaBits()}));
}

//===--- by definition ---===//

/// `functionOf`: of the formats of the first operand and of the result.
template <typename OpT, ScalarFunction (*functionOf)(OpT, const ElementFormat &, const ElementFormat &)>
struct SelectingReference : interp::ReferenceOpInterface::ExternalModel<SelectingReference<OpT, functionOf>, OpT> {
  ScalarFunction getScalarFunction(mlir::Operation *op) const {
    auto formats = formatsOf(op);
    return formats ? functionOf(llvm::cast<OpT>(op), formats->first, formats->second) : ScalarFunction();
  }
};

ScalarFunction functionOf(CompareOp op, const ElementFormat &operand, const ElementFormat &) {
  return interp::compareFunction(op, operand);
}

ScalarFunction functionOf(SelectOp, const ElementFormat &, const ElementFormat &) {
  return [](llvm::ArrayRef<Element> x) { return x[0].integer ? x[1] : x[2]; };
}

/// min(max(x, low), high).
ScalarFunction functionOf(ClampOp, const ElementFormat &, const ElementFormat &format) {
  ScalarFunction maximum = interp::combinationOf(ReductionKind::Max, format);
  ScalarFunction minimum = interp::combinationOf(ReductionKind::Min, format);
  return [=](llvm::ArrayRef<Element> x) { return minimum({maximum({x[1], x[0]}), x[2]}); };
}

ScalarFunction functionOf(ConvertOp, const ElementFormat &operand, const ElementFormat &result) {
  return [=](llvm::ArrayRef<Element> x) { return interp::convertElement(x[0], operand, result); };
}

ScalarFunction functionOf(ReducePrecisionOp op, const ElementFormat &, const ElementFormat &) {
  unsigned exponent = op.getExponentBits(), mantissa = op.getMantissaBits();
  return [=](llvm::ArrayRef<Element> x) {
    return Element::ofReal(interp::reducePrecision(x[0].real, exponent, mantissa));
  };
}

template <typename OpT, int price, std::optional<ElementExpr> (*exprOf)(OpT),
          void (*addPartials)(mlir::Operation *, RuleBuilder &)>
void attach(mlir::MLIRContext &context) {
  attachRule<OpT, elementwiseRuleOf<OpT, addPartials>>(context);
  OpT::template attachInterface<PointwiseKernel<OpT, OpRole::Elementwise, price, exprOf>,
                                SelectingReference<OpT, functionOf>>(context);
}

} // namespace

void attachSelecting(mlir::MLIRContext &context) {
  attach<CompareOp, 1, compareExpr, passesNone>(context);
  attach<SelectOp, 1, selectExpr, selects>(context);
  attach<ClampOp, 3, clampExpr, clamps>(context);
  attach<ConvertOp, 1, convertExpr, convertsWider>(context);
  attach<ReducePrecisionOp, 3, reducePrecisionExpr, passesNone>(context);
}

} // namespace shardwright::stablehlo
