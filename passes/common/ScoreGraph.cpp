#include "passes/common/ScoreGraph.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

bool isHalfFloat(Type type) { return type.isBF16() || type.isF16(); }

} // namespace

bool SpaceTensor::isHalf() const { return isHalfFloat(getElementTypeOrSelf(value.getType())); }

SpaceTensor SpaceTensor::behind(Value value, Dims dims) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<stablehlo::ConvertOp>(op)) {
      Type from = getElementTypeOrSelf(op->getOperand(0).getType()), to = getElementTypeOrSelf(value.getType());
      if (!isHalfFloat(from) || !to.isF32())
        break;
    } else if (!isa<stablehlo::TransposeOp, stablehlo::BroadcastInDimOp>(op)) {
      break;
    }
    std::optional<Dims> from = ScoreSpace::operandDims(op, 0, dims);
    if (!from || (llvm::is_contained(dims, kDepth) && !llvm::is_contained(*from, kDepth)))
      break;
    value = op->getOperand(0);
    dims = *from;
  }
  return {value, dims};
}

ScoreGraph::ScoreGraph(const ScoreSpace &space, bool columnsAreRows, ArrayRef<int> summed, Type indexType)
    : space(space), indexType(indexType) {
  for (int d = 0; d != static_cast<int>(space.extents.size()); ++d)
    if (d != space.row && d != space.column && !llvm::is_contained(summed, d) &&
        space.extents[static_cast<size_t>(d)] != 1)
      order.push_back(d);
  for (int d : summed)
    if (d != space.row && d != space.column)
      order.push_back(d);
  form.numSummed =
      static_cast<int64_t>(llvm::count_if(summed, [&](int d) { return d != space.row && d != space.column; }));
  order.push_back(columnsAreRows ? space.column : space.row);
  order.push_back(columnsAreRows ? space.row : space.column);
  for (int d : order)
    form.extents.push_back(space.extents[static_cast<size_t>(d)]);
  graph.indexType = indexType;
}

int64_t ScoreGraph::inputNumber(Value value) {
  auto *known = llvm::find(inputs, value);
  if (known == inputs.end()) {
    inputs.push_back(value);
    return static_cast<int64_t>(inputs.size()) - 1;
  }
  return known - inputs.begin();
}

AttentionForm::Access ScoreGraph::accessOf(const SpaceTensor &tensor, int64_t &depthStride) {
  AttentionForm::Access access;
  access.strides.assign(order.size(), 0);
  int64_t stride = 1;
  ArrayRef<int64_t> shape = tensorType(tensor.value).getShape();
  for (size_t d = shape.size(); d-- != 0; stride *= shape[d]) {
    if (tensor.dims[d] == kDepth)
      depthStride = stride;
    else if (tensor.dims[d] >= 0)
      access.strides[static_cast<size_t>(llvm::find(order, tensor.dims[d]) - order.begin())] += stride;
  }
  return access;
}

bool ScoreGraph::setHalf(const SpaceTensor &tensor) {
  Type type = getElementTypeOrSelf(tensor.value.getType());
  if (!isHalfFloat(type) || (half && half != type))
    return false;
  half = type;
  return true;
}

bool ScoreGraph::addProduct(stablehlo::DotGeneralOp dot, const Dims &dims) {
  auto numbers = dot.getDotDimensionNumbers();
  AttentionForm::Product product;
  for (bool isLhs : {true, false}) {
    Value value = isLhs ? dot.getLhs() : dot.getRhs();
    Dims from = operandOfDot(dot, isLhs, dims);
    const auto depth = static_cast<size_t>(
        (isLhs ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions()).front());
    from[depth] = kDepth;
    product.depth = tensorType(value).getDimSize(depth);
    SpaceTensor tensor = SpaceTensor::behind(value, from);
    if (!setHalf(tensor))
      return false;
    int64_t stride = 1;
    AttentionForm::Access access = accessOf(tensor, stride);
    access.buffer = inputNumber(tensor.value);
    const size_t row = order.size() - 2;
    const bool isRow = access.strides[row] != 0;
    if (isRow == (access.strides.back() != 0))
      return false;
    (isRow ? product.row : product.column) = access;
    (isRow ? product.rowStride : product.columnStride) = stride;
    // Fragments of rows stay in registers.
    if (isRow)
      for (size_t d = row - static_cast<size_t>(form.numSummed); d != row; ++d)
        if (access.strides[d] != 0)
          return false;
  }
  form.products.push_back(product);
  return true;
}

bool ScoreGraph::isOfIndices(Value value) {
  auto [it, isNew] = indices.try_emplace(value, false);
  if (!isNew)
    return it->second;
  Operation *op = value.getDefiningOp();
  bool found = isa_and_nonnull<stablehlo::IotaOp, stablehlo::ConstantOp>(op);
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op))
    found = constant.getValue().isSplat();
  else if (op && !found && op->getNumOperands() > 0 &&
           (isElementwise(op) || isa<stablehlo::BroadcastInDimOp, stablehlo::TransposeOp, stablehlo::ReshapeOp>(op)))
    found = llvm::all_of(op->getOperands(), [&](Value operand) { return isOfIndices(operand); });
  return indices[value] = found;
}

const Node *ScoreGraph::point(unsigned buffer, Type type) {
  if (graph.buffers.size() <= buffer)
    graph.buffers.resize(buffer + 1);
  graph.buffers[buffer] = {type, 1};
  return graph.load(buffer, IndexExpr::number(0), nullptr);
}

const Node *ScoreGraph::productNode(stablehlo::DotGeneralOp dot, const Dims &dims) {
  auto *at = llvm::find(products, dot);
  if (at == products.end()) {
    if (isNumbered || !addProduct(dot, dims))
      return nullptr;
    products.push_back(dot);
    at = std::prev(products.end());
  }
  return point(static_cast<unsigned>(at - products.begin()), Float32Type::get(dot.getContext()));
}

const Node *ScoreGraph::read(Value value, const Dims &dims) {
  Type type = getElementTypeOrSelf(value.getType());
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 32 ||
      (isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 16))
    return nullptr;
  int64_t depthStride = 0;
  AttentionForm::Access access = accessOf({value, dims}, depthStride);
  access.buffer = inputNumber(value);
  auto *at = llvm::find(form.reads, access);
  if (at == form.reads.end()) {
    form.reads.push_back(access);
    readTypes.push_back(type);
    at = std::prev(form.reads.end());
  }
  return point(static_cast<unsigned>(products.size() + order.size() + static_cast<size_t>(at - form.reads.begin())),
               type);
}

const Node *ScoreGraph::build(Value value, const Dims &dims) {
  auto it = known.find(value);
  if (it != known.end() && it->second.first == dims)
    return it->second.second;
  const Node *node = buildNew(value, dims);
  known[value] = {dims, node};
  return node;
}

const Node *ScoreGraph::buildNew(Value value, const Dims &dims) {
  Operation *op = value.getDefiningOp();
  Type type = getElementTypeOrSelf(value.getType());
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op); constant && constant.getValue().isSplat())
    return graph.constant(type, cast<DenseElementsAttr>(constant.getValue()).getSplatValue<Attribute>());
  Type i32 = IntegerType::get(value.getContext(), 32);
  if (auto iota = dyn_cast_or_null<stablehlo::IotaOp>(op)) {
    const int d = dims[iota.getIotaDimension()];
    const Node *index = d < 0 ? graph.integer(i32, 0)
                              : point(static_cast<unsigned>(products.size()) +
                                          static_cast<unsigned>(llvm::find(order, d) - order.begin()),
                                      i32);
    return type == i32 ? index : graph.apply(Opcode::Convert, type, {index});
  }
  auto productOf = [&](Value from) {
    auto dot = from.getDefiningOp<stablehlo::DotGeneralOp>();
    return dot && space.products.contains(dot) ? dot : stablehlo::DotGeneralOp();
  };
  if (stablehlo::DotGeneralOp dot = productOf(value)) {
    const Node *node = productNode(dot, dims);
    return !node || type.isF32() ? node : graph.apply(Opcode::Convert, type, {node});
  }
  if (!op)
    return read(value, dims);
  if (isa<stablehlo::ConvertOp>(op) && type.isF32()) // as it was before it was rounded
    if (stablehlo::DotGeneralOp dot = productOf(op->getOperand(0)))
      return productNode(dot, dims);
  const bool moves = isa<stablehlo::TransposeOp, stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(op);
  if (moves) {
    if (std::optional<Dims> from = ScoreSpace::operandDims(op, 0, dims))
      return build(op->getOperand(0), *from);
    return read(value, dims);
  }
  std::optional<ElementExpr> expr;
  if (isElementwise(op) && (space.spans(dims) || isOfIndices(value)))
    expr = elementExprOf(op);
  if (!expr)
    return read(value, dims);
  SmallVector<const Node *> v;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Dims> from = ScoreSpace::operandDims(op, operand.getOperandNumber(), dims);
    const Node *node = from ? build(operand.get(), *from) : nullptr;
    if (!node)
      return nullptr;
    v.push_back(node);
  }
  for (const ElementExpr::Step &step : expr->steps)
    v.push_back(step.opcode
                    ? graph.apply(*step.opcode, step.type,
                                  llvm::map_to_vector<3>(step.of, [&](unsigned at) { return v[at]; }), step.extra)
                    : graph.constant(step.type, step.extra));
  return v[expr->result];
}

bool ScoreGraph::addElement(Value value) {
  // Rounded where a product takes it up, anyway.
  if (auto convert = value.getDefiningOp<stablehlo::ConvertOp>())
    if (getElementTypeOrSelf(convert.getOperand().getType()).isF32())
      value = convert.getOperand();
  if (!space.values.contains(value) || !isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return false;
  wanted.push_back(value);
  return build(value, space.values.lookup(value)) != nullptr;
}

AttentionForm::Access ScoreGraph::outputAccess(const SpaceTensor &out) {
  int64_t stride = 0;
  AttentionForm::Access access = accessOf(out, stride);
  access.buffer = static_cast<int64_t>(outputs.size());
  outputs.push_back(out.value);
  return access;
}

AttentionForm::Access ScoreGraph::inputAccess(const SpaceTensor &tensor) {
  int64_t stride = 0;
  AttentionForm::Access access = accessOf(tensor, stride);
  access.buffer = inputNumber(tensor.value);
  return access;
}

bool ScoreGraph::addOutput(size_t number, const SpaceTensor *vectors, const SpaceTensor &out, int64_t parts) {
  AttentionForm::Output output;
  output.element = static_cast<int64_t>(number);
  output.parts = parts;
  Type type = getElementTypeOrSelf(out.value.getType());
  if (!type.isF32() && !isHalfFloat(type))
    return false;
  if (vectors) {
    if (!setHalf(*vectors))
      return false;
    output.column = accessOf(*vectors, output.columnStride);
    output.column.buffer = inputNumber(vectors->value);
    for (auto [d, size] : llvm::zip_equal(vectors->dims, tensorType(vectors->value).getShape()))
      if (d == kDepth)
        output.width = size;
    if (output.column.strides[order.size() - 2] != 0 || output.width == 0)
      return false;
    if (isHalfFloat(type) && type != half)
      return false;
  }
  int64_t stride = 1;
  accessOf(out, stride);
  output.outStride = stride;
  output.out = outputAccess(out);
  form.outputs.push_back(std::move(output));
  return true;
}

void ScoreGraph::setSum(Value value) {
  for (const AttentionForm::Access &read : form.reads)
    if (inputs[static_cast<size_t>(read.buffer)] == value)
      form.sum = read;
}

bool ScoreGraph::finish() {
  isNumbered = true;
  graph = KernelGraph();
  graph.indexType = indexType;
  known.clear();
  const auto count = static_cast<int64_t>(inputs.size());
  Type f32 = Float32Type::get(indexType.getContext()), i32 = IntegerType::get(indexType.getContext(), 32);
  auto add = [&](Type type) { graph.buffers.push_back({type, 1}); };
  for (size_t i = 0; i != products.size(); ++i)
    add(f32);
  for (size_t i = 0; i != order.size(); ++i)
    add(i32);
  for (Type type : readTypes)
    add(type);
  SmallVector<const Node *> elements;
  for (Value value : wanted) {
    const Node *node = build(value, space.values.lookup(value));
    if (!node || static_cast<int64_t>(inputs.size()) != count)
      return false;
    elements.push_back(node->type == f32 ? node : graph.apply(Opcode::Convert, f32, {node}));
  }
  for (const Node *element : elements) {
    Nest nest;
    nest.stores.push_back({static_cast<unsigned>(graph.buffers.size()), IndexExpr::number(0), element});
    add(f32);
    graph.nests.push_back(std::move(nest));
  }
  for (AttentionForm::Output &output : form.outputs)
    output.out.buffer += count;
  if (form.isSoftmax) {
    form.maximum.buffer += count;
    form.sum.buffer += count;
  }
  return true;
}

} // namespace shardwright::lower
