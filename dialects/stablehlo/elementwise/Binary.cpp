// Element-wise operations of two operands, a row each.
#include "dialects/stablehlo/elementwise/Elementwise.h"
#include "dialects/stablehlo/elementwise/Scalar.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>
#include <limits>

namespace shardwright::stablehlo {
namespace {

using Complex = std::complex<double>;
using interp::Element;
using interp::ElementFormat;
using interp::ScalarFunction;

template <typename T> T wrapAdd(T a, T b, unsigned width) {
  return width == 1 ? static_cast<T>(a | b) : static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <typename T> T wrapSub(T a, T b, unsigned) {
  return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
template <typename T> T wrapMul(T a, T b, unsigned) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// Division by zero gives all ones, the smallest number by -1 itself.
int64_t divSigned(int64_t a, int64_t b, unsigned) {
  if (b == 0)
    return -1;
  return b == -1 ? wrapSub<int64_t>(0, a, 64) : a / b;
}
uint64_t divUnsigned(uint64_t a, uint64_t b, unsigned) { return b == 0 ? ~uint64_t(0) : a / b; }
/// The remainder has the dividend's sign; by zero it is the dividend.
int64_t remSigned(int64_t a, int64_t b, unsigned) { return b == 0 ? a : b == -1 ? 0 : a % b; }
uint64_t remUnsigned(uint64_t a, uint64_t b, unsigned) { return b == 0 ? a : a % b; }

/// A negative exponent gives 0 unless the base is 1 or -1.
template <typename T> T power(T base, T exponent, unsigned) {
  if constexpr (std::is_signed_v<T>)
    if (exponent < 0)
      return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  T result = 1;
  for (uint64_t e = exponent; e; e >>= 1, base = wrapMul<T>(base, base, 64))
    if (e & 1)
      result = wrapMul<T>(result, base, 64);
  return result;
}

template <typename T> T shiftLeft(T a, T b, unsigned width) {
  return static_cast<uint64_t>(b) >= width ? 0 : static_cast<T>(static_cast<uint64_t>(a) << b);
}
uint64_t lowBits(uint64_t a, unsigned width) { return width == 64 ? a : a & ((uint64_t(1) << width) - 1); }
template <typename T> T shiftRightLogical(T a, T b, unsigned width) {
  return static_cast<uint64_t>(b) >= width ? 0 : static_cast<T>(lowBits(static_cast<uint64_t>(a), width) >> b);
}
/// Copies the type's top bit, for unsigned types too.
template <typename T> T shiftRightArithmetic(T a, T b, unsigned width) {
  int64_t wide = static_cast<int64_t>(static_cast<uint64_t>(a) << (64 - width)) >> (64 - width);
  return static_cast<T>(static_cast<uint64_t>(b) >= width ? (wide < 0 ? -1 : 0) : wide >> b);
}

template <typename T> T maxInt(T a, T b, unsigned) { return a < b ? b : a; }
template <typename T> T minInt(T a, T b, unsigned) { return b < a ? b : a; }
/// NaN wins; 0 is above -0.
double maxReal(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
}
double minReal(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
}
bool lessComplex(Complex a, Complex b) { return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag(); }

template <typename T> T bitAnd(T a, T b, unsigned) { return a & b; }
template <typename T> T bitOr(T a, T b, unsigned) { return a | b; }
template <typename T> T bitXor(T a, T b, unsigned) { return a ^ b; }

bool isBoolOp(mlir::Operation *op) { return isPred(mlir::getElementTypeOrSelf(op->getResult(0).getType())); }

/// Partial values of this kind, or on bools of the other, of both operands.
template <ReductionKind kind, ReductionKind ofBools = kind> void passes(mlir::Operation *op, RuleBuilder &b) {
  b.partial(PartialBehavior::AllAlike, {0, 1}, {isBoolOp(op) ? ofBools : kind});
}
void scalesSums(mlir::Operation *op, RuleBuilder &b) {
  if (isBoolOp(op))
    b.partial(PartialBehavior::AllAlike, {0, 1}, {ReductionKind::And});
  else
    b.partial(PartialBehavior::ExactlyOne, {0, 1}, {ReductionKind::Sum});
}
void dividesSums(mlir::Operation *op, RuleBuilder &b) {
  if (!mlir::getElementTypeOrSelf(op->getResult(0).getType()).isIntOrIndex())
    b.partial(PartialBehavior::ExactlyOne, {0}, {ReductionKind::Sum});
}

/// A power by a constant is a few products.
double powerPrice(mlir::Operation *op) {
  mlir::Value by = op->getOperand(1);
  while (auto broadcast = by.getDefiningOp<BroadcastInDimOp>())
    by = broadcast.getOperand();
  return by.getDefiningOp<ConstantOp>()
             ? 3
             : opcodePrice(Opcode::Power, llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(op->getResult(0))));
}

constexpr BinaryFacts kAdd{{Opcode::Add, Function::None, passes<ReductionKind::Sum, ReductionKind::Or>},
                           wrapAdd,
                           wrapAdd,
                           [](double a, double b) { return a + b; },
                           [](Complex a, Complex b) { return a + b; }};
constexpr BinaryFacts kAnd{{Opcode::And, Function::None, passes<ReductionKind::And>}, bitAnd, bitAnd};
constexpr BinaryFacts kAtan2{{Opcode::Atan2, Function::Atan2},
                             nullptr,
                             nullptr,
                             [](double a, double b) { return std::atan2(a, b); },
                             [](Complex y, Complex x) {
                               const Complex i(0, 1);
                               return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
                             }};
constexpr BinaryFacts kDivide{{Opcode::Divide, Function::Divide, dividesSums},
                              divSigned,
                              divUnsigned,
                              [](double a, double b) { return a / b; },
                              [](Complex a, Complex b) { return a / b; }};
constexpr BinaryFacts kMaximum{{Opcode::Maximum, Function::None, passes<ReductionKind::Max, ReductionKind::Or>},
                               maxInt,
                               maxInt,
                               maxReal,
                               [](Complex a, Complex b) { return lessComplex(a, b) ? b : a; }};
constexpr BinaryFacts kMinimum{{Opcode::Minimum, Function::None, passes<ReductionKind::Min, ReductionKind::And>},
                               minInt,
                               minInt,
                               minReal,
                               [](Complex a, Complex b) { return lessComplex(b, a) ? b : a; }};
constexpr BinaryFacts kMultiply{{Opcode::Multiply, Function::None, scalesSums},
                                wrapMul,
                                wrapMul,
                                [](double a, double b) { return a * b; },
                                [](Complex a, Complex b) { return a * b; }};
constexpr BinaryFacts kOr{{Opcode::Or, Function::None, passes<ReductionKind::Or>}, bitOr, bitOr};
constexpr BinaryFacts kPower{{Opcode::Power, Function::Power, nullptr, powerPrice},
                             power,
                             power,
                             [](double a, double b) { return std::pow(a, b); },
                             [](Complex a, Complex b) { return std::pow(a, b); }};
constexpr BinaryFacts kRemainder{{Opcode::Remainder, Function::Remainder},
                                 remSigned,
                                 remUnsigned,
                                 [](double a, double b) { return std::fmod(a, b); }};
constexpr BinaryFacts kShiftLeft{{Opcode::ShiftLeft}, shiftLeft, shiftLeft};
constexpr BinaryFacts kShiftRightArithmetic{{Opcode::ShiftRightArithmetic}, shiftRightArithmetic, shiftRightArithmetic};
constexpr BinaryFacts kShiftRightLogical{{Opcode::ShiftRightLogical}, shiftRightLogical, shiftRightLogical};
constexpr BinaryFacts kSubtract{{Opcode::Subtract, Function::None, passes<ReductionKind::Sum>},
                                wrapSub,
                                wrapSub,
                                [](double a, double b) { return a - b; },
                                [](Complex a, Complex b) { return a - b; }};
constexpr BinaryFacts kXor{{Opcode::Xor, Function::None, passes<ReductionKind::Xor>}, bitXor, bitXor};

/// Complex values of real parts: two results of lowering's, which no kernel computes.
struct ComplexReference : interp::ReferenceOpInterface::ExternalModel<ComplexReference, ComplexOp> {
  ScalarFunction getScalarFunction(mlir::Operation *) const {
    return [](llvm::ArrayRef<Element> x) { return Element::ofComplex({x[0].real, x[1].real}); };
  }
};
std::optional<ElementExpr> noExpr(ComplexOp) { return std::nullopt; }

} // namespace

ScalarFunction scalarFunctionOf(const BinaryFacts &facts, const ElementFormat &operand, const ElementFormat &result) {
  unsigned width = operand.width();
  if (operand.isUnsigned() && facts.onUnsigned)
    return [&facts, result, width](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofInt(static_cast<int64_t>(facts.onUnsigned(x[0].integer, x[1].integer, width))));
    };
  if (operand.isInteger() && facts.onSigned)
    return [&facts, result, width](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofInt(facts.onSigned(x[0].integer, x[1].integer, width)));
    };
  if (operand.isFloat() && facts.onReal)
    return [&facts, result](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofReal(facts.onReal(x[0].real, x[1].real)));
    };
  if (operand.isComplex() && facts.onComplex)
    return [&facts, result](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofComplex(facts.onComplex(x[0].complex(), x[1].complex())));
    };
  return {};
}

void attachBinary(mlir::MLIRContext &context) {
  attachRow<AddOp, kAdd>(context);
  attachRow<AndOp, kAnd>(context);
  attachRow<Atan2Op, kAtan2>(context);
  attachRow<DivOp, kDivide>(context);
  attachRow<MaxOp, kMaximum>(context);
  attachRow<MinOp, kMinimum>(context);
  attachRow<MulOp, kMultiply>(context);
  attachRow<OrOp, kOr>(context);
  attachRow<PowOp, kPower>(context);
  attachRow<RemOp, kRemainder>(context);
  attachRow<ShiftLeftOp, kShiftLeft>(context);
  attachRow<ShiftRightArithmeticOp, kShiftRightArithmetic>(context);
  attachRow<ShiftRightLogicalOp, kShiftRightLogical>(context);
  attachRow<SubtractOp, kSubtract>(context);
  attachRow<XorOp, kXor>(context);

  attachRule<ComplexOp, elementwiseRuleOf<ComplexOp, passes<ReductionKind::Sum>>>(context);
  ComplexOp::attachInterface<PointwiseKernel<ComplexOp, OpRole::Other, 0, noExpr>, ComplexReference>(context);
}

} // namespace shardwright::stablehlo

namespace shardwright::interp {

static const stablehlo::BinaryFacts &factsOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return stablehlo::kAdd;
  case ReductionKind::Product:
    return stablehlo::kMultiply;
  case ReductionKind::Max:
    return stablehlo::kMaximum;
  case ReductionKind::Min:
    return stablehlo::kMinimum;
  case ReductionKind::And:
    return stablehlo::kAnd;
  case ReductionKind::Or:
    return stablehlo::kOr;
  case ReductionKind::Xor:
    break;
  }
  return stablehlo::kXor;
}

ScalarFunction combinationOf(ReductionKind kind, const ElementFormat &format) {
  return stablehlo::scalarFunctionOf(factsOf(kind), format, format);
}

} // namespace shardwright::interp
