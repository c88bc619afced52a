#include "passes/lower/ChunkBuilder.h"

#include "dialects/interfaces/TensorType.h"
#include "dialects/sharding/PartitionRule.h"
#include "passes/common/TensorExpr.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Of chains that are followed: what is behind is sliced. The walk is recursive.
constexpr unsigned kDeepest = 64;

/// The factor that is all of a dimension, if splitting it asks for nothing.
std::optional<int64_t> loopOver(const ShardingRule &rule, const TensorFactors &tensor, int64_t dim) {
  if (rule.custom || dim >= static_cast<int64_t>(tensor.size()))
    return std::nullopt;
  std::optional<int64_t> factor = rule.soleFactor(tensor[dim]);
  if (!factor)
    return std::nullopt;
  const FactorKind kind = rule.factors[*factor].kind;
  return kind == FactorKind::PassThrough || kind == FactorKind::Reduction ? factor : std::nullopt;
}

/// The dimension of a tensor that is the loop; nothing where no dimension has it.
std::optional<int64_t> dimOf(const ShardingRule &rule, const TensorFactors &tensor, int64_t factor) {
  for (auto [dim, factors] : llvm::enumerate(tensor))
    if (rule.soleFactor(factors) == factor)
      return static_cast<int64_t>(dim);
  return std::nullopt;
}

/// Whether some dimension has it beside others.
bool isPartOfDim(const ShardingRule &rule, const TensorFactors &tensor, int64_t factor) {
  return llvm::any_of(tensor, [&](const DimFactors &factors) {
    return llvm::is_contained(factors, factor) && rule.soleFactor(factors) != factor;
  });
}

bool worksOnChunks(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         (op->hasTrait<stablehlo::Elementwise>() ||
          isa<stablehlo::TransposeOp, stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op));
}

bool isSplat(Operation *op) {
  auto constant = dyn_cast<stablehlo::ConstantOp>(op);
  return constant && constant.getValue().isSplat();
}

/// The op of the same block that alone makes a value which nothing else uses.
Operation *soleMaker(Value value) {
  Operation *op = value.getDefiningOp();
  return op && value.hasOneUse() && value.getUsers().begin()->getBlock() == op->getBlock() ? op : nullptr;
}

/// Of the operands of an op that is computed on chunks, those that are, with their dimensions.
SmallVector<std::pair<Value, int64_t>> chunkedInputs(Operation *op, int64_t dim) {
  SmallVector<std::pair<Value, int64_t>> inputs;
  auto add = [&](auto dims) {
    for (auto [operand, itsDim] : llvm::zip_equal(op->getOperands(), dims))
      if (itsDim)
        inputs.push_back({operand, *itsDim});
  };
  if (!isa<stablehlo::DotGeneralOp>(op)) {
    if (auto dims = chunkedOperands(op, dim))
      add(*dims);
    return inputs;
  }
  std::optional<ShardingRule> rule = partitionRule(op);
  if (std::optional<int64_t> factor = rule ? loopOver(*rule, rule->results[0], dim) : std::nullopt)
    add(llvm::map_range(rule->operands, [&](const TensorFactors &operand) { return dimOf(*rule, operand, *factor); }));
  return inputs;
}

void collectMadeByChunks(Value value, int64_t dim, unsigned depth, llvm::SetVector<Operation *> &ops) {
  Operation *op = soleMaker(value);
  if (!op || depth > kDeepest)
    return;
  const auto inputs = chunkedInputs(op, dim);
  if (inputs.empty())
    return;
  for (auto [operand, itsDim] : inputs)
    collectMadeByChunks(operand, itsDim, depth + 1, ops);
  ops.insert(op);
}

bool isMadeByProduct(Value value, int64_t dim, unsigned depth) {
  Operation *op = soleMaker(value);
  if (!op || depth > kDeepest)
    return false;
  const auto inputs = chunkedInputs(op, dim);
  if (isa<stablehlo::DotGeneralOp>(op))
    return !inputs.empty();
  return llvm::any_of(inputs, [&](auto input) { return isMadeByProduct(input.first, input.second, depth + 1); });
}

} // namespace

RankedTensorType withChunk(RankedTensorType type, int64_t dim, int64_t length) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = length;
  return type.clone(shape);
}

Value staticPart(OpBuilder &b, Value value, int64_t dim, int64_t begin, int64_t end) {
  RankedTensorType type = tensorType(value);
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), ones(type.getRank(), 1);
  starts[dim] = begin;
  limits[dim] = end;
  return stablehlo::SliceOp::create(b, value.getLoc(), withChunk(type, dim, end - begin), value,
                                    b.getDenseI64ArrayAttr(starts), b.getDenseI64ArrayAttr(limits),
                                    b.getDenseI64ArrayAttr(ones));
}

Value reshapeDims(OpBuilder &b, Value value, int64_t dim, int64_t count, ArrayRef<int64_t> sizes) {
  RankedTensorType type = tensorType(value);
  SmallVector<int64_t> shape(type.getShape().take_front(dim));
  llvm::append_range(shape, sizes);
  llvm::append_range(shape, type.getShape().drop_front(dim + count));
  return stablehlo::ReshapeOp::create(b, value.getLoc(), type.clone(shape), value);
}

std::optional<ProductLoop> productLoop(stablehlo::DotGeneralOp product, unsigned operand, int64_t dim) {
  std::optional<ShardingRule> rule = partitionRule(product);
  std::optional<int64_t> factor = rule ? loopOver(*rule, rule->operands[operand], dim) : std::nullopt;
  if (!factor)
    return std::nullopt;
  return ProductLoop{dimOf(*rule, rule->results[0], *factor), dimOf(*rule, rule->operands[1 - operand], *factor)};
}

std::optional<SmallVector<std::optional<int64_t>, 3>> chunkedOperands(Operation *op, int64_t resultDim) {
  std::optional<ShardingRule> rule = worksOnChunks(op) ? partitionRule(op) : std::nullopt;
  std::optional<int64_t> factor = rule ? loopOver(*rule, rule->results[0], resultDim) : std::nullopt;
  if (!factor)
    return std::nullopt;
  SmallVector<std::optional<int64_t>, 3> dims;
  for (const TensorFactors &operand : rule->operands) {
    if (isPartOfDim(*rule, operand, *factor))
      return std::nullopt;
    dims.push_back(dimOf(*rule, operand, *factor));
  }
  return dims;
}

std::optional<int64_t> chunkedResult(Operation *op, unsigned operand, int64_t dim) {
  std::optional<ShardingRule> rule = worksOnChunks(op) ? partitionRule(op) : std::nullopt;
  std::optional<int64_t> factor = rule ? loopOver(*rule, rule->operands[operand], dim) : std::nullopt;
  std::optional<int64_t> result = factor ? dimOf(*rule, rule->results[0], *factor) : std::nullopt;
  return result && chunkedOperands(op, *result) ? result : std::nullopt;
}

bool isMadeByProduct(Value value, int64_t dim) { return isMadeByProduct(value, dim, 0); }

SmallVector<Operation *> madeByChunks(Value value, int64_t dim) {
  llvm::SetVector<Operation *> ops;
  collectMadeByChunks(value, dim, 0, ops);
  SmallVector<Operation *> inOrder = ops.takeVector();
  llvm::sort(inOrder, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return inOrder;
}

Type summandType(Type element) {
  auto narrow = dyn_cast<FloatType>(element);
  return narrow && narrow.getWidth() < 32 ? Float32Type::get(element.getContext()) : element;
}

Type accumulatedType(stablehlo::DotGeneralOp product) {
  Type element = product.getType().getElementType();
  return product.getAlgorithmAttr() ? element : summandType(element);
}

Value convertTo(OpBuilder &b, Location loc, Value value, Type element) {
  RankedTensorType type = tensorType(value);
  if (type.getElementType() == element)
    return value;
  return stablehlo::ConvertOp::create(b, loc, type.clone(element), value);
}

Value cloneOn(OpBuilder &b, Operation *op, ValueRange operands, RankedTensorType result) {
  OperationState state(op->getLoc(), op->getName(), operands, TypeRange(result), op->getAttrs());
  return b.create(state)->getResult(0);
}

Value ChunkBuilder::sliceOf(Value value, int64_t dim, const Chunk &chunk) {
  RankedTensorType type = withChunk(tensorType(value), dim, chunk.length);
  if (!chunk.start) {
    Value pieces = reshapeDims(b, value, dim, 1, {chunk.blocks, chunk.pieces, chunk.length / chunk.blocks});
    return reshapeDims(b, staticPart(b, pieces, dim + 1, chunk.number, chunk.number + 1), dim, 3, {chunk.length});
  }
  SmallVector<Value> starts(type.getRank(), zeroConstant(b, value.getLoc(), tensorType(chunk.start)));
  starts[dim] = chunk.start;
  return stablehlo::DynamicSliceOp::create(b, value.getLoc(), type, value, starts,
                                           b.getDenseI64ArrayAttr(type.getShape()));
}

Value ChunkBuilder::chunkOf(Value value, int64_t dim, const Chunk &chunk, bool ofProducts, unsigned depth) {
  RankedTensorType type = withChunk(tensorType(value), dim, chunk.length);
  Operation *op = value.getDefiningOp();
  if (op && isSplat(op)) {
    auto elements = cast<DenseElementsAttr>(cast<stablehlo::ConstantOp>(op).getValue());
    return stablehlo::ConstantOp::create(b, value.getLoc(), elements.resizeSplat(type));
  }
  // A value that is spread over the chunked dimension is as cheap to spread over each chunk.
  auto isSpread = [&] {
    auto dims = op && isa<stablehlo::BroadcastInDimOp>(op) ? chunkedOperands(op, dim) : std::nullopt;
    return dims && !dims->front();
  };
  if (!soleMaker(value) && !isSpread())
    return sliceOf(value, dim, chunk);
  if (auto product = dyn_cast<stablehlo::DotGeneralOp>(op); product && ofProducts)
    return productChunk(product, dim, chunk, type.getElementType());
  auto dims = depth < kDeepest ? chunkedOperands(op, dim) : std::nullopt;
  if (!dims)
    return sliceOf(value, dim, chunk);
  SmallVector<Value> operands;
  for (auto [operand, itsDim] : llvm::zip_equal(op->getOperands(), *dims))
    operands.push_back(itsDim ? chunkOf(operand, *itsDim, chunk, ofProducts, depth + 1) : operand);
  return cloneOn(b, op, operands, type);
}

Value ChunkBuilder::summandOf(Value value, int64_t dim, const Chunk &chunk) {
  const Type element = tensorType(value).getElementType(), wide = summandType(element);
  Operation *op = soleMaker(value);
  if (op && wide != element) {
    if (auto convert = dyn_cast<stablehlo::ConvertOp>(op);
        convert && tensorType(convert.getOperand()).getElementType() == wide)
      return chunkOf(convert.getOperand(), dim, chunk, /*ofProducts=*/true);
    if (auto product = dyn_cast<stablehlo::DotGeneralOp>(op); product && accumulatedType(product) == wide)
      return productChunk(product, dim, chunk, wide);
    if (auto sum = dyn_cast<stablehlo::AddOp>(op)) {
      Value lhs = summandOf(sum.getLhs(), dim, chunk), rhs = summandOf(sum.getRhs(), dim, chunk);
      return stablehlo::AddOp::create(b, sum.getLoc(), lhs.getType(), lhs, rhs);
    }
  }
  return convertTo(b, value.getLoc(), chunkOf(value, dim, chunk, /*ofProducts=*/true), wide);
}

Value ChunkBuilder::productOf(stablehlo::DotGeneralOp product, unsigned operand, Value value, const ProductLoop &loop,
                              const Chunk &chunk, Type element) {
  SmallVector<Value> operands(product->getOperands());
  operands[operand] = value;
  if (loop.other)
    operands[1 - operand] = chunkOf(operands[1 - operand], *loop.other, chunk);
  RankedTensorType type = product.getType().clone(element);
  return cloneOn(b, product, operands, loop.result ? withChunk(type, *loop.result, chunk.length) : type);
}

/// Of a chunk of its result, along a loop that one operand has, or both.
Value ChunkBuilder::productChunk(stablehlo::DotGeneralOp product, int64_t dim, const Chunk &chunk, Type element) {
  std::optional<ShardingRule> rule = partitionRule(product);
  std::optional<int64_t> factor = rule ? loopOver(*rule, rule->results[0], dim) : std::nullopt;
  if (!factor)
    return convertTo(b, product.getLoc(), sliceOf(product, dim, chunk), element);
  SmallVector<Value> operands(product->getOperands());
  for (auto [operand, dims] : llvm::zip_equal(operands, rule->operands))
    if (std::optional<int64_t> itsDim = dimOf(*rule, dims, *factor))
      operand = chunkOf(operand, *itsDim, chunk);
  return cloneOn(b, product, operands,
                 cast<RankedTensorType>(withChunk(product.getType(), dim, chunk.length).clone(element)));
}

void eraseUnused(ArrayRef<Operation *> ops, Operation *kept) {
  llvm::SetVector<Operation *> left(ops.begin(), ops.end());
  while (!left.empty()) {
    Operation *op = left.pop_back_val();
    if (op == kept || !op->use_empty() || !isMemoryEffectFree(op))
      continue;
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    for (Value operand : operands)
      if (Operation *maker = operand.getDefiningOp())
        left.insert(maker);
  }
}

} // namespace shardwright::lower
