// Kernels as wholes: what is stored where, for each kind of operation that has a kernel of its own.
#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"
#include "passes/lower/ChunkBuilder.h"
#include "passes/lower/EmitOps.h"
#include "passes/lower/KernelBuilder.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;

namespace shardwright::lower {

/// The distances between neighbours of a dimension, in all that is computed at the offset of what `op` computes.
static void addStrides(Operation *op, const Fusion &fusion, llvm::DenseSet<Operation *> &seen,
                       std::set<int64_t> &strides) {
  int64_t stride = 1;
  for (int64_t size : llvm::reverse(tensorShape(op->getResult(0)))) {
    // Distances that do not divide each other are those of loops that cross.
    auto above = strides.lower_bound(stride);
    if ((above == strides.end() || *above % stride == 0) &&
        (above == strides.begin() || stride % *std::prev(above) == 0))
      strides.insert(stride);
    stride *= size;
  }
  if (!isElementwise(op) && !isa<stablehlo::ReshapeOp>(op))
    return;
  for (Value operand : op->getOperands())
    if (!tensorShape(operand).empty() && fusion.isInlined(operand) && seen.insert(operand.getDefiningOp()).second)
      addStrides(operand.getDefiningOp(), fusion, seen, strides);
}

KernelBuilder::Index KernelBuilder::jointLoops(Operation *op) {
  ArrayRef<int64_t> shape = tensorShape(op->getResult(0));
  if (llvm::is_contained(shape, 0))
    return outerLoops(shape);
  llvm::DenseSet<Operation *> seen;
  std::set<int64_t> strides;
  addStrides(op, fusion, seen, strides);
  SmallVector<int64_t> extents;
  int64_t outer = cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
  for (int64_t stride : llvm::reverse(strides)) {
    extents.push_back(outer / stride);
    outer = stride;
  }
  return graph.delinearize(graph.linearize(outerLoops(extents), extents), shape);
}

LogicalResult KernelBuilder::buildRoot(Operation *op) {
  if (isa<stablehlo::ConcatenateOp>(op))
    return buildConcatenateRoot(op);
  if (isa<stablehlo::ReduceOp>(op))
    return buildReduceRoot(op);
  if (isa<stablehlo::ReduceWindowOp>(op))
    return buildWindowRoot(op);
  Value result = op->getResult(0);
  Index index = jointLoops(op);
  const Node *value = buildOp(op, index, nullptr);
  if (!value)
    return failure();
  Nest nest;
  nest.stores.push_back({writtenBuffer(result), graph.linearize(index, tensorShape(result)), value});
  graph.nests.push_back(std::move(nest));
  return success();
}

LogicalResult KernelBuilder::buildConcatenateRoot(Operation *op) {
  auto concatenate = cast<stablehlo::ConcatenateOp>(op);
  unsigned dim = concatenate.getDimension();
  ArrayRef<int64_t> shape = tensorShape(concatenate.getResult());
  Index outer = outerLoops(shape.take_front(dim));
  int64_t begin = 0;
  unsigned out = writtenBuffer(concatenate.getResult());
  std::map<std::pair<size_t, int64_t>, IndexExpr> loops; // the nests run one after the other and can share loops
  for (Value input : concatenate.getInputs()) {
    ArrayRef<int64_t> inputShape = tensorShape(input);
    Nest nest;
    Index index = outer;
    for (auto [d, extent] : llvm::enumerate(inputShape.drop_front(dim))) {
      auto [it, isNew] = loops.try_emplace({d, extent});
      if (isNew)
        it->second = graph.newLoop(extent);
      IndexExpr e = it->second;
      if (!e.loops.empty())
        nest.loops.push_back(e.loops.front().first);
      index.push_back(std::move(e));
    }
    const Node *value = build(input, index, nullptr);
    if (!value)
      return failure();
    index[dim] = graph.addConstant(index[dim], begin);
    nest.stores.push_back({out, graph.linearize(index, shape), value});
    graph.nests.push_back(std::move(nest));
    begin += inputShape[dim];
  }
  return success();
}

/// The operations of a body each of whose results is the sum or the product of its running value and its element, and
/// nothing else; empty where one is not.
static SmallVector<Opcode> plainSums(Region &body) {
  SmallVector<Opcode> sums;
  for (auto [k, value] : llvm::enumerate(body.front().getTerminator()->getOperands())) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<stablehlo::AddOp, stablehlo::MulOp>(op) || !op->getResult(0).hasOneUse())
      return {};
    Value running = body.getArgument(k), element = body.getArgument(body.getNumArguments() / 2 + k);
    if (!llvm::is_contained(op->getOperands(), running) || !llvm::is_contained(op->getOperands(), element))
      return {};
    sums.push_back(isa<stablehlo::AddOp>(op) ? Opcode::Add : Opcode::Multiply);
  }
  return sums;
}

const Node *KernelBuilder::converted(const Node *node, Type type) {
  return node->type == type ? node : graph.apply(Opcode::Convert, type, {node});
}

FailureOr<SmallVector<const Node *>> KernelBuilder::accumulate(Nest &nest, ValueRange inits, Region &body,
                                                               ArrayRef<const Node *> inputs, bool isLong) {
  unsigned number = numNests++;
  size_t first = nest.accumulators.size();
  uint64_t loops = (uint64_t{1} << graph.numOuter) - 1;
  for (unsigned l : nest.loops)
    loops |= uint64_t{1} << l;
  const SmallVector<Opcode> sums = plainSums(body);
  auto typeOf = [&](unsigned argument) {
    Type type = getElementTypeOrSelf(body.getArgument(argument).getType());
    Type wide = isLong && type.isF32() ? Type(Float64Type::get(type.getContext())) : summandType(type);
    return sums.empty() ? type : wide;
  };
  SmallVector<const Node *> arguments;
  for (auto [k, init] : llvm::enumerate(inits)) {
    const Node *from = buildScalar(init);
    if (!from)
      return failure();
    nest.accumulators.push_back(
        {converted(from, typeOf(k)), graph.accumulator(typeOf(k), number, k, loops), nullptr, nullptr});
    arguments.push_back(nest.accumulators.back().running);
  }
  for (auto [k, input] : llvm::enumerate(inputs))
    arguments.push_back(converted(input, typeOf(inits.size() + k)));
  SmallVector<const Node *> updates;
  for (auto [k, sum] : llvm::enumerate(sums))
    updates.push_back(graph.apply(sum, arguments[k]->type, {arguments[k], arguments[inits.size() + k]}));
  if (sums.empty()) {
    auto built = buildBody(body, arguments);
    if (failed(built))
      return failure();
    updates = std::move(*built);
  }
  SmallVector<const Node *> results;
  for (auto [k, update] : llvm::enumerate(updates)) {
    AccumulatorSpec &acc = nest.accumulators[first + k];
    acc.update = update;
    acc.result = graph.local(update->type, number, k);
    results.push_back(converted(acc.result, getElementTypeOrSelf(body.getArgument(k).getType())));
  }
  return results;
}

FailureOr<SmallVector<const Node *>> KernelBuilder::reduceNest(Operation *op, IndexRef index) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  for (const IndexExpr &e : index)
    if (graph.loopsOf(e) >> graph.numOuter) {
      unsupported(op, "a reduction inside another");
      return failure();
    }
  Nest nest;
  Index inner;
  size_t kept = 0;
  for (auto [d, extent] : llvm::enumerate(tensorShape(reduce.getInputs().front()))) {
    if (!llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(d))) {
      inner.push_back(index[kept++]);
      continue;
    }
    inner.push_back(graph.newLoop(extent));
    if (!inner.back().loops.empty())
      nest.loops.push_back(inner.back().loops.front().first);
  }
  SmallVector<const Node *> inputs;
  for (Value input : reduce.getInputs()) {
    inputs.push_back(build(input, inner, nullptr));
    if (!inputs.back())
      return failure();
  }
  auto results = accumulate(nest, reduce.getInitValues(), reduce.getBody(), inputs);
  graph.nests.push_back(std::move(nest));
  return results;
}

const Node *KernelBuilder::buildReduce(Operation *op, unsigned result, IndexRef index) {
  auto results = reduceNest(op, index);
  return failed(results) ? nullptr : (*results)[result];
}

LogicalResult KernelBuilder::buildReduceRoot(Operation *op) {
  Index index = outerLoops(tensorShape(op->getResult(0)));
  auto results = reduceNest(op, index);
  if (failed(results))
    return failure();
  Nest last;
  for (auto [value, node] : llvm::zip(op->getResults(), *results))
    last.stores.push_back({writtenBuffer(value), graph.linearize(index, tensorShape(value)), node});
  graph.nests.push_back(std::move(last));
  return success();
}

LogicalResult KernelBuilder::buildUpdate(Operation *op) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  ArrayRef<int64_t> shape = tensorShape(update.getResult()), updateShape = tensorShape(update.getUpdate());
  Index index = outerLoops(updateShape), place;
  for (auto [d, start] : llvm::enumerate(update.getStartIndices())) {
    const Node *node = buildScalar(start);
    if (!node)
      return failure();
    place.push_back(graph.add(index[d], clampedIndex(node, shape[d] - updateShape[d])));
  }
  const Node *value = build(update.getUpdate(), index, nullptr);
  if (!value)
    return failure();
  Nest nest;
  unsigned out = writtenBuffer(update.getResult());
  buffers[out].isRead = true;
  nest.stores.push_back({out, graph.linearize(place, shape), value});
  graph.nests.push_back(std::move(nest));
  return success();
}

LogicalResult KernelBuilder::buildScatter(Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  auto dims = scatter.getScatterDimensionNumbers();
  ArrayRef<int64_t> shape = tensorShape(scatter.getInputs().front());
  ArrayRef<int64_t> updateShape = tensorShape(scatter.getUpdates().front());
  // One update after the other, in order; inside one, the window's elements are different places.
  Nest nest;
  Index updateIndex(updateShape.size()), batch, window;
  SmallVector<int64_t> windowShape;
  auto addLoop = [&](int64_t d) {
    updateIndex[d] = graph.newLoop(updateShape[d]);
    if (!updateIndex[d].loops.empty())
      nest.loops.push_back(updateIndex[d].loops.front().first);
    return updateIndex[d];
  };
  for (int64_t d = 0; d < static_cast<int64_t>(updateShape.size()); ++d)
    if (!llvm::is_contained(dims.getUpdateWindowDims(), d))
      batch.push_back(addLoop(d));
  for (int64_t d : dims.getUpdateWindowDims()) {
    window.push_back(addLoop(d));
    windowShape.push_back(updateShape[d]);
  }
  int64_t vectorDim = dims.getIndexVectorDim(), indexRank = tensorShape(scatter.getScatterIndices()).size();
  Index place;
  const Node *valid = nullptr;
  size_t nextWindow = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
    const auto *batching = llvm::find(dims.getInputBatchingDims(), d);
    if (batching != dims.getInputBatchingDims().end()) {
      int64_t indicesDim = dims.getScatterIndicesBatchingDims()[batching - dims.getInputBatchingDims().begin()];
      place.push_back(batch[indicesDim > vectorDim ? indicesDim - 1 : indicesDim]);
      continue;
    }
    IndexExpr e;
    int64_t extent = 1;
    if (!llvm::is_contained(dims.getInsertedWindowDims(), d)) {
      extent = windowShape[nextWindow];
      e = window[nextWindow++];
    }
    const auto *mapped = llvm::find(dims.getScatterDimsToOperandDims(), d);
    if (mapped != dims.getScatterDimsToOperandDims().end()) {
      Index at(batch.begin(), batch.end());
      if (vectorDim < indexRank)
        at.insert(at.begin() + vectorDim, IndexExpr::number(mapped - dims.getScatterDimsToOperandDims().begin()));
      const Node *start = build(scatter.getScatterIndices(), at, nullptr);
      if (!start)
        return failure();
      // A narrow type may not be able to hold the bound.
      if (unsigned width = start->type.getIntOrFloatBitWidth(); width < 32 || (width == 32 && shape[d] > INT32_MAX))
        start = graph.apply(Opcode::Convert, graph.indexType, {start});
      Type i1 = IntegerType::get(op->getContext(), 1);
      if (!start->type.isUnsignedInteger())
        valid = both(valid, graph.apply(Opcode::GE, i1, {start, graph.integer(start->type, 0)}));
      valid = both(valid, graph.apply(Opcode::LE, i1, {start, graph.integer(start->type, shape[d] - extent)}));
      e = graph.add(e, clampedIndex(start, shape[d] - extent));
    }
    place.push_back(e);
  }
  IndexExpr offset = graph.linearize(place, shape);
  SmallVector<const Node *> arguments, updates;
  SmallVector<unsigned> outs;
  for (Value output : scatter.getOutputs()) {
    outs.push_back(writtenBuffer(output));
    buffers[outs.back()].isRead = true;
    arguments.push_back(graph.load(outs.back(), offset, nullptr, allLoops()));
  }
  for (auto [k, update] : llvm::enumerate(scatter.getUpdates())) {
    arguments.push_back(build(update, updateIndex, nullptr));
    if (!arguments.back())
      return failure();
  }
  auto results = buildBody(scatter.getUpdateComputation(), arguments);
  if (failed(results))
    return failure();
  for (auto [out, value] : llvm::zip(outs, *results))
    nest.stores.push_back({out, offset, value, valid});
  graph.nests.push_back(std::move(nest));
  return success();
}

/// A nest that stores a node in a buffer of the kernel's own, behind the others.
void KernelBuilder::storeOwn(const Node *node, int64_t elements, const IndexExpr &offset) {
  unsigned out = buffers.size();
  buffers.push_back({Value(), /*isWritten=*/true});
  graph.buffers.push_back({node->type, elements});
  Nest nest;
  nest.stores.push_back({out, offset, node});
  graph.nests.push_back(std::move(nest));
}

LogicalResult KernelBuilder::buildComparator(Operation *op) {
  auto sort = cast<stablehlo::SortOp>(op);
  Region &body = sort.getComparator();
  SmallVector<const Node *> arguments;
  for (Value argument : body.getArguments())
    arguments.push_back(graph.load(bufferOf(argument), IndexExpr::number(0), nullptr));
  size_t expected = buffers.size();
  auto results = buildBody(body, arguments);
  if (failed(results))
    return failure();
  if (buffers.size() != expected) {
    unsupported(op, "its comparator uses values from outside");
    return failure();
  }
  storeOwn(results->front(), 1, IndexExpr::number(0));
  return success();
}

LogicalResult KernelBuilder::buildSortKey(Operation *op, const SortKey &key, int64_t lineLength) {
  Region &body = cast<stablehlo::SortOp>(op).getComparator();
  IndexExpr point = outerLoops({lineLength}).front();
  for (unsigned number = key.ofLhs ? 0 : 1; number < body.getNumArguments(); number += 2) {
    unsigned buffer = bufferOf(body.getArgument(number));
    graph.buffers[buffer].elements = lineLength;
    scalars[body.getArgument(number)] = graph.load(buffer, point, nullptr);
  }
  const Node *node = buildScalar(key.key);
  if (!node)
    return failure();
  storeOwn(node, lineLength, point);
  return success();
}

} // namespace shardwright::lower
