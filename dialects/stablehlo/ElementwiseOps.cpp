#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/ElementwiseOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/ElementwiseOps.cpp.inc"
      >();
}

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs, ComparisonDirection direction) {
  Type result = cast<RankedTensorType>(lhs.getType()).clone(builder.getI1Type());
  build(builder, state, result, lhs, rhs, direction, ComparisonTypeAttr());
}

LogicalResult UniformQuantizeOp::verify() { return emitOpError() << "is not supported: no quantized types"; }

LogicalResult UniformDequantizeOp::verify() { return emitOpError() << "is not supported: no quantized types"; }

LogicalResult ReducePrecisionOp::verify() { return success(); }
LogicalResult ComplexOp::verify() { return success(); }
LogicalResult CompareOp::verify() { return success(); }
LogicalResult SelectOp::verify() { return success(); }

} // namespace shardwright::stablehlo
