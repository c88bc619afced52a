#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"

using namespace mlir;

namespace shardwright::stablehlo {

namespace {

// What gather and scatter have in common: a big tensor, indices into it, and a tensor of windows. The words are each
// operation's own.
struct IndexedAccess {
  RankedTensorType operand, indices, windows;
  ArrayRef<int64_t> windowDims, droppedDims, operandBatching, indicesBatching, indexMap;
  int64_t indexVectorDim;
  StringRef windowDimsName, droppedDimsName, operandBatchingName, indicesBatchingName, indexMapName;
};

} // namespace

static LogicalResult verifyBatching(Operation *op, const IndexedAccess &access) {
  if (failed(verifyDims(op, access.operandBatchingName, access.operandBatching, access.operand.getRank())) ||
      failed(verifySorted(op, access.operandBatchingName, access.operandBatching)) ||
      failed(verifyDims(op, access.indicesBatchingName, access.indicesBatching, access.indices.getRank())) ||
      failed(verifyCount(op, access.indicesBatchingName, access.indicesBatching.size(), access.operandBatching.size(),
                         access.operandBatchingName)))
    return failure();
  auto scatter = dyn_cast<ScatterOp>(op);
  unsigned indices = scatter ? scatter.getInputs().size() : 1;
  for (auto [operandDim, indicesDim] : llvm::zip(access.operandBatching, access.indicesBatching)) {
    if (indicesDim == access.indexVectorDim)
      return op->emitOpError() << access.indicesBatchingName << " contains the index vector dimension " << indicesDim;
    if (!agree(access.operand.getDimSize(operandDim), access.indices.getDimSize(indicesDim)))
      return operandError(op, {0, indices})
             << "batching dimension " << operandDim << " has size " << access.operand.getDimSize(operandDim)
             << " but dimension " << indicesDim << " of the indices has " << access.indices.getDimSize(indicesDim);
  }
  for (int64_t dim : access.operandBatching)
    if (llvm::is_contained(access.droppedDims, dim) || llvm::is_contained(access.indexMap, dim))
      return op->emitOpError() << "dimension " << dim << " is in " << access.operandBatchingName << " and in "
                               << (llvm::is_contained(access.droppedDims, dim) ? access.droppedDimsName
                                                                               : access.indexMapName);
  return success();
}

// Checks the dimension numbers; sizes of windows are the operation's own affair.
static LogicalResult verifyAccess(Operation *op, const IndexedAccess &access) {
  int64_t indicesRank = access.indices.getRank();
  if (access.indexVectorDim < 0 || access.indexVectorDim > indicesRank)
    return op->emitOpError() << "index_vector_dim is " << access.indexVectorDim << " but the indices have rank "
                             << indicesRank;
  if (failed(verifyDims(op, access.windowDimsName, access.windowDims, access.windows.getRank())) ||
      failed(verifySorted(op, access.windowDimsName, access.windowDims)) ||
      failed(verifyDims(op, access.droppedDimsName, access.droppedDims, access.operand.getRank())) ||
      failed(verifySorted(op, access.droppedDimsName, access.droppedDims)) ||
      failed(verifyDims(op, access.indexMapName, access.indexMap, access.operand.getRank())) ||
      failed(verifyBatching(op, access)))
    return failure();
  size_t windowRank = access.windowDims.size() + access.droppedDims.size() + access.operandBatching.size();
  if (static_cast<int64_t>(windowRank) != access.operand.getRank())
    return op->emitOpError() << access.windowDimsName << ", " << access.droppedDimsName << " and "
                             << access.operandBatchingName << " name " << windowRank
                             << " dimensions but the operand has rank " << access.operand.getRank();
  int64_t batchRank = indicesRank - (access.indexVectorDim < indicesRank ? 1 : 0);
  if (int64_t rank = batchRank + access.windowDims.size(); rank != access.windows.getRank())
    return op->emitOpError() << "the indices have " << batchRank << " batch dimensions and " << access.windowDimsName
                             << " names " << access.windowDims.size() << ", but " << access.windows << " has rank "
                             << access.windows.getRank();
  int64_t components = access.indexVectorDim == indicesRank ? 1 : access.indices.getDimSize(access.indexVectorDim);
  if (!agree(components, access.indexMap.size()))
    return op->emitOpError() << "an index has " << components << " components but " << access.indexMapName << " has "
                             << access.indexMap.size();
  return success();
}

// The shape of the windows' tensor: the indices' batch dimensions with `window` put in at the window dimensions.
static SmallVector<int64_t> windowsShape(const IndexedAccess &access, ArrayRef<int64_t> window) {
  SmallVector<int64_t> batch(access.indices.getShape());
  if (access.indexVectorDim < access.indices.getRank())
    batch.erase(batch.begin() + access.indexVectorDim);
  SmallVector<int64_t> shape;
  const int64_t *nextBatch = batch.begin(), *nextWindow = window.begin();
  for (size_t dim = 0, rank = batch.size() + window.size(); dim < rank; ++dim)
    shape.push_back(llvm::is_contained(access.windowDims, static_cast<int64_t>(dim)) ? *nextWindow++ : *nextBatch++);
  return shape;
}

static IndexedAccess accessOf(RankedTensorType operand, RankedTensorType indices, RankedTensorType result,
                              GatherDimensionNumbersAttr dims) {
  return {operand,
          indices,
          result,
          dims.getOffsetDims(),
          dims.getCollapsedSliceDims(),
          dims.getOperandBatchingDims(),
          dims.getStartIndicesBatchingDims(),
          dims.getStartIndexMap(),
          dims.getIndexVectorDim(),
          "offset_dims",
          "collapsed_slice_dims",
          "operand_batching_dims",
          "start_indices_batching_dims",
          "start_index_map"};
}

LogicalResult GatherOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> sizes = getSliceSizes();
  IndexedAccess access = accessOf(operand, getStartIndices().getType(), getType(), getDimensionNumbers());
  if (failed(verifyAccess(*this, access)) ||
      failed(verifyCount(*this, "slice_sizes", sizes.size(), operand.getRank(), "operand dimensions")) ||
      failed(verifyAtLeast(*this, "slice_sizes", sizes, 0)))
    return failure();
  SmallVector<int64_t> window;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (!operand.isDynamicDim(dim) && size > operand.getDimSize(dim))
      return operandError(*this, {0}) << "slice_sizes has " << size << " in dimension " << dim
                                      << " but the operand has " << operand.getDimSize(dim);
    bool dropped = llvm::is_contained(access.droppedDims, static_cast<int64_t>(dim)) ||
                   llvm::is_contained(access.operandBatching, static_cast<int64_t>(dim));
    if (!dropped)
      window.push_back(size);
    else if (size > 1)
      return operandError(*this, {0}) << "slice_sizes has " << size << " in dimension " << dim
                                      << ", which the result drops: expected 1 or 0";
  }
  SmallVector<int64_t> shape = windowsShape(access, window);
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

LogicalResult DynamicGatherOp::verify() {
  RankedTensorType operand = getOperand().getType();
  IndexedAccess access = accessOf(operand, getStartIndices().getType(), getType(), getDimensionNumbers());
  if (failed(verifyAccess(*this, access)) ||
      failed(verifyTensor(*this, "slice_sizes", getSliceSizes().getType(), {operand.getRank()},
                          getSliceSizes().getType().getElementType())))
    return failure();
  SmallVector<int64_t> window(access.windowDims.size(), ShapedType::kDynamic);
  SmallVector<int64_t> shape = windowsShape(access, window);
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

// Windows may be smaller than the operand, never larger; a missing dimension has size 1.
static LogicalResult verifyUpdateWindow(ScatterOp op, const IndexedAccess &access) {
  const int64_t *next = access.windowDims.begin();
  for (int64_t dim = 0; dim < access.operand.getRank(); ++dim) {
    if (llvm::is_contained(access.droppedDims, dim) || llvm::is_contained(access.operandBatching, dim))
      continue;
    int64_t update = access.windows.getDimSize(*next), size = access.operand.getDimSize(dim);
    if (!ShapedType::isDynamic(update) && !ShapedType::isDynamic(size) && update > size)
      return operandError(op, {0, op.getUpdates().getBeginOperandIndex()})
             << "the updates have size " << update << " in dimension " << *next << " but dimension " << dim
             << " of the inputs has " << size;
    ++next;
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "needs 1 input or more, got 0";
  ScatterDimensionNumbersAttr dims = getScatterDimensionNumbers();
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  auto firstUpdate = cast<RankedTensorType>(getUpdates().front().getType());
  IndexedAccess access = {first,
                          getScatterIndices().getType(),
                          firstUpdate,
                          dims.getUpdateWindowDims(),
                          dims.getInsertedWindowDims(),
                          dims.getInputBatchingDims(),
                          dims.getScatterIndicesBatchingDims(),
                          dims.getScatterDimsToOperandDims(),
                          dims.getIndexVectorDim(),
                          "update_window_dims",
                          "inserted_window_dims",
                          "input_batching_dims",
                          "scatter_indices_batching_dims",
                          "scatter_dims_to_operand_dims"};
  if (failed(verifyAccess(*this, access)) || failed(verifyUpdateWindow(*this, access)))
    return failure();
  SmallVector<int64_t> window;
  for (int64_t dim : access.windowDims)
    window.push_back(firstUpdate.getDimSize(dim));
  SmallVector<int64_t> updateShape = windowsShape(access, window);
  if (getNumResults() != getInputs().size())
    return emitOpError() << "has " << getInputs().size() << " inputs but " << getNumResults() << " results";
  for (auto [input, update, result] : llvm::zip(getInputs(), getUpdates(), getResults())) {
    auto type = cast<RankedTensorType>(input.getType());
    if (failed(verifyTensor(*this, "input", type, first.getShape(), type.getElementType())) ||
        failed(verifyTensor(*this, "updates", update.getType(), updateShape, type.getElementType())) ||
        failed(verifyTensor(*this, "result", result.getType(), type.getShape(), type.getElementType())))
      return failure();
  }
  return verifyReducer(*this, "the region", getUpdateComputation(), getInputs().getTypes());
}

LogicalResult TorchIndexSelectOp::verify() {
  RankedTensorType operand = getOperand().getType(), index = getIndex().getType();
  int64_t dim = getDim(), batch = getBatchDims();
  if (failed(verifyDim(*this, "dim", dim, operand.getRank())))
    return failure();
  if (batch < 0 || batch > index.getRank() || batch > dim)
    return emitOpError() << "batch_dims is " << batch << " with dim " << dim << " and an index of rank "
                         << index.getRank();
  SmallVector<int64_t> shape(operand.getShape().take_front(dim));
  llvm::append_range(shape, index.getShape().drop_front(batch));
  llvm::append_range(shape, operand.getShape().drop_front(dim + 1));
  return verifyTensor(*this, "result", getType(), shape, operand.getElementType());
}

} // namespace shardwright::stablehlo
