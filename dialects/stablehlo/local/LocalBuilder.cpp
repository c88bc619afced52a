#include "dialects/stablehlo/local/LocalBuilder.h"

#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace shardwright {

static RankedTensorType withShape(ArrayRef<int64_t> shape, Type element) {
  return RankedTensorType::get(shape, element);
}

Value LocalBuilder::splat(RankedTensorType type, Attribute element) {
  if (auto parts = dyn_cast<ArrayAttr>(element)) {
    std::complex<llvm::APFloat> number(cast<FloatAttr>(parts[0]).getValue(), cast<FloatAttr>(parts[1]).getValue());
    return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, number));
  }
  return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, element));
}

static Attribute wholeNumber(Type type, int64_t value) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return complexNumber(complexType, static_cast<double>(value));
  if (isa<FloatType>(type))
    return FloatAttr::get(type, static_cast<double>(value));
  return IntegerAttr::get(type, llvm::APInt(64, value, /*isSigned=*/true).sextOrTrunc(type.getIntOrFloatBitWidth()));
}

Value LocalBuilder::splat(RankedTensorType type, int64_t element) {
  return splat(type, wholeNumber(type.getElementType(), element));
}

Value LocalBuilder::zeros(RankedTensorType type) { return splat(type, int64_t(0)); }

Value LocalBuilder::axisIndex(ArrayRef<AxisRef> axes) {
  auto type = withShape({}, builder.getI32Type());
  if (axes.empty())
    return zeros(type);
  auto attr = sharding::AxesAttr::get(builder.getContext(), AxisList(axes.begin(), axes.end()));
  return spmd::AxisIndexOp::create(builder, loc, context.meshName, attr);
}

Value LocalBuilder::convert(Value value, Type elementType) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  return stablehlo::ConvertOp::create(builder, loc, type.clone(elementType), value);
}

Type positionType(OpBuilder &builder, int64_t size) { return builder.getIntegerType(size > INT32_MAX ? 64 : 32); }

Value LocalBuilder::signedIndex(Value index, int64_t size) {
  auto type = cast<RankedTensorType>(index.getType());
  auto element = cast<IntegerType>(type.getElementType());
  bool fits = element.isUnsigned() ? element.getWidth() < 32 : element.getWidth() <= 32;
  if (element.isUnsigned() && element.getWidth() == 64)
    index = stablehlo::MinOp::create(builder, loc, type, index, splat(type, INT64_MAX));
  return convert(index, fits ? positionType(builder, size) : builder.getI64Type());
}

Value LocalBuilder::blockStart(ArrayRef<AxisRef> axes, int64_t blockLength, Type elementType) {
  Value index = convert(axisIndex(axes), elementType);
  Value length = splat(cast<RankedTensorType>(index.getType()), blockLength);
  return stablehlo::MulOp::create(builder, loc, index.getType(), index, length);
}

Value LocalBuilder::spread(Value scalar, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(scalar.getType());
  if (shape.empty())
    return scalar;
  return stablehlo::BroadcastInDimOp::create(builder, loc, withShape(shape, type.getElementType()), scalar,
                                             builder.getDenseI64ArrayAttr({}));
}

Value LocalBuilder::positions(ArrayRef<int64_t> localShape, int64_t dim, ArrayRef<AxisRef> axes) {
  Type element = positionType(builder, localShape[dim] * numParts(context.mesh, axes));
  auto type = withShape(localShape, element);
  Value slots = stablehlo::IotaOp::create(builder, loc, type, builder.getI64IntegerAttr(dim));
  Value start = spread(blockStart(axes, localShape[dim], element), localShape);
  return stablehlo::AddOp::create(builder, loc, type, slots, start);
}

Value LocalBuilder::compare(StringRef direction, Value a, Value b) {
  auto type = cast<RankedTensorType>(a.getType());
  auto value = *stablehlo::symbolizeComparisonDirection(direction);
  return stablehlo::CompareOp::create(builder, loc, type.clone(builder.getI1Type()), a, b,
                                      stablehlo::ComparisonDirectionAttr::get(builder.getContext(), value), nullptr);
}

Value LocalBuilder::validSlots(ArrayRef<int64_t> localShape, int64_t dim, ArrayRef<AxisRef> axes, int64_t size) {
  Value index = positions(localShape, dim, axes);
  return compare("LT", index, splat(cast<RankedTensorType>(index.getType()), size));
}

Value LocalBuilder::select(Value predicate, Value a, Value b) {
  return stablehlo::SelectOp::create(builder, loc, a.getType(), predicate, a, b);
}

Value LocalBuilder::maskPadding(Value local, int64_t dim, ArrayRef<AxisRef> axes, int64_t size,
                                llvm::function_ref<Value(RankedTensorType)> filling) {
  auto type = cast<RankedTensorType>(local.getType());
  if (type.getDimSize(dim) * numParts(context.mesh, axes) == size)
    return local;
  return select(validSlots(type.getShape(), dim, axes, size), local, filling(type));
}

Value LocalBuilder::maskPadding(Value local, int64_t dim, ArrayRef<AxisRef> axes, int64_t size, Attribute element) {
  return maskPadding(local, dim, axes, size, [&](RankedTensorType type) { return splat(type, element); });
}

Value LocalBuilder::maskPadding(Value local, int64_t dim, ArrayRef<AxisRef> axes, int64_t size, Value scalar) {
  return maskPadding(local, dim, axes, size, [&](RankedTensorType type) { return spread(scalar, type.getShape()); });
}

Value LocalBuilder::isFirst(ArrayRef<AxisRef> axes) {
  Value index = axisIndex(axes);
  return compare("EQ", index, zeros(cast<RankedTensorType>(index.getType())));
}

} // namespace shardwright
