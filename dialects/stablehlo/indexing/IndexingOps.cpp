#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/indexing/Indexing.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/indexing/IndexingOps.cpp.inc"

namespace shardwright::stablehlo {

void registerIndexingOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/indexing/IndexingOps.cpp.inc"
      >(dialect);
  attachIndexingRules(*dialect.getContext());
  attachIndexingKernels(*dialect.getContext());
  attachIndexingReferences(*dialect.getContext());
  attachGatherLocal(*dialect.getContext());
  attachScatterLocal(*dialect.getContext());
  attachDynamicSliceLocal(*dialect.getContext());
}

// One scalar for every dimension, all of one type.
static LogicalResult verifyStarts(Operation *op, OperandRange starts, size_t rank) {
  if (failed(verifyCount(op, "the list of start indices", starts.size(), rank, "dimensions")))
    return failure();
  for (auto [index, start] : llvm::enumerate(starts)) {
    if (failed(verifyScalar(op, "start index", start.getType())))
      return failure();
    unsigned first = starts.getBeginOperandIndex();
    if (!agree(start.getType(), starts.front().getType()))
      return operandError(op, {first, first + static_cast<unsigned>(index)})
             << "start indices have different types: " << starts.front().getType() << " and " << start.getType();
  }
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> sizes = getSliceSizes();
  if (failed(verifyStarts(*this, getStartIndices(), operand.getRank())) ||
      failed(verifyCount(*this, "sizes", sizes.size(), operand.getRank(), "dimensions")) ||
      failed(verifyAtLeast(*this, "sizes", sizes, 0)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(operand.getShape()))
    if (!ShapedType::isDynamic(size) && sizes[dim] > size)
      return operandError(*this, {0}) << "the slice has size " << sizes[dim] << " in dimension " << dim
                                      << " but the operand has " << size;
  return verifyTensor(*this, "result", getType(), sizes, operand.getElementType());
}

LogicalResult DynamicUpdateSliceOp::verify() {
  RankedTensorType operand = getOperand().getType(), update = getUpdate().getType();
  if (failed(verifyStarts(*this, getStartIndices(), operand.getRank())))
    return failure();
  if (update.getRank() != operand.getRank() || update.getElementType() != operand.getElementType())
    return operandError(*this, {0, 1}) << "the update " << update << " is no piece of the operand " << operand;
  for (auto [dim, size] : llvm::enumerate(operand.getShape()))
    if (!ShapedType::isDynamic(size) && update.getDimSize(dim) > size)
      return operandError(*this, {0, 1}) << "the update has size " << update.getDimSize(dim) << " in dimension " << dim
                                         << " but the operand has " << size;
  return verifyTensor(*this, "result", getType(), operand.getShape(), operand.getElementType());
}

} // namespace shardwright::stablehlo
