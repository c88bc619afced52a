// Element-wise operations of one operand, a row each.
#include "dialects/stablehlo/elementwise/Elementwise.h"

#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/bit.h"

#include <cmath>

namespace shardwright::stablehlo {
namespace {

using Complex = std::complex<double>;
using interp::Element;
using interp::ElementFormat;
using interp::ScalarFunction;

bool isComplexOp(mlir::Operation *op) { return isComplex(mlir::getElementTypeOrSelf(op->getResult(0).getType())); }

void linear(mlir::Operation *, RuleBuilder &b) { b.partial(PartialBehavior::AllAlike, {0}, {ReductionKind::Sum}); }
void monotone(mlir::Operation *op, RuleBuilder &b) {
  if (!isComplexOp(op))
    b.partial(PartialBehavior::AllAlike, {0}, {ReductionKind::Max, ReductionKind::Min});
}

int64_t negated(int64_t x) { return static_cast<int64_t>(-static_cast<uint64_t>(x)); }

constexpr UnaryFacts kAbs{{Opcode::Abs},
                          [](double x) { return std::fabs(x); },
                          [](Complex x) { return Complex(std::abs(x)); },
                          [](int64_t x, uint64_t, unsigned) { return x < 0 ? negated(x) : x; }};
constexpr UnaryFacts kCbrt{{Opcode::Cbrt, Function::Cbrt, monotone},
                           [](double x) { return std::cbrt(x); },
                           [](Complex x) { return std::pow(x, 1.0 / 3); }};
constexpr UnaryFacts kCeil{{Opcode::Ceil, Function::None, monotone}, [](double x) { return std::ceil(x); }};
constexpr UnaryFacts kCosine{
    {Opcode::Cosine, Function::Cosine}, [](double x) { return std::cos(x); }, [](Complex x) { return std::cos(x); }};
constexpr UnaryFacts kCountLeadingZeros{
    {Opcode::Clz}, nullptr, nullptr, [](int64_t, uint64_t bits, unsigned width) -> int64_t {
      return static_cast<int64_t>(llvm::countl_zero(bits)) - (64 - static_cast<int64_t>(width));
    }};
constexpr UnaryFacts kExp{{Opcode::Exp, Function::Exp, monotone},
                          [](double x) { return std::exp(x); },
                          [](Complex x) { return std::exp(x); }};
constexpr UnaryFacts kExpm1{{Opcode::Expm1, Function::Expm1, monotone},
                            [](double x) { return std::expm1(x); },
                            [](Complex x) { return std::exp(x) - 1.0; }};
constexpr UnaryFacts kFloor{{Opcode::Floor, Function::None, monotone}, [](double x) { return std::floor(x); }};
constexpr UnaryFacts kLog{
    {Opcode::Log, Function::Log}, [](double x) { return std::log(x); }, [](Complex x) { return std::log(x); }};
constexpr UnaryFacts kLog1p{{Opcode::Log1p, Function::Log1p},
                            [](double x) { return std::log1p(x); },
                            [](Complex x) { return std::log(1.0 + x); }};
constexpr UnaryFacts kLogistic{{Opcode::Logistic, Function::Logistic, monotone},
                               [](double x) { return 1 / (1 + std::exp(-x)); },
                               [](Complex x) { return 1.0 / (1.0 + std::exp(-x)); }};
constexpr UnaryFacts kNegate{{Opcode::Negate, Function::None, linear},
                             [](double x) { return -x; },
                             [](Complex x) { return -x; },
                             [](int64_t x, uint64_t, unsigned) { return negated(x); }};
constexpr UnaryFacts kNot{{Opcode::Not}, nullptr, nullptr, [](int64_t x, uint64_t, unsigned) { return ~x; }};
constexpr UnaryFacts kPopulationCount{{Opcode::Popcnt},
                                      nullptr,
                                      nullptr,
                                      [](int64_t, uint64_t bits, unsigned) -> int64_t { return llvm::popcount(bits); }};
constexpr UnaryFacts kRoundNearestAfz{{Opcode::RoundAwayFromZero, Function::RoundAwayFromZero, monotone},
                                      [](double x) { return std::round(x); }};
constexpr UnaryFacts kRoundNearestEven{{Opcode::RoundEven, Function::None, monotone},
                                       [](double x) { return std::nearbyint(x); }};
constexpr UnaryFacts kRsqrt{{Opcode::Rsqrt, Function::Rsqrt},
                            [](double x) { return 1 / std::sqrt(x); },
                            [](Complex x) { return 1.0 / std::sqrt(x); }};
constexpr UnaryFacts kSign{{Opcode::Sign, Function::None, monotone},
                           [](double x) { return std::isnan(x) || x == 0 ? x : std::copysign(1.0, x); },
                           [](Complex x) { return x == Complex() ? x : x / std::abs(x); },
                           [](int64_t x, uint64_t, unsigned) -> int64_t { return (x > 0) - (x < 0); }};
constexpr UnaryFacts kSine{
    {Opcode::Sine, Function::Sine}, [](double x) { return std::sin(x); }, [](Complex x) { return std::sin(x); }};
constexpr UnaryFacts kSqrt{
    {Opcode::Sqrt, Function::Sqrt}, [](double x) { return std::sqrt(x); }, [](Complex x) { return std::sqrt(x); }};
constexpr UnaryFacts kTan{
    {Opcode::Tan, Function::Tan}, [](double x) { return std::tan(x); }, [](Complex x) { return std::tan(x); }};
constexpr UnaryFacts kTanh{{Opcode::Tanh, Function::Tanh, monotone},
                           [](double x) { return std::tanh(x); },
                           [](Complex x) { return std::tanh(x); }};

/// The result is a bool, of which the row's functions know nothing.
constexpr UnaryFacts kIsFinite{{Opcode::IsFinite}};
struct IsFiniteReference : interp::ReferenceOpInterface::ExternalModel<IsFiniteReference, IsFiniteOp> {
  ScalarFunction getScalarFunction(mlir::Operation *) const {
    return [](llvm::ArrayRef<Element> x) { return Element::ofInt(std::isfinite(x[0].real)); };
  }
};

/// Parts of a complex number. Kernels know real ones, of which these are the number itself and 0.
template <typename OpT, bool isReal>
struct PartReference : interp::ReferenceOpInterface::ExternalModel<PartReference<OpT, isReal>, OpT> {
  ScalarFunction getScalarFunction(mlir::Operation *) const {
    return [](llvm::ArrayRef<Element> x) { return Element::ofReal(isReal ? x[0].real : x[0].imag); };
  }
};
std::optional<ElementExpr> realExpr(RealOp op) { return ElementExpr(op); }
std::optional<ElementExpr> imagExpr(ImagOp op) {
  ElementExpr expr(op);
  mlir::Type type = mlir::getElementTypeOrSelf(op.getType());
  expr.constant(type, mlir::FloatAttr::get(type, 0.0));
  return expr;
}

} // namespace

ScalarFunction scalarFunctionOf(const UnaryFacts &facts, const ElementFormat &operand, const ElementFormat &result) {
  if (operand.isInteger() && facts.onInteger)
    return [&facts, operand](llvm::ArrayRef<Element> x) {
      return operand.round(Element::ofInt(facts.onInteger(x[0].integer, operand.toBits(x[0]), operand.width())));
    };
  if (operand.isFloat() && facts.onReal)
    return
        [&facts, result](llvm::ArrayRef<Element> x) { return result.round(Element::ofReal(facts.onReal(x[0].real))); };
  if (operand.isComplex() && facts.onComplex)
    return [&facts, result](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofComplex(facts.onComplex(x[0].complex())));
    };
  return {};
}

void attachUnary(mlir::MLIRContext &context) {
  attachRow<AbsOp, kAbs>(context);
  attachRow<CbrtOp, kCbrt>(context);
  attachRow<CeilOp, kCeil>(context);
  attachRow<CosineOp, kCosine>(context);
  attachRow<CountLeadingZerosOp, kCountLeadingZeros>(context);
  attachRow<ExpOp, kExp>(context);
  attachRow<Expm1Op, kExpm1>(context);
  attachRow<FloorOp, kFloor>(context);
  attachRow<LogOp, kLog>(context);
  attachRow<Log1pOp, kLog1p>(context);
  attachRow<LogisticOp, kLogistic>(context);
  attachRow<NegOp, kNegate>(context);
  attachRow<NotOp, kNot>(context);
  attachRow<PopulationCountOp, kPopulationCount>(context);
  attachRow<RoundNearestAfzOp, kRoundNearestAfz>(context);
  attachRow<RoundNearestEvenOp, kRoundNearestEven>(context);
  attachRow<RsqrtOp, kRsqrt>(context);
  attachRow<SignOp, kSign>(context);
  attachRow<SineOp, kSine>(context);
  attachRow<SqrtOp, kSqrt>(context);
  attachRow<TanOp, kTan>(context);
  attachRow<TanhOp, kTanh>(context);

  IsFiniteOp::attachInterface<RowRule<IsFiniteOp, kIsFinite>, RowKernel<IsFiniteOp, kIsFinite>, IsFiniteReference>(
      context);
  attachRule<RealOp, elementwiseRuleOf<RealOp, linear>>(context);
  attachRule<ImagOp, elementwiseRuleOf<ImagOp, linear>>(context);
  RealOp::attachInterface<PointwiseKernel<RealOp, OpRole::Expression, 0, realExpr>, PartReference<RealOp, true>>(
      context);
  ImagOp::attachInterface<PointwiseKernel<ImagOp, OpRole::Expression, 0, imagExpr>, PartReference<ImagOp, false>>(
      context);
}

} // namespace shardwright::stablehlo
