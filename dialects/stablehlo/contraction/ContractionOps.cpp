#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/contraction/Contraction.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/contraction/ContractionOps.cpp.inc"

namespace shardwright::stablehlo {

void registerContractionOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/contraction/ContractionOps.cpp.inc"
      >(dialect);
  attachContractionRules(*dialect.getContext());
  attachContractionKernels(*dialect.getContext());
  attachContractionReferences(*dialect.getContext());
  attachConvolutionLocal(*dialect.getContext());
}

static LogicalResult verifyPrecision(Operation *op, std::optional<ArrayAttr> precision) {
  if (!precision || precision->size() <= 2)
    return success();
  return op->emitOpError() << "precision has " << precision->size() << " entries, expected at most 2";
}

// Dimensions of one operand that the other shares: batching and contracting ones, none named twice.
static LogicalResult verifyShared(Operation *op, StringRef side, ArrayRef<int64_t> batching,
                                  ArrayRef<int64_t> contracting, int64_t rank) {
  SmallVector<int64_t> all(batching);
  llvm::append_range(all, contracting);
  std::string what = (side + " batching and contracting dimensions").str();
  return verifyDims(op, what, all, rank);
}

// Corresponding dimensions of both operands have the same sizes.
static LogicalResult verifyPairs(Operation *op, StringRef what, RankedTensorType lhs, RankedTensorType rhs,
                                 ArrayRef<int64_t> lhsDims, ArrayRef<int64_t> rhsDims) {
  if (lhsDims.size() != rhsDims.size())
    return operandError(op, {0, 1}) << "the lhs has " << lhsDims.size() << " " << what << " dimensions but the rhs has "
                                    << rhsDims.size();
  for (auto [lhsDim, rhsDim] : llvm::zip(lhsDims, rhsDims))
    if (!agree(lhs.getDimSize(lhsDim), rhs.getDimSize(rhsDim)))
      return operandError(op, {0, 1}) << what << " dimension " << lhsDim << " of the lhs has size "
                                      << lhs.getDimSize(lhsDim) << " but dimension " << rhsDim << " of the rhs has "
                                      << rhs.getDimSize(rhsDim);
  return success();
}

LogicalResult DotGeneralOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatching = dims.getLhsBatchingDimensions(), rhsBatching = dims.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = dims.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = dims.getRhsContractingDimensions();
  if (failed(verifyShared(*this, "lhs", lhsBatching, lhsContracting, lhs.getRank())) ||
      failed(verifyShared(*this, "rhs", rhsBatching, rhsContracting, rhs.getRank())) ||
      failed(verifyPairs(*this, "batching", lhs, rhs, lhsBatching, rhsBatching)) ||
      failed(verifyPairs(*this, "contracting", lhs, rhs, lhsContracting, rhsContracting)) ||
      failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatching)
    shape.push_back(lhs.getDimSize(dim));
  auto appendFree = [&](RankedTensorType type, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(batching, dim) && !llvm::is_contained(contracting, dim))
        shape.push_back(type.getDimSize(dim));
  };
  appendFree(lhs, lhsBatching, lhsContracting);
  appendFree(rhs, rhsBatching, rhsContracting);
  return verifyTensor(*this, "result", getType(), shape, getType().getElementType());
}

LogicalResult DotOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  for (auto [name, type] : {std::pair("lhs", lhs), std::pair("rhs", rhs)})
    if (type.getRank() != 1 && type.getRank() != 2)
      return emitOpError() << "the " << name << " should be a vector or a matrix, got " << type;
  if (!agree(lhs.getShape().back(), rhs.getShape().front()))
    return operandError(*this, {0, 1}) << "the last dimension of the lhs has size " << lhs.getShape().back()
                                       << " but the first of the rhs has " << rhs.getShape().front();
  if (failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  return verifyTensor(*this, "result", getType(), shape, getType().getElementType());
}

//===-- Convolution -----------------------------------------------------------------------------------------------===//

// The dimension numbers name every dimension of the three tensors once.
static LogicalResult verifyConvDims(Operation *op, ConvDimensionNumbersAttr dims, int64_t lhsRank, int64_t rhsRank,
                                    int64_t resultRank) {
  size_t spatial = dims.getInputSpatialDimensions().size();
  auto check = [&](StringRef what, int64_t first, int64_t second, ArrayRef<int64_t> rest, int64_t rank) {
    SmallVector<int64_t> all{first, second};
    llvm::append_range(all, rest);
    if (rest.size() != spatial)
      return LogicalResult(op->emitOpError() << "the input has " << spatial << " spatial dimensions but the " << what
                                             << " has " << rest.size());
    std::string name = (what + " dimension numbers").str();
    return success(succeeded(verifyCount(op, name, all.size(), rank, "dimensions")) &&
                   succeeded(verifyDims(op, name, all, rank)));
  };
  return success(succeeded(check("input", dims.getInputBatchDimension(), dims.getInputFeatureDimension(),
                                 dims.getInputSpatialDimensions(), lhsRank)) &&
                 succeeded(check("kernel", dims.getKernelInputFeatureDimension(),
                                 dims.getKernelOutputFeatureDimension(), dims.getKernelSpatialDimensions(), rhsRank)) &&
                 succeeded(check("output", dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
                                 dims.getOutputSpatialDimensions(), resultRank)));
}

// Feature and batch groups divide what they group.
template <typename Op> static LogicalResult verifyGroups(Op op) {
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  if (featureGroups < 1 || batchGroups < 1 || (featureGroups > 1 && batchGroups > 1))
    return op.emitOpError() << "feature_group_count is " << featureGroups << " and batch_group_count is " << batchGroups
                            << ", expected one of them to be 1 and the other at least 1";
  int64_t batch = lhs.getDimSize(dims.getInputBatchDimension());
  int64_t features = lhs.getDimSize(dims.getInputFeatureDimension());
  int64_t kernelInput = rhs.getDimSize(dims.getKernelInputFeatureDimension());
  int64_t kernelOutput = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  if (!ShapedType::isDynamic(batch) && batch % batchGroups != 0)
    return op.emitOpError() << "batch_group_count " << batchGroups << " does not divide the batch size " << batch;
  if (!ShapedType::isDynamic(kernelOutput) && kernelOutput % (featureGroups * batchGroups) != 0)
    return op.emitOpError() << "the group count " << featureGroups * batchGroups
                            << " does not divide the kernel's output features " << kernelOutput;
  if (!ShapedType::isDynamic(features) && !ShapedType::isDynamic(kernelInput) &&
      features != kernelInput * featureGroups)
    return operandError(op, {0, 1}) << "the input has " << features << " features but the kernel takes " << kernelInput
                                    << " in each of " << featureGroups << " groups";
  return success();
}

LogicalResult ConvolutionOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  ConvDimensionNumbersAttr dims = getDimensionNumbers();
  if (failed(verifyConvDims(*this, dims, lhs.getRank(), rhs.getRank(), getType().getRank())) ||
      failed(verifyGroups(*this)) || failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  size_t spatial = dims.getInputSpatialDimensions().size();
  FailureOr<Window> window =
      readWindow(*this, spatial, getWindowStridesAttr(), getLhsDilationAttr(), getRhsDilationAttr(), getPaddingAttr());
  if (failed(window))
    return failure();
  if (auto reversal = getWindowReversalAttr();
      reversal && failed(verifyCount(*this, "window reversal", reversal.size(), spatial, "window dimensions")))
    return failure();
  SmallVector<int64_t> shape(getType().getRank());
  int64_t batch = lhs.getDimSize(dims.getInputBatchDimension());
  shape[dims.getOutputBatchDimension()] =
      ShapedType::isDynamic(batch) ? batch : batch / static_cast<int64_t>(getBatchGroupCount());
  shape[dims.getOutputFeatureDimension()] = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  for (size_t i = 0; i < spatial; ++i) {
    FailureOr<int64_t> count = windowCount(*this, lhs.getDimSize(dims.getInputSpatialDimensions()[i]),
                                           rhs.getDimSize(dims.getKernelSpatialDimensions()[i]), *window, i);
    if (failed(count))
      return failure();
    shape[dims.getOutputSpatialDimensions()[i]] = *count;
  }
  return verifyTensor(*this, "result", getType(), shape, getType().getElementType());
}

LogicalResult DynamicConvOp::verify() {
  int64_t spatial = getDimensionNumbers().getInputSpatialDimensions().size();
  if (failed(verifyConvDims(*this, getDimensionNumbers(), getLhs().getType().getRank(), getRhs().getType().getRank(),
                            getType().getRank())) ||
      failed(verifyGroups(*this)) || failed(verifyPrecision(*this, getPrecisionConfig())) ||
      failed(verifyTensor(*this, "padding", getPadding().getType(), {spatial, 2},
                          getPadding().getType().getElementType())))
    return failure();
  return readWindow(*this, spatial, getWindowStridesAttr(), getLhsDilationAttr(), getRhsDilationAttr(), {});
}

//===-- Einsum ----------------------------------------------------------------------------------------------------===//

// `ab,bc->ac`: one letter for every dimension, each result letter among the operands'.
static LogicalResult verifyEinsum(Operation *op, StringRef config) {
  auto [inputs, output] = config.split("->");
  SmallVector<StringRef> labels;
  inputs.split(labels, ',');
  if (!config.contains("->") || labels.size() != op->getNumOperands())
    return op->emitOpError() << "config \"" << config << "\" should label " << op->getNumOperands()
                             << " operands and a result, such as \"ab,bc->ac\"";
  if (config.contains("..."))
    return success();
  for (auto [index, label, type] : llvm::enumerate(labels, op->getOperandTypes()))
    if (int64_t rank = cast<RankedTensorType>(type).getRank(); static_cast<int64_t>(label.trim().size()) != rank)
      return op->emitOpError() << "config \"" << config << "\" labels " << label.trim().size()
                               << " dimensions of operand " << index << ", which has rank " << rank;
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  if (static_cast<int64_t>(output.trim().size()) != rank)
    return op->emitOpError() << "config \"" << config << "\" labels " << output.trim().size()
                             << " dimensions of the result, which has rank " << rank;
  for (char letter : output.trim())
    if (!inputs.contains(letter))
      return op->emitOpError() << "config \"" << config << "\" has '" << letter << "' in the result only";
  return success();
}

LogicalResult EinsumOp::verify() { return verifyEinsum(*this, getEinsumConfig()); }

LogicalResult UnaryEinsumOp::verify() { return verifyEinsum(*this, getEinsumConfig()); }

} // namespace shardwright::stablehlo
