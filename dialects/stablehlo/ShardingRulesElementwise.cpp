#include "dialects/stablehlo/RuleOf.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

namespace shardwright::stablehlo {

/// A conversion through which partial sums pass without a change of rounding.
static bool widensFloats(ConvertOp op) {
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

/// Which partial operands an element-wise op passes on: linear functions sums, monotone functions maxima and minima.
/// Functions with NaN outside a domain (log, sqrt) are not among them: one device's NaN would spoil a good maximum.
static void addPartials(mlir::Operation *op, RuleBuilder &b) {
  using Kind = ReductionKind;
  mlir::Type element = mlir::getElementTypeOrSelf(op->getResult(0).getType());
  bool isBool = element.isInteger(1);
  bool isComplex = llvm::isa<mlir::ComplexType>(element);
  auto allAlike = [&](llvm::ArrayRef<int64_t> operands, llvm::ArrayRef<Kind> kinds) {
    b.partial(PartialBehavior::AllAlike, operands, kinds);
  };
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case<AddOp>([&](auto) {
        allAlike({0, 1}, {isBool ? Kind::Or : Kind::Sum});
      })
      .Case<SubtractOp, ComplexOp>([&](auto) {
        allAlike({0, 1}, {Kind::Sum});
      })
      .Case<NegOp, RealOp, ImagOp>([&](auto) { allAlike({0}, {Kind::Sum}); })
      .Case<ConvertOp>([&](ConvertOp convert) {
        if (widensFloats(convert))
          allAlike({0}, {Kind::Sum, Kind::Max, Kind::Min});
      })
      .Case<MulOp>([&](auto) {
        if (isBool)
          allAlike({0, 1}, {Kind::And});
        else
          b.partial(PartialBehavior::ExactlyOne, {0, 1}, {Kind::Sum});
      })
      .Case<DivOp>([&](auto) {
        if (!element.isIntOrIndex())
          b.partial(PartialBehavior::ExactlyOne, {0}, {Kind::Sum});
      })
      .Case<MaxOp>([&](auto) {
        allAlike({0, 1}, {isBool ? Kind::Or : Kind::Max});
      })
      .Case<MinOp>([&](auto) {
        allAlike({0, 1}, {isBool ? Kind::And : Kind::Min});
      })
      .Case<AndOp>([&](auto) {
        allAlike({0, 1}, {Kind::And});
      })
      .Case<OrOp>([&](auto) {
        allAlike({0, 1}, {Kind::Or});
      })
      .Case<XorOp>([&](auto) {
        allAlike({0, 1}, {Kind::Xor});
      })
      .Case<SelectOp>([&](auto) {
        allAlike({1, 2}, allReductionKinds());
      })
      .Case<ClampOp>([&](auto) {
        allAlike({1}, {Kind::Max, Kind::Min});
      })
      .Case<ExpOp, Expm1Op, TanhOp, LogisticOp, CbrtOp, FloorOp, CeilOp, RoundNearestAfzOp, RoundNearestEvenOp, SignOp>(
          [&](auto) {
            if (!isComplex)
              allAlike({0}, {Kind::Max, Kind::Min});
          });
}

Rule elementwiseRule(mlir::Operation *op) {
  RuleBuilder b = ruleBuilderFor(op);
  b.pointwise();
  b.elementwise();
  addPartials(op, b);
  return b.build();
}

Rule pairwiseRule(mlir::Operation *op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (size_t t = 0; t < b.numResults(); ++t)
    for (size_t d = 0; d < b.result(t).size(); ++d) {
      b.ofResult(t, d, b.result(t)[d]);
      b.alsoOperand(t, d, b.lastFactor());
    }
  b.elementwise();
  return b.build();
}

} // namespace shardwright::stablehlo
