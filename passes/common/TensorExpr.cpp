#include "passes/common/TensorExpr.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright {

using stablehlo::ComparisonDirection;

Value zeroConstant(OpBuilder &builder, Location loc, RankedTensorType type) {
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return stablehlo::ConstantOp::create(builder, loc, cast<ElementsAttr>(builder.getZeroAttr(type)));
  APFloat zero(cast<FloatType>(complex.getElementType()).getFloatSemantics());
  return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, std::complex<APFloat>(zero, zero)));
}

Value sumAlong(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(value.getType());
  auto scalar = RankedTensorType::get({}, type.getElementType());
  SmallVector<int64_t> shape;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(dims, d))
      shape.push_back(type.getDimSize(d));
  Value zero = zeroConstant(builder, loc, scalar);
  OpBuilder::InsertionGuard guard(builder);
  auto reduce =
      stablehlo::ReduceOp::create(builder, loc, TypeRange{RankedTensorType::get(shape, type.getElementType())},
                                  ValueRange{value}, ValueRange{zero}, builder.getDenseI64ArrayAttr(dims));
  Block *body = builder.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc, loc});
  Value sum = stablehlo::AddOp::create(builder, loc, body->getArgument(0), body->getArgument(1));
  stablehlo::ReturnOp::create(builder, loc, ValueRange{sum});
  return reduce.getResult(0);
}

TensorExpr TensorExpr::like(TypedAttr element) const {
  auto scalar = RankedTensorType::get({}, getElementType());
  Value constant = stablehlo::ConstantOp::create(
      *builder, loc, cast<ElementsAttr>(DenseElementsAttr::get(scalar, ArrayRef<Attribute>(element))));
  auto type = RankedTensorType::get(getType().getShape(), getElementType());
  if (type == scalar)
    return {*builder, loc, constant};
  return {*builder, loc, stablehlo::BroadcastInDimOp::create(*builder, loc, type, constant, ArrayRef<int64_t>())};
}

TensorExpr TensorExpr::like(double number) const {
  Type element = getElementType();
  if (isa<FloatType>(element))
    return like(builder->getFloatAttr(element, number));
  auto integer = cast<IntegerType>(element);
  return like(builder->getIntegerAttr(
      integer, APInt(integer.getWidth(), static_cast<uint64_t>(static_cast<int64_t>(number)), /*isSigned=*/false,
                     /*implicitTrunc=*/true)));
}

TensorExpr TensorExpr::to(Type element) const {
  if (element == getElementType())
    return *this;
  return {*builder, loc, stablehlo::ConvertOp::create(*builder, loc, getType().clone(element), value)};
}

TensorExpr TensorExpr::bitsAs(Type element) const {
  return {*builder, loc, stablehlo::BitcastConvertOp::create(*builder, loc, getType().clone(element), value)};
}

TensorExpr TensorExpr::compare(ComparisonDirection direction, TensorExpr other) const {
  return {*builder, loc, stablehlo::CompareOp::create(*builder, loc, value, other.value, direction)};
}

TensorExpr TensorExpr::operator-() const { return unary<stablehlo::NegOp>(); }

TensorExpr operator+(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::AddOp>(b); }
TensorExpr operator-(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::SubtractOp>(b); }
TensorExpr operator*(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::MulOp>(b); }
TensorExpr operator/(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::DivOp>(b); }
TensorExpr operator+(TensorExpr a, double b) { return a + a.like(b); }
TensorExpr operator+(double a, TensorExpr b) { return b.like(a) + b; }
TensorExpr operator-(TensorExpr a, double b) { return a - a.like(b); }
TensorExpr operator-(double a, TensorExpr b) { return b.like(a) - b; }
TensorExpr operator*(TensorExpr a, double b) { return a * a.like(b); }
TensorExpr operator*(double a, TensorExpr b) { return b.like(a) * b; }
TensorExpr operator/(TensorExpr a, double b) { return a / a.like(b); }
TensorExpr operator/(double a, TensorExpr b) { return b.like(a) / b; }
TensorExpr operator<(TensorExpr a, double b) { return a.compare(ComparisonDirection::LT, a.like(b)); }
TensorExpr operator>(TensorExpr a, double b) { return a.compare(ComparisonDirection::GT, a.like(b)); }

TensorExpr abs(TensorExpr x) {
  return {x.getBuilder(), x.getLoc(), stablehlo::AbsOp::create(x.getBuilder(), x.getLoc(), x.getType(), x.get())};
}
TensorExpr exp(TensorExpr x) { return x.unary<stablehlo::ExpOp>(); }
TensorExpr expm1(TensorExpr x) { return x.unary<stablehlo::Expm1Op>(); }
TensorExpr log(TensorExpr x) { return x.unary<stablehlo::LogOp>(); }
TensorExpr log1p(TensorExpr x) { return x.unary<stablehlo::Log1pOp>(); }
TensorExpr sqrt(TensorExpr x) { return x.unary<stablehlo::SqrtOp>(); }
TensorExpr sign(TensorExpr x) { return x.unary<stablehlo::SignOp>(); }
TensorExpr atan2(TensorExpr y, TensorExpr x) { return y.binary<stablehlo::Atan2Op>(x); }
TensorExpr minimum(TensorExpr a, double b) { return a.binary<stablehlo::MinOp>(a.like(b)); }
TensorExpr maximum(TensorExpr a, double b) { return a.binary<stablehlo::MaxOp>(a.like(b)); }
TensorExpr equal(TensorExpr a, TensorExpr b) { return a.compare(ComparisonDirection::EQ, b); }
TensorExpr select(TensorExpr pred, TensorExpr onTrue, TensorExpr onFalse) {
  OpBuilder &builder = onTrue.getBuilder();
  return {builder, onTrue.getLoc(),
          stablehlo::SelectOp::create(builder, onTrue.getLoc(), pred.get(), onTrue.get(), onFalse.get())};
}

} // namespace shardwright
