// Kernels of windows that slide over an operand.
#include "dialects/interfaces/TensorType.h"
#include "passes/lower/EmitOps.h"
#include "passes/lower/KernelBuilder.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

namespace {
/// A window's attributes with their defaults filled in.
struct Window {
  SmallVector<int64_t> size, stride, baseDilation, dilation, low, high;

  explicit Window(stablehlo::ReduceWindowOp op)
      : Window(op.getWindowDimensions().size(), op.getWindowDimensions(), op.getWindowStrides(), op.getPadding()) {
    if (op.getBaseDilations())
      baseDilation.assign(op.getBaseDilations()->begin(), op.getBaseDilations()->end());
    if (op.getWindowDilations())
      dilation.assign(op.getWindowDilations()->begin(), op.getWindowDilations()->end());
  }
  explicit Window(stablehlo::SelectAndScatterOp op)
      : Window(cast<RankedTensorType>(op.getOperand().getType()).getRank(), op.getWindowDimensions(),
               op.getWindowStrides(), op.getPadding()) {}

  /// The dimension along which each window is all elements up to (or, reversed, from) its place; none if it is not so.
  std::optional<unsigned> cumulativeDim(ArrayRef<int64_t> shape, bool &reversed) const {
    std::optional<unsigned> dim;
    for (unsigned d = 0; d < size.size(); ++d) {
      if (stride[d] != 1 || baseDilation[d] != 1 || dilation[d] != 1)
        return std::nullopt;
      if (size[d] == 1 && low[d] == 0 && high[d] == 0)
        continue;
      bool forward = low[d] == size[d] - 1 && high[d] == 0;
      bool backward = low[d] == 0 && high[d] == size[d] - 1;
      if (dim || size[d] != shape[d] || !(forward || backward))
        return std::nullopt;
      dim = d;
      reversed = backward;
    }
    return dim;
  }

private:
  Window(size_t rank, std::optional<ArrayRef<int64_t>> sizes, std::optional<ArrayRef<int64_t>> strides,
         std::optional<DenseIntElementsAttr> padding)
      : size(rank, 1), stride(rank, 1), baseDilation(rank, 1), dilation(rank, 1), low(rank, 0), high(rank, 0) {
    if (sizes)
      size.assign(sizes->begin(), sizes->end());
    if (strides)
      stride.assign(strides->begin(), strides->end());
    if (padding)
      for (auto [i, value] : llvm::enumerate(padding->getValues<int64_t>()))
        (i % 2 ? high : low)[i / 2] = value;
  }
};
} // namespace

LogicalResult KernelBuilder::buildCumulativeRoot(Operation *op, unsigned dim, bool reversed) {
  auto window = cast<stablehlo::ReduceWindowOp>(op);
  ArrayRef<int64_t> shape = tensorShape(op->getResult(0));
  Index index;
  for (auto [d, extent] : llvm::enumerate(shape))
    index.push_back(d == dim ? IndexExpr() : graph.newLoop(extent));
  graph.numOuter = graph.loopExtents.size();
  Nest nest;
  IndexExpr at = graph.newLoop(shape[dim]);
  nest.loops.push_back(at.loops.front().first);
  index[dim] = reversed ? graph.addConstant(graph.scale(at, -1), shape[dim] - 1) : at;
  SmallVector<const Node *> inputs;
  for (Value input : window.getInputs()) {
    inputs.push_back(build(input, index, nullptr));
    if (!inputs.back())
      return failure();
  }
  constexpr int64_t kLongRun = 256;
  if (failed(accumulate(nest, window.getInitValues(), window.getBody(), inputs, shape[dim] >= kLongRun)))
    return failure();
  for (auto [value, acc] : llvm::zip(op->getResults(), nest.accumulators))
    nest.stores.push_back({writtenBuffer(value), graph.linearize(index, shape),
                           converted(acc.update, getElementTypeOrSelf(value.getType()))});
  graph.nests.push_back(std::move(nest));
  return success();
}

LogicalResult KernelBuilder::buildWindowRoot(Operation *op) {
  auto reduce = cast<stablehlo::ReduceWindowOp>(op);
  Window window(reduce);
  ArrayRef<int64_t> inShape = tensorShape(reduce.getInputs().front()), outShape = tensorShape(op->getResult(0));
  bool reversed = false;
  if (auto dim = window.cumulativeDim(inShape, reversed); dim && inShape == outShape)
    return buildCumulativeRoot(op, *dim, reversed);
  Index index = outerLoops(outShape);
  Nest nest;
  Index inner;
  const Node *valid = nullptr;
  for (size_t d = 0; d < outShape.size(); ++d) {
    IndexExpr at = graph.newLoop(window.size[d]);
    if (!at.loops.empty())
      nest.loops.push_back(at.loops.front().first);
    IndexExpr e = graph.addConstant(
        graph.add(graph.scale(index[d], window.stride[d]), graph.scale(at, window.dilation[d])), -window.low[d]);
    if (window.baseDilation[d] != 1) {
      auto [quotient, remainder] = graph.divide(e, window.baseDilation[d]);
      if (graph.range(e).first < 0)
        valid = both(valid, compareIndex(Opcode::GE, e, 0));
      valid = both(valid, compareIndex(Opcode::EQ, remainder, 0));
      e = quotient;
      valid = both(valid, compareIndex(Opcode::LT, e, inShape[d]));
    } else {
      valid = both(valid, inRange(e, inShape[d]));
    }
    inner.push_back(e);
  }
  SmallVector<const Node *> inputs;
  for (Value input : reduce.getInputs()) {
    inputs.push_back(build(input, inner, valid));
    if (!inputs.back())
      return failure();
  }
  auto results = accumulate(nest, reduce.getInitValues(), reduce.getBody(), inputs);
  if (failed(results))
    return failure();
  // Padding changes nothing: the accumulator stays, or its op's neutral element comes in, which keeps the op simple.
  for (auto [k, acc] : llvm::enumerate(nest.accumulators)) {
    if (!valid)
      break;
    if (std::optional<Opcode> simple = laneReduction(acc)) {
      const Node *element = acc.update->operands[acc.update->operands[0] == acc.running ? 1 : 0];
      const Node *neutral = graph.constant(element->type, neutralElement(*simple, element->type));
      element = graph.apply(Opcode::Select, element->type, {valid, element, neutral});
      acc.update = graph.apply(*simple, acc.update->type, {acc.running, element});
    } else {
      acc.update = graph.apply(Opcode::Select, acc.update->type, {valid, acc.update, acc.running});
    }
  }
  graph.nests.push_back(std::move(nest));
  Nest last;
  for (auto [value, node] : llvm::zip(op->getResults(), *results))
    last.stores.push_back({writtenBuffer(value), graph.linearize(index, outShape), node});
  graph.nests.push_back(std::move(last));
  return success();
}

LogicalResult KernelBuilder::buildFill(Operation *op) {
  auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
  ArrayRef<int64_t> shape = tensorShape(scatter.getResult());
  Index index = outerLoops(shape);
  const Node *value = buildScalar(scatter.getInitValue());
  if (!value)
    return failure();
  Nest nest;
  nest.stores.push_back({writtenBuffer(scatter.getResult()), graph.linearize(index, shape), value});
  graph.nests.push_back(std::move(nest));
  return success();
}

/// For each source element: the place in its window that `select` prefers, then `scatter` into it.
LogicalResult KernelBuilder::buildSelectAndScatter(Operation *op) {
  auto scatter = cast<stablehlo::SelectAndScatterOp>(op);
  Window window(scatter);
  ArrayRef<int64_t> shape = tensorShape(scatter.getOperand());
  Index index = outerLoops(tensorShape(scatter.getSource())), place;
  graph.isSequential = true;
  Type i1 = IntegerType::get(op->getContext(), 1), element = getElementTypeOrSelf(scatter.getOperand().getType());
  Nest nest;
  const Node *valid = nullptr;
  for (size_t d = 0; d < shape.size(); ++d) {
    IndexExpr at = graph.newLoop(window.size[d]);
    if (!at.loops.empty())
      nest.loops.push_back(at.loops.front().first);
    place.push_back(graph.addConstant(graph.add(graph.scale(index[d], window.stride[d]), at), -window.low[d]));
    valid = both(valid, inRange(place.back(), shape[d]));
  }
  const Node *x = build(scatter.getOperand(), place, valid);
  if (!x)
    return failure();
  if (!valid)
    valid = graph.integer(i1, 1);
  unsigned number = numNests++;
  uint64_t loops = allLoops();
  const Node *best = graph.accumulator(element, number, 0, loops);
  const Node *bestAt = graph.accumulator(graph.indexType, number, 1, loops);
  const Node *found = graph.accumulator(i1, number, 2, loops);
  auto keeps = buildBody(scatter.getSelect(), {best, x});
  if (failed(keeps))
    return failure();
  const Node *takes = graph.apply(
      Opcode::And, i1, {valid, graph.apply(Opcode::Not, i1, {graph.apply(Opcode::And, i1, {found, keeps->front()})})});
  const Node *at = graph.indexValue(graph.indexType, graph.linearize(place, shape));
  auto accumulate = [&](const Node *running, const Node *init, const Node *update, unsigned slot) {
    nest.accumulators.push_back({init, running, update, graph.local(running->type, number, slot)});
    return nest.accumulators.back().result;
  };
  accumulate(best, graph.constant(element, neutralElement(Opcode::Add, element)),
             graph.apply(Opcode::Select, element, {takes, x, best}), 0);
  const Node *chosen = accumulate(bestAt, graph.integer(graph.indexType, 0),
                                  graph.apply(Opcode::Select, graph.indexType, {takes, at, bestAt}), 1);
  const Node *any = accumulate(found, graph.integer(i1, 0), graph.apply(Opcode::Or, i1, {found, valid}), 2);
  graph.nests.push_back(std::move(nest));

  unsigned out = writtenBuffer(scatter.getResult());
  buffers[out].isRead = true;
  IndexExpr offset = graph.fromNode(chosen);
  const Node *source = build(scatter.getSource(), index, nullptr);
  if (!source)
    return failure();
  auto combined = buildBody(scatter.getScatter(), {graph.load(out, offset, nullptr, allLoops()), source});
  if (failed(combined))
    return failure();
  Nest last;
  last.stores.push_back({out, offset, combined->front(), any});
  graph.nests.push_back(std::move(last));
  return success();
}

} // namespace shardwright::lower
