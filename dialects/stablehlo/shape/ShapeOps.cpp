#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/shape/Shape.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/shape/ShapeOps.cpp.inc"

namespace shardwright::stablehlo {

void registerShapeOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/shape/ShapeOps.cpp.inc"
      >(dialect);
  attachShapeRules(*dialect.getContext());
  attachShapeKernels(*dialect.getContext());
  attachShapeReferences(*dialect.getContext());
  attachSourceLocal(*dialect.getContext());
  attachShapeLocal(*dialect.getContext());
}

LogicalResult IotaOp::verify() {
  if (isPred(getType().getElementType()))
    return emitOpError() << "counts in numbers, not in " << getType().getElementType();
  return verifyDim(*this, "iota_dimension", getIotaDimension(), getType().getRank());
}

//===-- Shape -----------------------------------------------------------------------------------------------------===//

LogicalResult BroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(verifyCount(*this, "broadcast_dimensions", dims.size(), operand.getRank(), "operand dimensions")) ||
      failed(verifyDims(*this, "broadcast_dimensions", dims, getType().getRank())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(operand.getShape()))
    if (int64_t resultSize = getType().getDimSize(dims[dim]); size != 1 && !agree(size, resultSize))
      return operandError(*this, {0}) << "operand dimension " << dim << " of size " << size
                                      << " cannot become result dimension " << dims[dim] << " of size " << resultSize;
  return success();
}

LogicalResult BroadcastOp::verify() {
  SmallVector<int64_t> shape(getBroadcastSizes());
  if (failed(verifyAtLeast(*this, "broadcast_sizes", shape, 0)))
    return failure();
  llvm::append_range(shape, getOperand().getType().getShape());
  return verifyTensor(*this, "result", getType(), shape, getOperand().getType().getElementType());
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (operand.hasStaticShape() && getType().hasStaticShape() && operand.getNumElements() != getType().getNumElements())
    return operandError(*this, {0}) << "the operand " << operand << " has " << operand.getNumElements()
                                    << " elements but the result " << getType() << " has "
                                    << getType().getNumElements();
  return success();
}

// Bits of an element; 8 for a bool that is stored in a byte.
static int64_t bitWidth(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bitWidth(complex.getElementType());
  return isPred(element) ? 8 : element.getIntOrFloatBitWidth();
}

LogicalResult BitcastConvertOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getType();
  if (isComplex(operand.getElementType()) != isComplex(result.getElementType()))
    return operandError(*this, {0}) << "cannot convert between " << operand.getElementType() << " and "
                                    << result.getElementType();
  for (Type element : {operand.getElementType(), result.getElementType()})
    if (!element.isIntOrFloat() && !isComplex(element))
      return emitOpError() << "elements of type " << element << " have no bits of their own";
  bool shrinks = bitWidth(operand.getElementType()) < bitWidth(result.getElementType());
  RankedTensorType wide = shrinks ? result : operand, narrow = shrinks ? operand : result;
  int64_t ratio = bitWidth(wide.getElementType()) / bitWidth(narrow.getElementType());
  SmallVector<int64_t> shape(wide.getShape());
  if (ratio != 1)
    shape.push_back(ratio);
  return verifyTensor(*this, shrinks ? "operand" : "result", narrow, shape, narrow.getElementType());
}

LogicalResult TransposeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> permutation = getPermutation();
  if (failed(verifyCount(*this, "permutation", permutation.size(), operand.getRank(), "dimensions")) ||
      failed(verifyDims(*this, "permutation", permutation, operand.getRank())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(operand.getDimSize(dim));
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

LogicalResult ReverseOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (failed(verifyDims(*this, "dimensions", getDimensions(), operand.getRank())))
    return failure();
  return verifyTensor(*this, "result", getType(), operand.getShape(), operand.getElementType());
}

//===-- Pieces ----------------------------------------------------------------------------------------------------===//

LogicalResult SliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> starts = getStartIndices(), limits = getLimitIndices(), strides = getStrides();
  size_t rank = operand.getRank();
  if (failed(verifyCount(*this, "start_indices", starts.size(), rank, "dimensions")) ||
      failed(verifyCount(*this, "limit_indices", limits.size(), rank, "dimensions")) ||
      failed(verifyCount(*this, "strides", strides.size(), rank, "dimensions")) ||
      failed(verifyAtLeast(*this, "start_indices", starts, 0)) || failed(verifyAtLeast(*this, "strides", strides, 1)))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(operand.getShape())) {
    if (limits[dim] < starts[dim])
      return emitOpError() << "dimension " << dim << " ends at " << limits[dim] << ", before it starts at "
                           << starts[dim];
    if (!ShapedType::isDynamic(size) && limits[dim] > size)
      return operandError(*this, {0}) << "dimension " << dim << " ends at " << limits[dim] << " but the operand has "
                                      << size;
    shape.push_back(llvm::divideCeil(limits[dim] - starts[dim], strides[dim]));
  }
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

LogicalResult PadOp::verify() {
  RankedTensorType operand = getOperand().getType();
  size_t rank = operand.getRank();
  ArrayRef<int64_t> low = getEdgePaddingLow(), high = getEdgePaddingHigh(), interior = getInteriorPadding();
  if (failed(verifyScalar(*this, "padding_value", getPaddingValue().getType())) ||
      failed(verifyCount(*this, "low", low.size(), rank, "dimensions")) ||
      failed(verifyCount(*this, "high", high.size(), rank, "dimensions")) ||
      failed(verifyCount(*this, "interior", interior.size(), rank, "dimensions")) ||
      failed(verifyLengths(*this, "low", low)) || failed(verifyLengths(*this, "high", high)) ||
      failed(verifyAtLeast(*this, "interior", interior, 0)))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(operand.getShape())) {
    if (ShapedType::isDynamic(size)) {
      shape.push_back(size);
      continue;
    }
    int64_t padded;
    if (__builtin_mul_overflow(std::max<int64_t>(size - 1, 0), interior[dim], &padded) || padded > kMaxLength)
      return operandError(*this, {0}) << "padding of " << interior[dim] << " between the " << size
                                      << " elements of dimension " << dim << " is longer than any tensor: at most "
                                      << kMaxLength << " is supported";
    shape.push_back(low[dim] + size + padded + high[dim]);
    if (shape.back() < 0)
      return emitOpError() << "padding leaves dimension " << dim << " with size " << shape.back();
  }
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "needs 1 input or more, got 0";
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  int64_t dim = getDimension();
  if (failed(verifyDim(*this, "dim", dim, first.getRank())))
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  for (auto [index, input] : llvm::enumerate(llvm::drop_begin(getInputs()))) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> expected(first.getShape());
    if (type.getRank() == first.getRank())
      expected[dim] = type.getDimSize(dim);
    if (!agree(expected, type.getShape()))
      return operandError(*this, {0, static_cast<unsigned>(index + 1)})
             << "inputs may differ in dimension " << dim << " only: input 0 is " << first << ", input " << index + 1
             << " is " << type;
    bool dynamic = ShapedType::isDynamic(shape[dim]) || type.isDynamicDim(dim);
    if (!dynamic && shape[dim] > kMaxLength)
      return operandError(*this, {0, static_cast<unsigned>(index + 1)})
             << "inputs 0 to " << index << " have " << shape[dim] << " elements in dimension " << dim
             << ", and at most " << kMaxLength << " are supported";
    shape[dim] = dynamic ? ShapedType::kDynamic : shape[dim] + type.getDimSize(dim);
  }
  return verifyTensor(*this, "result", getType(), shape, first.getElementType());
}

} // namespace shardwright::stablehlo
