#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/elementwise/Elementwise.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/elementwise/ElementwiseOps.cpp.inc"

namespace shardwright::stablehlo {

void registerElementwiseOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/elementwise/ElementwiseOps.cpp.inc"
      >(dialect);
  attachUnary(*dialect.getContext());
  attachBinary(*dialect.getContext());
  attachSelecting(*dialect.getContext());
}

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs, ComparisonDirection direction) {
  Type result = cast<RankedTensorType>(lhs.getType()).clone(builder.getI1Type());
  build(builder, state, result, lhs, rhs, direction, ComparisonTypeAttr());
}

LogicalResult UniformQuantizeOp::verify() { return emitOpError() << "is not supported: no quantized types"; }

LogicalResult UniformDequantizeOp::verify() { return emitOpError() << "is not supported: no quantized types"; }

// The element type of the parts of a complex type; the type itself where it is real.
static Type partType(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

// The result holds the operand's parts.
static LogicalResult verifyPart(Operation *op) {
  auto operand = cast<RankedTensorType>(op->getOperand(0).getType());
  return verifyTensor(op, "result", op->getResult(0).getType(), operand.getShape(), partType(operand.getElementType()));
}

LogicalResult AbsOp::verify() { return verifyPart(*this); }

LogicalResult ImagOp::verify() { return verifyPart(*this); }

LogicalResult RealOp::verify() { return verifyPart(*this); }

LogicalResult ReducePrecisionOp::verify() {
  if (static_cast<int32_t>(getExponentBits()) < 1)
    return emitOpError() << "a float format needs 1 exponent bit or more, got "
                         << static_cast<int32_t>(getExponentBits());
  if (static_cast<int32_t>(getMantissaBits()) < 0)
    return emitOpError() << "a float format has 0 mantissa bits or more, got "
                         << static_cast<int32_t>(getMantissaBits());
  return success();
}

LogicalResult ComplexOp::verify() {
  Type lhs = getLhs().getType().getElementType(), rhs = getRhs().getType().getElementType();
  if (lhs != rhs)
    return operandError(*this, {0, 1}) << "the real part holds " << lhs << " but the imaginary part holds " << rhs;
  if (partType(getType().getElementType()) != lhs)
    return emitOpError() << "the result holds " << getType().getElementType() << " but the parts hold " << lhs;
  return success();
}

// Whether values of this type can be ordered so.
static bool canCompare(ComparisonType type, Type element) {
  switch (type) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::FLOAT:
    return isFloatOrComplex(element);
  case ComparisonType::TOTALORDER:
    return isFloat(element);
  case ComparisonType::SIGNED:
    return isSignedInt(element) || isPred(element);
  case ComparisonType::UNSIGNED:
    return isUnsignedInt(element) || isPred(element);
  }
  return false;
}

LogicalResult CompareOp::verify() {
  Type lhs = getLhs().getType().getElementType(), rhs = getRhs().getType().getElementType();
  if (lhs != rhs)
    return operandError(*this, {0, 1}) << "operand 0 holds " << lhs << " but operand 1 holds " << rhs;
  if (std::optional<ComparisonType> type = getCompareType(); type && !canCompare(*type, lhs))
    return emitOpError() << "cannot compare values of type " << lhs << " as " << stringifyComparisonType(*type);
  ComparisonDirection direction = getComparisonDirection();
  if (isComplex(lhs) && direction != ComparisonDirection::EQ && direction != ComparisonDirection::NE)
    return emitOpError() << "complex values have no order: expected EQ or NE, got "
                         << stringifyComparisonDirection(direction);
  return success();
}

LogicalResult SelectOp::verify() {
  Type onTrue = getOnTrue().getType().getElementType(), onFalse = getOnFalse().getType().getElementType();
  Type result = getType().getElementType();
  if (onTrue != onFalse || onTrue != result)
    return operandError(*this, {1, 2}) << "selects from " << onTrue << " and " << onFalse << " but results in "
                                       << result;
  return success();
}

} // namespace shardwright::stablehlo
