// Attention as routines that keep scores in registers. What is computed of scores is not matched but taken over, as a
// graph of an element; what is matched is the softmax: m = max(x), e = exp(x - m), l = sum(e), y = e / l, y V.
#include "passes/lower/FuseAttention.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/KernelPlan.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/MaskBounds.h"
#include "passes/lower/ScoreGraph.h"
#include "passes/lower/cuda/AttentionTiles.h"

#include "dialects/exec/ExecOps.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cfloat>
#include <cmath>
#include <limits>
#include <list>
#include <map>
#include <vector>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// What transposes, repetitions and ones among dimensions are made of.
SpaceTensor behindMoves(Value value, Dims dims) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp>(op))
      break;
    std::optional<Dims> from = ScoreSpace::operandDims(op, 0, dims);
    if (!from)
      break;
    value = op->getOperand(0);
    dims = *from;
  }
  return {value, dims};
}

bool isSame(const SpaceTensor &x, const SpaceTensor &y) { return x.value == y.value && x.dims == y.dims; }

Value behindRounding(Value value) {
  auto isSmallFloat = [](Type type) { return type.isF32() || type.isBF16() || type.isF16(); };
  while (auto convert = value.getDefiningOp<stablehlo::ConvertOp>()) {
    if (!isSmallFloat(getElementTypeOrSelf(convert.getOperand().getType())) ||
        !isSmallFloat(getElementTypeOrSelf(value.getType())))
      break;
    value = convert.getOperand();
  }
  return value;
}

/// A reduction's result, and what its dimensions are in the space.
SpaceTensor rowResult(const ScoreSpace &space, stablehlo::ReduceOp reduce) {
  Dims dims = space.values.lookup(reduce.getInputs().front());
  dims.erase(dims.begin() + reduce.getDimensions()[0]);
  return {reduce.getResult(0), dims};
}

bool isLowest(Value value) {
  while (auto repeat = value.getDefiningOp<stablehlo::BroadcastInDimOp>())
    value = repeat.getOperand();
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
  if (!elements || !elements.isSplat() || !isa<FloatType>(elements.getElementType()))
    return false;
  const APFloat number = elements.getSplatValue<APFloat>();
  return number.isInfinity() && number.isNegative();
}

struct Softmax {
  stablehlo::ReduceOp maximum, sum;
  Value scores, exponential; ///< x and e
  OpOperand *weights = nullptr;
  bool isNormalized = true;
};

/// Whether a value is the rows' maximum, repeated over the columns.
bool isMaximum(Value value, const Dims &dims, const SpaceTensor &maximum) {
  SpaceTensor found = behindMoves(value, dims);
  if (isSame(found, maximum))
    return true;
  auto larger = found.value.getDefiningOp<stablehlo::MaxOp>();
  return larger && ((isLowest(larger.getLhs()) && isMaximum(larger.getRhs(), found.dims, maximum)) ||
                    (isLowest(larger.getRhs()) && isMaximum(larger.getLhs(), found.dims, maximum)));
}

/// An output: what of the space it is made of, and the operation whose result it replaces.
struct Consumer {
  OpOperand *use;
  Dims dims;               ///< of the operand
  SmallVector<int> summed; ///< dimensions of the space
  SpaceTensor vectors, out;
  int64_t parts = 1; ///< of elements, as the product wants them
};

class Fuser {
public:
  Fuser(func::FuncOp function, unsigned &number) : function(function), number(number) {}

  bool fuse(stablehlo::DotGeneralOp product);

private:
  bool match(const ScoreSpace &space);
  bool consume(const ScoreSpace &space, OpOperand &use, Consumer &consumer);
  bool planForward(const ScoreSpace &space);
  bool planSums(const ScoreSpace &space, stablehlo::ReduceOp reduce);
  bool planGradients(const ScoreSpace &space);
  bool add(ScoreGraph graph);
  void setBand(const ScoreSpace &space, ScoreGraph &graph, bool columnsAreRows, ArrayRef<Value> elements);
  bool isZeroWithExponential(Value value, int steps) const;
  bool isFree() const;
  void emit(ScoreGraph &graph);

  func::FuncOp function;
  unsigned &number;
  Softmax softmax;
  std::vector<Consumer> consumers;
  std::list<ScoreGraph> graphs;
  Type indexType;
};

bool Fuser::match(const ScoreSpace &space) {
  for (Operation *op : space.reductions)
    if (auto reduce = cast<stablehlo::ReduceOp>(op); isReduction(reduce, /*isMaximum=*/true)) {
      if (softmax.maximum)
        return false;
      softmax.maximum = reduce;
    }
  if (!softmax.maximum || !getElementTypeOrSelf(softmax.maximum.getResult(0).getType()).isF32())
    return false;
  softmax.scores = softmax.maximum.getInputs().front();
  const SpaceTensor maximum = rowResult(space, softmax.maximum),
                    scores = behindMoves(softmax.scores, space.values.lookup(softmax.scores));
  for (Operation *op : space.reductions) {
    auto reduce = cast<stablehlo::ReduceOp>(op);
    auto exp = reduce.getInputs().front().getDefiningOp<stablehlo::ExpOp>();
    auto difference = exp ? exp.getOperand().getDefiningOp<stablehlo::SubtractOp>() : stablehlo::SubtractOp();
    if (!difference || reduce == softmax.maximum)
      continue;
    const Dims dims = space.values.lookup(difference.getResult());
    if (!isSame(behindMoves(difference.getLhs(), dims), scores) || !isMaximum(difference.getRhs(), dims, maximum))
      continue;
    if (softmax.sum)
      return false;
    softmax.sum = reduce;
    softmax.exponential = exp.getResult();
  }
  if (!softmax.sum)
    return false;
  const SpaceTensor exponential = behindMoves(softmax.exponential, space.values.lookup(softmax.exponential));
  for (OpOperand *use : space.consumers) {
    SpaceTensor value = behindMoves(use->get(), space.values.lookup(use->get()));
    value = behindMoves(behindRounding(value.value), value.dims);
    bool isNormalized = false;
    if (auto quotient = value.value.getDefiningOp<stablehlo::DivOp>())
      isNormalized = isSame(behindMoves(quotient.getLhs(), value.dims), exponential) &&
                     isSame(behindMoves(quotient.getRhs(), value.dims), rowResult(space, softmax.sum));
    if (!isNormalized && !isSame(value, exponential))
      continue;
    Consumer consumer;
    if (!consume(space, *use, consumer))
      return false;
    if (!llvm::is_contained(consumer.summed, space.column))
      continue;
    if (softmax.weights)
      return false;
    softmax.weights = use;
    softmax.isNormalized = isNormalized;
  }
  return true;
}

bool roundsTo(stablehlo::DotGeneralOp dot, bool isLhs, Type type) {
  stablehlo::DotAlgorithmAttr algorithm = dot.getAlgorithmAttr();
  return algorithm && (isLhs ? algorithm.getLhsPrecisionType() : algorithm.getRhsPrecisionType()) == type;
}

bool isHighest(stablehlo::DotGeneralOp dot) {
  std::optional<ArrayAttr> precisions = dot.getPrecisionConfig();
  return precisions && llvm::any_of(precisions->getAsRange<stablehlo::PrecisionAttr>(), [](auto precision) {
           return precision.getValue() == stablehlo::Precision::HIGHEST;
         });
}

/// What a product of a space's values and vectors makes.
bool Fuser::consume(const ScoreSpace &space, OpOperand &use, Consumer &consumer) {
  auto dot = cast<stablehlo::DotGeneralOp>(use.getOwner());
  const bool isLhs = use.getOperandNumber() == 0;
  Value other = isLhs ? dot.getRhs() : dot.getLhs();
  if (other == use.get())
    return false;
  auto numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> batching = isLhs ? numbers.getLhsBatchingDimensions() : numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> contracting = isLhs ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions();
  ArrayRef<int64_t> otherBatching = isLhs ? numbers.getRhsBatchingDimensions() : numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> otherContracting =
      isLhs ? numbers.getRhsContractingDimensions() : numbers.getLhsContractingDimensions();
  consumer.use = &use;
  consumer.dims = space.values.lookup(use.get());
  Dims result, vectors(static_cast<size_t>(tensorType(other).getRank()), -1), free, width;
  for (auto [d, at] : llvm::zip_equal(batching, otherBatching)) {
    result.push_back(consumer.dims[static_cast<size_t>(d)]);
    vectors[static_cast<size_t>(at)] = result.back();
  }
  for (auto [d, at] : llvm::zip_equal(contracting, otherContracting)) {
    const int dim = consumer.dims[static_cast<size_t>(d)];
    vectors[static_cast<size_t>(at)] = dim;
    if (dim >= 0)
      consumer.summed.push_back(dim);
  }
  for (auto [d, dim] : llvm::enumerate(consumer.dims))
    if (!llvm::is_contained(batching, static_cast<int64_t>(d)) &&
        !llvm::is_contained(contracting, static_cast<int64_t>(d)))
      free.push_back(dim);
  for (auto [d, size] : llvm::enumerate(tensorType(other).getShape()))
    if (!llvm::is_contained(otherBatching, static_cast<int64_t>(d)) &&
        !llvm::is_contained(otherContracting, static_cast<int64_t>(d))) {
      width.push_back(size == 1 ? -1 : kDepth);
      vectors[d] = width.back();
    }
  if (llvm::count(width, kDepth) != 1)
    return false;
  result.append(isLhs ? free : width);
  result.append(isLhs ? width : free);
  llvm::sort(consumer.summed);
  const bool sumsRows = llvm::is_contained(consumer.summed, space.row);
  if (sumsRows == llvm::is_contained(consumer.summed, space.column) || (!sumsRows && consumer.summed.size() != 1))
    return false;
  consumer.vectors = SpaceTensor::behind(other, vectors);
  // As it is used: in another order, rounded.
  consumer.out = {dot.getResult(), result};
  while (consumer.out.value.hasOneUse()) {
    Operation *user = *consumer.out.value.user_begin();
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user)) {
      Dims dims;
      for (int64_t d : transpose.getPermutation())
        dims.push_back(consumer.out.dims[static_cast<size_t>(d)]);
      consumer.out = {transpose.getResult(), dims};
      continue;
    }
    Type vectorsType = getElementTypeOrSelf(consumer.vectors.value.getType());
    if (isa<stablehlo::ConvertOp>(user) && getElementTypeOrSelf(user->getResult(0).getType()) == vectorsType &&
        getElementTypeOrSelf(consumer.out.value.getType()).isF32()) {
      consumer.out.value = user->getResult(0);
      continue;
    }
    break;
  }
  // What the product rounds to 16 bits itself may come as it is. Of f32 two numbers of bf16 have 16 bits, three all.
  Type type = getElementTypeOrSelf(use.get().getType()), half = getElementTypeOrSelf(consumer.vectors.value.getType());
  if (!consumer.vectors.isHalf() || (type != half && !type.isF32()))
    return false;
  if (type.isF32() && !roundsTo(dot, isLhs, half)) {
    consumer.parts = isHighest(dot) ? 3 : 2;
    return half.isBF16();
  }
  return true;
}

/// Whether the exponential is a factor of all there is of a value: it is zero where the exponential is.
bool Fuser::isZeroWithExponential(Value value, int steps) const {
  constexpr int kMostSteps = 24;
  Operation *op = value.getDefiningOp();
  if (value == softmax.exponential)
    return true;
  if (!op || steps == kMostSteps)
    return false;
  auto isZero = [&](unsigned operand) { return isZeroWithExponential(op->getOperand(operand), steps + 1); };
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return matchPattern(op, m_AnyZeroFloat()) || matchPattern(op, m_Zero());
  if (isa<stablehlo::MulOp>(op))
    return isZero(0) || isZero(1);
  if (isa<stablehlo::AddOp, stablehlo::SubtractOp>(op))
    return isZero(0) && isZero(1);
  if (isa<stablehlo::SelectOp>(op))
    return isZero(1) && isZero(2);
  return isa<stablehlo::DivOp, stablehlo::NegOp, stablehlo::ConvertOp, stablehlo::TransposeOp, stablehlo::ReshapeOp,
             stablehlo::BroadcastInDimOp>(op) &&
         isZero(0);
}

/// Leaves out what the mask makes zero. It does where the row's maximum is far above what the mask puts there: the
/// routine looks.
void Fuser::setBand(const ScoreSpace &space, ScoreGraph &graph, bool columnsAreRows, ArrayRef<Value> elements) {
  const Band band = maskBand(space, softmax.scores);
  AttentionForm &form = graph.form;
  if ((!band.first && !band.last) ||
      !llvm::all_of(elements, [&](Value value) { return isZeroWithExponential(value, 0); }))
    return;
  form.first = band.first;
  form.last = band.last;
  if (columnsAreRows) {
    form.first = band.last ? std::optional(-*band.last) : std::nullopt;
    form.last = band.first ? std::optional(-*band.first) : std::nullopt;
  }
  form.limit = llvm::bit_cast<int32_t>(static_cast<float>(std::max<double>(band.mask, -FLT_MAX) / 2));
  if (std::isinf(band.mask))
    form.limit = llvm::bit_cast<int32_t>(-std::numeric_limits<float>::infinity());
  if (!form.isSoftmax)
    form.maximum = graph.inputAccess(rowResult(space, softmax.maximum));
}

bool Fuser::add(ScoreGraph graph) {
  if (!graph.finish() || graph.form.products.empty() || graph.form.extents.size() > 8 || !cuda::fitsTiles(graph.form))
    return false;
  graphs.push_back(std::move(graph));
  return true;
}

bool Fuser::planForward(const ScoreSpace &space) {
  auto consumer = llvm::find_if(consumers, [&](const Consumer &each) { return each.use == softmax.weights; });
  ScoreGraph graph(space, /*columnsAreRows=*/false, {}, indexType);
  graph.form.isSoftmax = true;
  graph.form.isNormalized = softmax.isNormalized;
  setBand(space, graph, false, {});
  if (!graph.addElement(softmax.scores) ||
      (consumer != consumers.end() && !graph.addOutput(0, &consumer->vectors, consumer->out, consumer->parts)))
    return false;
  if (!getElementTypeOrSelf(softmax.sum.getResult(0).getType()).isF32())
    return false;
  graph.form.maximum = graph.outputAccess(rowResult(space, softmax.maximum));
  graph.form.sum = graph.outputAccess(rowResult(space, softmax.sum));
  return add(std::move(graph));
}

bool Fuser::planSums(const ScoreSpace &space, stablehlo::ReduceOp reduce) {
  ScoreGraph graph(space, /*columnsAreRows=*/false, {}, indexType);
  setBand(space, graph, false, reduce.getInputs().front());
  return getElementTypeOrSelf(reduce.getResult(0).getType()).isF32() && graph.addElement(reduce.getInputs().front()) &&
         graph.addOutput(0, nullptr, rowResult(space, reduce)) && add(std::move(graph));
}

/// One routine for all that is summed over the same dimensions.
bool Fuser::planGradients(const ScoreSpace &space) {
  std::map<SmallVector<int>, SmallVector<const Consumer *>> groups;
  for (const Consumer &consumer : consumers)
    if (consumer.use != softmax.weights)
      groups[consumer.summed].push_back(&consumer);
  for (const auto &[summed, members] : groups) {
    const bool columnsAreRows = llvm::is_contained(summed, space.row);
    ScoreGraph graph(space, columnsAreRows, summed, indexType);
    SmallVector<Value> elements;
    for (const Consumer *consumer : members)
      elements.push_back(consumer->use->get());
    setBand(space, graph, columnsAreRows, elements);
    for (auto [element, consumer] : llvm::enumerate(members)) {
      // Gradients in f32 would not fit into the few exponents of f16.
      if (getElementTypeOrSelf(consumer->vectors.value.getType()).isF16() &&
          !getElementTypeOrSelf(consumer->use->get().getType()).isF16())
        return false;
      if (!graph.addElement(consumer->use->get()) ||
          !graph.addOutput(element, &consumer->vectors, consumer->out, consumer->parts))
        return false;
    }
    if (!add(std::move(graph)))
      return false;
  }
  return true;
}

/// Whether no routine needs what it makes itself: together they would run in no order.
bool Fuser::isFree() const {
  for (const ScoreGraph &graph : graphs) {
    llvm::DenseSet<Operation *> made, seen;
    for (Value output : graph.outputs)
      made.insert(output.getDefiningOp());
    SmallVector<Value> work(graph.inputs);
    while (!work.empty()) {
      Operation *op = work.pop_back_val().getDefiningOp();
      if (!op || !seen.insert(op).second)
        continue;
      if (made.contains(op))
        return false;
      op->walk([&](Operation *nested) { work.append(nested->operand_begin(), nested->operand_end()); });
    }
  }
  return true;
}

void Fuser::emit(ScoreGraph &graph) {
  auto module = function->getParentOfType<ModuleOp>();
  OpBuilder kernels = OpBuilder::atBlockEnd(module.getBody());
  Operation *last = graph.outputs.front().getDefiningOp();
  const std::string name = "attention" + std::to_string(number++);
  exec::KernelOp kernel = writeKernel(kernels, last->getLoc(), name, graph.graph);
  OpBuilder b(last);
  auto call = createLibraryCall(b, last->getLoc(), ValueRange(graph.outputs).getTypes(), "attention", graph.inputs,
                                graph.form.parameters());
  call->setAttr(kLibraryKernelAttr, FlatSymbolRefAttr::get(kernel));
  for (auto [output, made] : llvm::zip_equal(graph.outputs, call.getResults())) {
    for (ScoreGraph &other : graphs)
      llvm::replace(other.inputs, output, Value(made));
    output.replaceAllUsesWith(made);
  }
}

bool Fuser::fuse(stablehlo::DotGeneralOp product) {
  ScoreSpace space(product);
  if (!space.isValid || !match(space))
    return false;
  indexType = indexTypeOf(function);
  for (OpOperand *use : space.consumers) {
    Consumer consumer;
    if (!consume(space, *use, consumer))
      return false;
    consumers.push_back(std::move(consumer));
  }
  if (!planForward(space))
    return false;
  for (Operation *op : space.reductions)
    if (op != softmax.maximum && op != softmax.sum && !planSums(space, cast<stablehlo::ReduceOp>(op)))
      return false;
  if (!planGradients(space) || !isFree())
    return false;
  for (ScoreGraph &graph : graphs)
    emit(graph);
  return true;
}

void dropDead(func::FuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

} // namespace

void fuseAttention(func::FuncOp function, const LoweringOptions &choices) {
  const CudaCode *gpu = choices.target.cuda();
  if (!gpu || !choices.fusion)
    return;
  StringRef architecture = gpu->architecture;
  unsigned number = 0;
  if (architecture.consume_front("sm_") && (architecture.consumeInteger(10, number) || number < 80))
    return;
  dropDead(function);
  SmallVector<stablehlo::DotGeneralOp> products;
  function.walk([&](stablehlo::DotGeneralOp dot) { products.push_back(dot); });
  llvm::DenseSet<Block *> changed;
  number = 0;
  for (stablehlo::DotGeneralOp product : products)
    if (Fuser(function, number).fuse(product))
      changed.insert(product->getBlock());
  if (changed.empty())
    return;
  dropDead(function);
  function.walk([&](Block *block) {
    if (changed.contains(block))
      sortTopologically(block);
  });
}

} // namespace shardwright::lower
