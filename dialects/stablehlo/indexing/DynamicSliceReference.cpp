#include "dialects/stablehlo/indexing/Indexing.h"

#include <algorithm>

namespace shardwright::interp {
namespace {

/// Start indices of a dynamic slice, clamped so that a window of `sizes` fits.
Index clampedStarts(Operands starts, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> sizes) {
  Index result;
  for (auto [d, start] : llvm::enumerate(starts)) {
    Element element = start->get(0);
    int64_t last = shape[d] - sizes[d];
    bool beyond = start->format().isUnsigned() && element.integer < 0; // above 2^63
    result.push_back(beyond ? last : std::clamp<int64_t>(element.integer, 0, last));
  }
  return result;
}

Results dynamicSlice(mlir::Operation *op, Operands operands) {
  Index starts = clampedStarts(operands.drop_front(), operands[0]->shape(), resultType(op).getShape());
  Tensor result(resultType(op));
  Index from(result.rank());
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    for (size_t d = 0; d < index.size(); ++d)
      from[d] = starts[d] + index[d];
    result.set(linear, operands[0]->at(from));
  });
  return std::vector<Tensor>{result};
}

Results dynamicUpdateSlice(mlir::Operation *op, Operands operands) {
  Tensor result = *operands[0];
  const Tensor &update = *operands[1];
  Index starts = clampedStarts(operands.drop_front(2), result.shape(), update.shape());
  Index to(result.rank());
  forEachIndex(update.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    for (size_t d = 0; d < index.size(); ++d)
      to[d] = starts[d] + index[d];
    result.setAt(to, update.get(linear));
  });
  return std::vector<Tensor>{result};
}

} // namespace
} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachDynamicSliceReferences(mlir::MLIRContext &context) {
  attachReference<DynamicSliceOp, interp::dynamicSlice>(context);
  attachReference<DynamicUpdateSliceOp, interp::dynamicUpdateSlice>(context);
}

} // namespace shardwright::stablehlo
