#include "passes/lower/KernelBuilder.h"
#include "dialects/interfaces/TensorType.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/lower/EmitOps.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

static Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }

const Node *KernelBuilder::unsupported(Operation *op, StringRef why) {
  op->emitError() << "'" << op->getName() << "' cannot be compiled for the host: " << why;
  return nullptr;
}

unsigned KernelBuilder::bufferOf(Value value) {
  auto [it, isNew] = bufferNumbers.try_emplace(value, buffers.size());
  if (isNew) {
    buffers.push_back({value});
    graph.buffers.push_back({elementOf(value), cast<RankedTensorType>(value.getType()).getNumElements()});
  }
  return it->second;
}

unsigned KernelBuilder::writtenBuffer(Value value) {
  unsigned number = bufferOf(value);
  buffers[number].isWritten = true;
  return number;
}

KernelBuilder::Index KernelBuilder::outerLoops(ArrayRef<int64_t> shape) {
  Index index;
  for (int64_t extent : shape)
    index.push_back(graph.newLoop(extent));
  graph.numOuter = graph.loopExtents.size();
  return index;
}

const Node *KernelBuilder::both(const Node *a, const Node *b) {
  if (!a || !b)
    return a ? a : b;
  return graph.apply(Opcode::And, a->type, {a, b});
}

const Node *KernelBuilder::compareIndex(Opcode op, const IndexExpr &e, int64_t value) {
  Type i1 = IntegerType::get(graph.indexType.getContext(), 1);
  return graph.apply(op, i1, {graph.indexValue(graph.indexType, e), graph.integer(graph.indexType, value)});
}

const Node *KernelBuilder::inRange(const IndexExpr &e, int64_t size) {
  auto [low, high] = graph.range(e);
  const Node *result = nullptr;
  if (low < 0)
    result = compareIndex(Opcode::GE, e, 0);
  if (high >= size)
    result = both(result, compareIndex(Opcode::LT, e, size));
  return result;
}

IndexExpr KernelBuilder::clampedIndex(const Node *node, int64_t high) {
  if (high <= 0)
    return IndexExpr::number(0);
  // A narrow type may not be able to hold the bound.
  if (node->type.getIntOrFloatBitWidth() < 32)
    node = graph.apply(Opcode::Convert, graph.indexType, {node});
  if (!node->type.isUnsignedInteger() && node->low < 0)
    node = graph.apply(Opcode::Maximum, node->type, {node, graph.integer(node->type, 0)});
  if (node->high > high)
    node = graph.apply(Opcode::Minimum, node->type, {node, graph.integer(node->type, high)});
  if (node->type != graph.indexType) {
    auto mutableNode = graph.apply(Opcode::Convert, graph.indexType, {node});
    return graph.fromNode(mutableNode);
  }
  return graph.fromNode(node);
}

const Node *KernelBuilder::buildRead(Value value, IndexExpr offset, const Node *guard) {
  // A reshape between buffers leaves every element at its offset.
  while (value.getDefiningOp() && isCopyOfBuffer(value.getDefiningOp(), fusion))
    value = value.getDefiningOp()->getOperand(0);
  if (const Node *node = groupNode(value))
    return node;
  unsigned buffer = bufferOf(value);
  buffers[buffer].isRead = true;
  return graph.load(buffer, std::move(offset), guard);
}

const Node *KernelBuilder::build(Value value, IndexRef index, const Node *guard) {
  if (auto it = scalars.find(value); it != scalars.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  bool inBody = !scalars.empty() && op && op->getParentOp() &&
                isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp, stablehlo::ScatterOp, stablehlo::SelectAndScatterOp,
                    stablehlo::SortOp, stablehlo::MapOp>(op->getParentOp());
  if (!inBody && !fusion.isInlined(value))
    return buildRead(value, graph.linearize(index, tensorShape(value)), guard);
  Words key = {reinterpret_cast<uint64_t>(value.getAsOpaquePointer()), reinterpret_cast<uint64_t>(guard)};
  for (const IndexExpr &e : index)
    append(key, e);
  if (auto it = memo.find(key); it != memo.end())
    return it->second;
  const Node *node = isa<stablehlo::ReduceOp>(op) ? buildReduce(op, cast<OpResult>(value).getResultNumber(), index)
                                                  : buildOp(op, index, guard);
  memo[std::move(key)] = node;
  return node;
}

/// Operations on corresponding elements; `operand` gives the element of an operand. Null when an operand failed or the
/// operation is of another kind.
const Node *KernelBuilder::buildElementwise(Operation *op, llvm::function_ref<const Node *(Value)> operand) {
  SmallVector<const Node *> v;
  for (Value value : op->getOperands()) {
    const Node *node = operand(value);
    if (!node)
      return nullptr;
    v.push_back(node);
  }
  if (std::optional<ElementExpr> expr = elementExprOf(op)) {
    for (const ElementExpr::Step &step : expr->steps)
      v.push_back(step.opcode ? graph.apply(*step.opcode, step.type,
                                            llvm::map_to_vector<3>(step.of, [&](unsigned value) { return v[value]; }),
                                            step.extra)
                              : graph.constant(step.type, step.extra));
    return v[expr->result];
  }
  if (auto map = dyn_cast<stablehlo::MapOp>(op)) {
    auto results = buildBody(map.getComputation(), v);
    return failed(results) ? nullptr : results->front();
  }
  return unsupported(op, "there is no kernel for it");
}

const Node *KernelBuilder::buildLinear(Value value, const IndexExpr &offset, const Node *guard) {
  Operation *op = value.getDefiningOp();
  if (!fusion.isInlined(value))
    return buildRead(value, offset, guard);
  if (isa<stablehlo::ReshapeOp>(op))
    return buildLinear(op->getOperand(0), offset, guard);
  if (isElementwise(op))
    return buildElementwise(op, [&](Value operand) {
      return tensorShape(operand).empty() && !tensorShape(value).empty() ? buildScalar(operand)
                                                                         : buildLinear(operand, offset, guard);
    });
  return build(value, graph.delinearize(offset, tensorShape(value)), guard);
}

const Node *KernelBuilder::buildOp(Operation *op, IndexRef index, const Node *guard) {
  Value result = op->getResult(0);
  Type type = elementOf(result);
  if (isa<ComplexType>(type))
    return unsupported(op, "complex elements are not supported");
  if (isElementwise(op))
    return buildElementwise(op, [&](Value operand) {
      return tensorShape(operand).empty() ? buildScalar(operand) : build(operand, index, guard);
    });
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return graph.constant(type, cast<DenseElementsAttr>(constant.getValue()).getSplatValue<Attribute>());
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op)) {
    const IndexExpr &at = index[iota.getIotaDimension()];
    if (isa<IntegerType>(type))
      return graph.indexValue(type, at);
    return graph.apply(Opcode::Convert, type, {graph.indexValue(graph.indexType, at)});
  }
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    Index inner;
    for (auto [size, dim] : llvm::zip(tensorShape(broadcast.getOperand()), broadcast.getBroadcastDimensions()))
      inner.push_back(size == 1 ? IndexExpr::number(0) : index[dim]);
    return build(broadcast.getOperand(), inner, guard);
  }
  if (auto broadcast = dyn_cast<stablehlo::BroadcastOp>(op))
    return build(broadcast.getOperand(), index.drop_front(broadcast.getBroadcastSizes().size()), guard);
  if (isa<stablehlo::ReshapeOp>(op))
    return buildLinear(op->getOperand(0), graph.linearize(index, tensorShape(result)), guard);
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
    Index inner(index.size());
    for (auto [i, dim] : llvm::enumerate(transpose.getPermutation()))
      inner[dim] = index[i];
    return build(transpose.getOperand(), inner, guard);
  }
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op)) {
    Index inner;
    for (auto [i, start, stride] : llvm::zip(index, slice.getStartIndices(), slice.getStrides()))
      inner.push_back(graph.addConstant(graph.scale(i, stride), start));
    return build(slice.getOperand(), inner, guard);
  }
  if (auto reverse = dyn_cast<stablehlo::ReverseOp>(op)) {
    Index inner(index.begin(), index.end());
    for (int64_t dim : reverse.getDimensions())
      inner[dim] = graph.addConstant(graph.scale(inner[dim], -1), tensorShape(result)[dim] - 1);
    return build(reverse.getOperand(), inner, guard);
  }
  if (isa<stablehlo::PadOp>(op))
    return buildPad(op, index, guard);
  if (isa<stablehlo::ConcatenateOp>(op))
    return buildConcatenate(op, index, guard);
  if (isa<stablehlo::DynamicSliceOp>(op))
    return buildDynamicSlice(op, index, guard);
  if (isa<stablehlo::GatherOp>(op))
    return buildGather(op, index, guard);
  if (isa<stablehlo::BitcastConvertOp>(op))
    return buildBitcast(op, index, guard);
  return unsupported(op, "there is no kernel for it");
}

const Node *KernelBuilder::buildBitcast(Operation *op, IndexRef index, const Node *guard) {
  Type from = elementOf(op->getOperand(0)), to = elementOf(op->getResult(0));
  if (from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return unsupported(op, "the element widths differ");
  const Node *x = build(op->getOperand(0), index, guard);
  return x ? graph.apply(Opcode::Bitcast, to, {x}) : nullptr;
}

const Node *KernelBuilder::buildPad(Operation *op, IndexRef index, const Node *guard) {
  auto pad = cast<stablehlo::PadOp>(op);
  Index inner;
  const Node *valid = nullptr;
  for (auto [i, size, low, interior] :
       llvm::zip(index, tensorShape(pad.getOperand()), pad.getEdgePaddingLow(), pad.getInteriorPadding())) {
    IndexExpr e = graph.addConstant(i, -low);
    if (interior == 0) {
      valid = both(valid, inRange(e, size));
      inner.push_back(e);
      continue;
    }
    auto [quotient, remainder] = graph.divide(e, interior + 1);
    if (auto [least, most] = graph.range(e); least < 0)
      valid = both(valid, compareIndex(Opcode::GE, e, 0));
    if (!(remainder.isNumber() && remainder.constant == 0))
      valid = both(valid, compareIndex(Opcode::EQ, remainder, 0));
    if (graph.range(quotient).second >= size)
      valid = both(valid, compareIndex(Opcode::LT, quotient, size));
    inner.push_back(quotient);
  }
  const Node *value = build(pad.getOperand(), inner, both(guard, valid));
  if (!valid || !value)
    return value;
  const Node *padding = buildScalar(pad.getPaddingValue());
  return padding ? graph.apply(Opcode::Select, value->type, {valid, value, padding}) : nullptr;
}

const Node *KernelBuilder::buildConcatenate(Operation *op, IndexRef index, const Node *guard) {
  auto concatenate = cast<stablehlo::ConcatenateOp>(op);
  unsigned dim = concatenate.getDimension();
  auto [low, high] = graph.range(index[dim]);
  const Node *result = nullptr;
  int64_t end = tensorShape(concatenate.getResult())[dim];
  for (Value input : llvm::reverse(concatenate.getInputs())) {
    int64_t size = tensorShape(input)[dim], begin = end - size;
    end = begin;
    if (size == 0 || high < begin || low >= begin + size)
      continue;
    Index inner(index.begin(), index.end());
    inner[dim] = graph.addConstant(inner[dim], -begin);
    const Node *value = build(input, inner, both(guard, inRange(inner[dim], size)));
    if (!value)
      return nullptr;
    result = result ? graph.apply(Opcode::Select, value->type,
                                  {compareIndex(Opcode::LT, index[dim], begin + size), value, result})
                    : value;
  }
  if (result)
    return result;
  // Without elements there is nothing to read: the loops around never run.
  Type element = getElementTypeOrSelf(concatenate.getType());
  return graph.constant(element, neutralElement(Opcode::Add, element));
}

const Node *KernelBuilder::buildDynamicSlice(Operation *op, IndexRef index, const Node *guard) {
  auto slice = cast<stablehlo::DynamicSliceOp>(op);
  Index inner;
  for (auto [d, start] : llvm::enumerate(slice.getStartIndices())) {
    const Node *node = buildScalar(start);
    if (!node)
      return nullptr;
    int64_t room = tensorShape(slice.getOperand())[d] - slice.getSliceSizes()[d];
    inner.push_back(graph.add(index[d], clampedIndex(node, room)));
  }
  return build(slice.getOperand(), inner, guard);
}

const Node *KernelBuilder::buildGather(Operation *op, IndexRef index, const Node *guard) {
  auto gather = cast<stablehlo::GatherOp>(op);
  auto dims = gather.getDimensionNumbers();
  Index batch, window;
  for (auto [d, e] : llvm::enumerate(index))
    (llvm::is_contained(dims.getOffsetDims(), static_cast<int64_t>(d)) ? window : batch).push_back(e);
  int64_t vectorDim = dims.getIndexVectorDim();
  int64_t indexRank = tensorShape(gather.getStartIndices()).size();
  auto startNode = [&](int64_t component) {
    Index at(batch.begin(), batch.end());
    if (vectorDim < indexRank)
      at.insert(at.begin() + vectorDim, IndexExpr::number(component));
    return build(gather.getStartIndices(), at, guard);
  };
  ArrayRef<int64_t> shape = tensorShape(gather.getOperand());
  Index inner;
  size_t nextWindow = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
    const auto *batching = llvm::find(dims.getOperandBatchingDims(), d);
    IndexExpr e;
    if (batching != dims.getOperandBatchingDims().end()) {
      int64_t indicesDim = dims.getStartIndicesBatchingDims()[batching - dims.getOperandBatchingDims().begin()];
      e = batch[indicesDim > vectorDim ? indicesDim - 1 : indicesDim];
    } else {
      if (!llvm::is_contained(dims.getCollapsedSliceDims(), d))
        e = window[nextWindow++];
      const auto *mapped = llvm::find(dims.getStartIndexMap(), d);
      if (mapped != dims.getStartIndexMap().end()) {
        const Node *start = startNode(mapped - dims.getStartIndexMap().begin());
        if (!start)
          return nullptr;
        e = graph.add(e, clampedIndex(start, shape[d] - gather.getSliceSizes()[d]));
      }
    }
    inner.push_back(e);
  }
  return build(gather.getOperand(), inner, guard);
}

FailureOr<SmallVector<const Node *>> KernelBuilder::buildBody(Region &body, ArrayRef<const Node *> arguments) {
  // A body may be built several times with different arguments: what was built for others must not be found.
  auto outerMemo = std::exchange(memo, decltype(memo)());
  auto outerScalars = scalars;
  for (auto [argument, node] : llvm::zip(body.getArguments(), arguments))
    scalars[argument] = node;
  SmallVector<const Node *> results;
  for (Value value : body.front().getTerminator()->getOperands())
    results.push_back(build(value, {}, nullptr));
  memo = std::move(outerMemo);
  scalars = std::move(outerScalars);
  if (llvm::is_contained(results, nullptr))
    return failure();
  return results;
}

} // namespace shardwright::lower
