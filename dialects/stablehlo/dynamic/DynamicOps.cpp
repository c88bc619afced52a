#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/Family.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/dynamic/DynamicOps.cpp.inc"

namespace shardwright::stablehlo {

void registerDynamicOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/dynamic/DynamicOps.cpp.inc"
      >(dialect);
}

// A vector with one entry for every dimension of a tensor of that rank.
static LogicalResult verifyVector(Operation *op, StringRef what, RankedTensorType type, int64_t rank) {
  return verifyTensor(op, what, type, {rank}, type.getElementType());
}

LogicalResult GetDimensionSizeOp::verify() {
  if (failed(verifyDim(*this, "dim", getDimension(), getOperand().getType().getRank())))
    return failure();
  return verifyTensor(*this, "result", getType(), {}, IntegerType::get(getContext(), 32));
}

LogicalResult SetDimensionSizeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (failed(verifyDim(*this, "dim", getDimension(), operand.getRank())) ||
      failed(verifyTensor(*this, "size", getSize().getType(), {}, IntegerType::get(getContext(), 32))))
    return failure();
  SmallVector<int64_t> shape(operand.getShape());
  shape[getDimension()] = ShapedType::kDynamic;
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (operand.getElementType() != getType().getElementType())
    return operandError(*this, {0}) << "the operand holds " << operand.getElementType() << " but the result holds "
                                    << getType().getElementType();
  if (failed(verifyVector(*this, "output_dimensions", getOutputDimensions().getType(), getType().getRank())) ||
      failed(verifyCount(*this, "broadcast_dimensions", dims.size(), operand.getRank(), "operand dimensions")))
    return failure();
  return verifyDims(*this, "broadcast_dimensions", dims, getType().getRank());
}

LogicalResult DynamicReshapeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (operand.getElementType() != getType().getElementType())
    return operandError(*this, {0}) << "the operand holds " << operand.getElementType() << " but the result holds "
                                    << getType().getElementType();
  return verifyVector(*this, "output_shape", getOutputShape().getType(), getType().getRank());
}

LogicalResult DynamicIotaOp::verify() {
  if (failed(verifyVector(*this, "output_shape", getOutputShape().getType(), getType().getRank())))
    return failure();
  return verifyDim(*this, "iota_dimension", getIotaDimension(), getType().getRank());
}

LogicalResult DynamicPadOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  if (failed(verifyTensor(*this, "padding_value", getPaddingValue().getType(), {}, operand.getElementType())) ||
      failed(verifyVector(*this, "low", getEdgePaddingLow().getType(), rank)) ||
      failed(verifyVector(*this, "high", getEdgePaddingHigh().getType(), rank)) ||
      failed(verifyVector(*this, "interior", getInteriorPadding().getType(), rank)))
    return failure();
  SmallVector<int64_t> unknown(rank, ShapedType::kDynamic);
  return verifyTensor(*this, "result", getType(), unknown, operand.getElementType());
}

LogicalResult RealDynamicSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  if (failed(verifyVector(*this, "start_indices", getStartIndices().getType(), rank)) ||
      failed(verifyVector(*this, "limit_indices", getLimitIndices().getType(), rank)) ||
      failed(verifyVector(*this, "strides", getStrides().getType(), rank)))
    return failure();
  SmallVector<int64_t> unknown(rank, ShapedType::kDynamic);
  return verifyTensor(*this, "result", getType(), unknown, operand.getElementType());
}

} // namespace shardwright::stablehlo
