#include "dialects/stablehlo/indexing/Indexing.h"
#include "dialects/stablehlo/reduction/ScalarRegion.h"

#include <algorithm>

namespace shardwright::interp {
namespace {

/// How the dimensions of gather (and scatter) correspond, under gather's names. `offsetDims` are the window's
/// dimensions in the result (updates); `collapsed` and `operandBatching` are operand dimensions that have no window
/// dimension.
struct IndexingDims {
  llvm::ArrayRef<int64_t> offsetDims, collapsed, operandBatching, indicesBatching, startIndexMap;
  int64_t indexVectorDim;

  /// Splits a result index into the batch part and the offset within the window (in the operand's rank).
  void split(llvm::ArrayRef<int64_t> index, size_t operandRank, Index &batch, Index &offset) const {
    batch.clear();
    offset.clear();
    for (auto [d, i] : llvm::enumerate(index))
      if (!llvm::is_contained(offsetDims, static_cast<int64_t>(d)))
        batch.push_back(i);
    size_t next = 0;
    for (int64_t d = 0; d < static_cast<int64_t>(operandRank); ++d)
      offset.push_back(hasWindow(d) ? index[offsetDims[next++]] : 0);
  }
  bool hasWindow(int64_t operandDim) const {
    return !llvm::is_contained(collapsed, operandDim) && !llvm::is_contained(operandBatching, operandDim);
  }

  /// Where the window starts in the operand, not yet clamped.
  Index start(const Tensor &indices, llvm::ArrayRef<int64_t> batch, size_t operandRank) const {
    Index result(operandRank, 0);
    for (auto [k, operandDim] : llvm::enumerate(startIndexMap)) {
      Index at(batch);
      if (indexVectorDim < static_cast<int64_t>(indices.rank()))
        at.insert(at.begin() + indexVectorDim, static_cast<int64_t>(k));
      int64_t value = indices.at(at).integer;
      bool beyond = indices.format().isUnsigned() && value < 0; // above 2^63
      result[operandDim] = beyond ? INT64_MAX / 2 : std::clamp<int64_t>(value, INT64_MIN / 2, INT64_MAX / 2);
    }
    for (auto [operandDim, indicesDim] : llvm::zip_equal(operandBatching, indicesBatching))
      result[operandDim] = batch[indicesDim < indexVectorDim ? indicesDim : indicesDim - 1];
    return result;
  }
};

Results gather(mlir::Operation *op, Operands operands) {
  auto numbers = llvm::cast<stablehlo::GatherOp>(op).getDimensionNumbers();
  IndexingDims dims{numbers.getOffsetDims(),          numbers.getCollapsedSliceDims(),
                    numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims(),
                    numbers.getStartIndexMap(),       numbers.getIndexVectorDim()};
  Index sizes = integers(op, "slice_sizes");
  const Tensor &operand = *operands[0], &indices = *operands[1];
  Tensor result(resultType(op));
  Index batch, offset;
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    dims.split(index, operand.rank(), batch, offset);
    Index from = dims.start(indices, batch, operand.rank());
    for (size_t d = 0; d < from.size(); ++d)
      from[d] = std::clamp<int64_t>(from[d], 0, operand.dim(d) - sizes[d]) + offset[d];
    result.set(linear, operand.at(from));
  });
  return std::vector<Tensor>{result};
}

/// The sizes of a scatter's windows in the operand's rank.
Index windowSizes(const IndexingDims &dims, llvm::ArrayRef<int64_t> updates, size_t operandRank) {
  Index none, sizes;
  dims.split(updates, operandRank, none, sizes);
  for (size_t d = 0; d < operandRank; ++d)
    sizes[d] = dims.hasWindow(static_cast<int64_t>(d)) ? sizes[d] : 1;
  return sizes;
}

/// result[start + offset] = body(result[start + offset], update), in the updates' row-major order. A window that does
/// not lie inside is dropped whole, as XLA does and JAX's numbers are; StableHLO's text would keep the part inside.
Results scatter(mlir::Operation *op, Operands operands) {
  auto numbers = llvm::cast<stablehlo::ScatterOp>(op).getScatterDimensionNumbers();
  IndexingDims dims{numbers.getUpdateWindowDims(),         numbers.getInsertedWindowDims(),
                    numbers.getInputBatchingDims(),        numbers.getScatterIndicesBatchingDims(),
                    numbers.getScatterDimsToOperandDims(), numbers.getIndexVectorDim()};
  absl::StatusOr<ScalarRegion> body = ScalarRegion::compile(op->getRegion(0));
  if (!body.ok())
    return body.status();
  size_t count = operands.size() / 2;
  const Tensor &indices = *operands[count];
  Operands updates = operands.take_back(count);
  std::vector<Tensor> results;
  for (const Tensor *input : operands.take_front(count))
    results.push_back(*input);
  Index batch, offset, sizes = windowSizes(dims, updates[0]->shape(), results[0].rank());
  forEachIndex(updates[0]->shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    dims.split(index, results[0].rank(), batch, offset);
    Index to = dims.start(indices, batch, results[0].rank());
    for (size_t d = 0; d < to.size(); ++d) {
      if (to[d] < 0 || to[d] + sizes[d] > results[0].dim(d))
        return;
      to[d] += offset[d];
    }
    std::vector<Element> arguments;
    for (const Tensor &result : results)
      arguments.push_back(result.at(to));
    for (const Tensor *update : updates)
      arguments.push_back(update->get(linear));
    std::vector<Element> combined = (*body)(arguments);
    for (size_t i = 0; i < count; ++i)
      results[i].setAt(to, combined[i]);
  });
  return results;
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachIndexingReferences(mlir::MLIRContext &context) {
  attachReference<GatherOp, interp::gather>(context);
  attachReference<ScatterOp, interp::scatter>(context);
  attachDynamicSliceReferences(context);
}

} // namespace shardwright::stablehlo
