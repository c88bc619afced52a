#include "dialects/stablehlo/reduction/Reduction.h"
#include "dialects/stablehlo/reduction/ScalarRegion.h"

namespace shardwright::interp {
namespace {

/// A window that slides over an operand: where position `w` of the window at result position `o` falls.
struct SlidingWindow {
  Index sizes, strides, baseDilations, windowDilations, padding;
  SlidingWindow(mlir::Operation *op, size_t rank)
      : sizes(integers(op, "window_dimensions", rank, 1)), strides(integers(op, "window_strides", rank, 1)),
        baseDilations(integers(op, "base_dilations", rank, 1)),
        windowDilations(integers(op, "window_dilations", rank, 1)), padding(integers(op, "padding", 2 * rank, 0)) {}

  /// Fills the operand index; false in padding and in the gaps of a dilated base.
  bool operandIndex(llvm::ArrayRef<int64_t> o, llvm::ArrayRef<int64_t> w, llvm::ArrayRef<int64_t> shape,
                    Index &index) const {
    index.resize(shape.size());
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t position = o[d] * strides[d] + w[d] * windowDilations[d] - padding[2 * d];
      if (position < 0 || position % baseDilations[d] != 0 || position / baseDilations[d] >= shape[d])
        return false;
      index[d] = position / baseDilations[d];
    }
    return true;
  }
};

/// Padding holds the initial value, so that skipping it is the same for every reducer with an identity; reducers
/// without one see it as StableHLO says: once per padded position.
Results reduceWindow(mlir::Operation *op, Operands operands) {
  size_t count = operands.size() / 2;
  Operands inputs = operands.take_front(count), inits = operands.take_back(count);
  absl::StatusOr<ScalarRegion> body = ScalarRegion::compile(op->getRegion(0));
  if (!body.ok())
    return body.status();
  SlidingWindow window(op, inputs[0]->rank());
  std::vector<Tensor> results;
  for (size_t i = 0; i < count; ++i)
    results.emplace_back(resultType(op, i));
  Index index;
  forEachIndex(results[0].shape(), [&](llvm::ArrayRef<int64_t> out, int64_t linear) {
    std::vector<Element> accumulators;
    for (const Tensor *init : inits)
      accumulators.push_back(init->get(0));
    forEachIndex(window.sizes, [&](llvm::ArrayRef<int64_t> w, int64_t) {
      bool inside = window.operandIndex(out, w, inputs[0]->shape(), index);
      std::vector<Element> arguments = accumulators;
      for (size_t i = 0; i < count; ++i)
        arguments.push_back(inside ? inputs[i]->at(index) : inits[i]->get(0));
      if (body->isFloatSum())
        accumulators[0] = {0, arguments[0].real + arguments[1].real, arguments[0].imag + arguments[1].imag};
      else
        accumulators = (*body)(arguments);
    });
    for (size_t i = 0; i < count; ++i)
      results[i].set(linear, results[i].format().round(accumulators[i]));
  });
  return results;
}

/// Of each window the first element that `select` prefers to all before it receives the source, by `scatter`.
Results selectAndScatter(mlir::Operation *op, Operands operands) {
  const Tensor &operand = *operands[0], &source = *operands[1];
  absl::StatusOr<ScalarRegion> select = ScalarRegion::compile(op->getRegion(0));
  absl::StatusOr<ScalarRegion> scatter = ScalarRegion::compile(op->getRegion(1));
  if (!select.ok() || !scatter.ok())
    return select.ok() ? scatter.status() : select.status();
  SlidingWindow window(op, operand.rank());
  Tensor result = Tensor::splat(resultType(op), operands[2]->get(0));
  Index index;
  forEachIndex(source.shape(), [&](llvm::ArrayRef<int64_t> out, int64_t linear) {
    std::optional<int64_t> selected;
    forEachIndex(window.sizes, [&](llvm::ArrayRef<int64_t> w, int64_t) {
      if (!window.operandIndex(out, w, operand.shape(), index))
        return;
      int64_t candidate = operand.linear(index);
      if (!selected || !(*select)({operand.get(*selected), operand.get(candidate)})[0].integer)
        selected = candidate;
    });
    if (selected)
      result.set(*selected, (*scatter)({result.get(*selected), source.get(linear)})[0]);
  });
  return std::vector<Tensor>{result};
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachWindowReferences(mlir::MLIRContext &context) {
  attachReference<ReduceWindowOp, interp::reduceWindow>(context);
  attachReference<SelectAndScatterOp, interp::selectAndScatter>(context);
}

} // namespace shardwright::stablehlo
