// Attention as routines that keep scores in registers. What is computed of scores is not matched but taken over, as a
// graph of an element; what is matched is the softmax: m = max(x), e = exp(x - m), l = sum(e), y = e / l, y V.
#include "passes/lower/FuseAttention.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/KernelPlan.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/MaskBounds.h"
#include "passes/lower/RowDot.h"
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
  Fuser(func::FuncOp function, const MachineTraits &machine, std::map<std::string, exec::KernelOp> &kernels)
      : function(function), machine(machine), kernels(kernels) {}

  bool fuse(stablehlo::DotGeneralOp product);

private:
  bool match(const ScoreSpace &space);
  bool consume(const ScoreSpace &space, OpOperand &use, Consumer &consumer);
  bool planForward(const ScoreSpace &space);
  bool planSums(const ScoreSpace &space, stablehlo::ReduceOp reduce);
  bool findFactors(const ScoreSpace &space, Value value, const Dims &dims, RowDot &dot, int &exponentials);
  const Consumer *forward() const;
  bool planGradients(const ScoreSpace &space);
  bool add(ScoreGraph graph);
  void setBand(const ScoreSpace &space, ScoreGraph &graph, bool columnsAreRows, ArrayRef<Value> elements);
  bool isZeroWithExponential(Value value, int steps) const;
  bool isFree() const;
  bool paysOff(const ScoreSpace &space) const;
  exec::KernelOp kernelOf(ScoreGraph &graph, Location loc);
  void replace(Value value, Value by);
  void emit(ScoreGraph &graph);

  func::FuncOp function;
  const MachineTraits &machine;
  std::map<std::string, exec::KernelOp> &kernels; ///< by their text
  Softmax softmax;
  std::vector<Consumer> consumers;
  std::list<ScoreGraph> graphs;
  std::vector<RowDot> rowDots;
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

/// What multiplies the weights; null where there are gradients only.
const Consumer *Fuser::forward() const {
  auto found = llvm::find_if(consumers, [&](const Consumer &each) { return each.use == softmax.weights; });
  return found == consumers.end() ? nullptr : &*found;
}

bool Fuser::planForward(const ScoreSpace &space) {
  const Consumer *consumer = forward();
  ScoreGraph graph(space, /*columnsAreRows=*/false, {}, indexType);
  graph.form.isSoftmax = true;
  graph.form.isNormalized = softmax.isNormalized;
  setBand(space, graph, false, {});
  if (!graph.addElement(softmax.scores) ||
      (consumer && !graph.addOutput(0, &consumer->vectors, consumer->out, consumer->parts)))
    return false;
  if (!getElementTypeOrSelf(softmax.sum.getResult(0).getType()).isF32())
    return false;
  graph.form.maximum = graph.outputAccess(rowResult(space, softmax.maximum));
  graph.form.sum = graph.outputAccess(rowResult(space, softmax.sum));
  return add(std::move(graph));
}

/// A value as the exponential times a product of vectors with those of the forward, times what rows have.
bool Fuser::findFactors(const ScoreSpace &space, Value value, const Dims &dims, RowDot &dot, int &exponentials) {
  SpaceTensor tensor = behindMoves(value, dims);
  auto isOfRow = [&](const SpaceTensor &each) { return !llvm::is_contained(each.dims, space.column); };
  if (tensor.value == softmax.exponential) {
    ++exponentials;
    return tensor.dims == space.values.lookup(softmax.exponential);
  }
  if (isOfRow(tensor)) {
    dot.factors.push_back(tensor);
    return true;
  }
  if (auto product = tensor.value.getDefiningOp<stablehlo::MulOp>())
    return findFactors(space, product.getLhs(), tensor.dims, dot, exponentials) &&
           findFactors(space, product.getRhs(), tensor.dims, dot, exponentials);
  if (auto quotient = tensor.value.getDefiningOp<stablehlo::DivOp>()) {
    dot.divisors.push_back(behindMoves(quotient.getRhs(), tensor.dims));
    return isOfRow(dot.divisors.back()) && findFactors(space, quotient.getLhs(), tensor.dims, dot, exponentials);
  }
  tensor = behindMoves(behindRounding(tensor.value), tensor.dims);
  auto product = tensor.value.getDefiningOp<stablehlo::DotGeneralOp>();
  if (!product || !space.products.contains(product) || dot.vectors.value)
    return false;
  bool isForward = false;
  for (bool isLhs : {true, false}) {
    auto numbers = product.getDotDimensionNumbers();
    Dims from = operandOfDot(product, isLhs, tensor.dims);
    from[static_cast<size_t>(
        (isLhs ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions()).front())] = kDepth;
    SpaceTensor side = SpaceTensor::behind(isLhs ? product.getLhs() : product.getRhs(), from);
    if (isOfRow(side))
      dot.vectors = side;
    else
      isForward = isSame(side, forward()->vectors);
  }
  return isForward && dot.vectors.value;
}

/// Where the sum follows from attention's result it takes no routine.
bool Fuser::planSums(const ScoreSpace &space, stablehlo::ReduceOp reduce) {
  RowDot dot;
  dot.result = rowResult(space, reduce);
  int exponentials = 0;
  Value summed = reduce.getInputs().front();
  if (forward() && isReduction(reduce, /*isMaximum=*/false) &&
      findFactors(space, summed, space.values.lookup(summed), dot, exponentials) && exponentials == 1 &&
      dot.vectors.value) {
    dot.sums = forward()->out;
    if (softmax.isNormalized)
      dot.factors.push_back(rowResult(space, softmax.sum));
    if (dot.fits()) {
      rowDots.push_back(std::move(dot));
      return true;
    }
  }
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
    graph.setSum(softmax.sum.getResult(0));
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

/// Whether routines take less time than steps would: these write what products make and read it twice, write and read
/// what is multiplied, and are more launches.
bool Fuser::paysOff(const ScoreSpace &space) const {
  double points = 1, moved = 0, routines = 0;
  for (int64_t extent : space.extents)
    points *= static_cast<double>(extent);
  auto bytesOf = [](Value value) { return static_cast<double>(tensorType(value).getElementTypeBitWidth()) / 8; };
  auto multiply = [&](stablehlo::DotGeneralOp dot, double depth) {
    const bool isHalf = bytesOf(dot.getLhs()) == 2 && bytesOf(dot.getRhs()) == 2;
    moved += 2 * depth / (isHalf ? machine.halfOperations : machine.wideOperations);
  };
  for (Operation *op : space.products) {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    moved += 3 * bytesOf(dot.getResult());
    multiply(
        dot,
        static_cast<double>(
            tensorType(dot.getLhs()).getDimSize(dot.getDotDimensionNumbers().getLhsContractingDimensions().front())));
  }
  for (const Consumer &consumer : consumers) {
    moved += 2 * bytesOf(consumer.use->get());
    for (auto [d, size] : llvm::zip_equal(consumer.vectors.dims, tensorType(consumer.vectors.value).getShape()))
      if (d == kDepth)
        multiply(cast<stablehlo::DotGeneralOp>(consumer.use->getOwner()), static_cast<double>(size));
  }
  for (const ScoreGraph &graph : graphs)
    routines += cuda::tileOperations(graph.form, machine.multiprocessors);
  const size_t steps = space.products.size() + space.reductions.size() + consumers.size();
  const double launches = static_cast<double>(steps) - static_cast<double>(graphs.size() + rowDots.size());
  return routines <= (points * moved + launches * machine.launchBytes) * machine.attentionOperations;
}

/// Layers have one kernel together.
exec::KernelOp Fuser::kernelOf(ScoreGraph &graph, Location loc) {
  auto module = function->getParentOfType<ModuleOp>();
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  exec::KernelOp made = writeKernel(b, loc, "attention", graph.graph);
  std::string text;
  llvm::raw_string_ostream(text) << made;
  exec::KernelOp &known = kernels[text];
  if (known) {
    made->erase();
  } else {
    known = made;
    known.setSymName("attention" + std::to_string(kernels.size() - 1));
  }
  return known;
}

void Fuser::replace(Value value, Value by) {
  for (ScoreGraph &graph : graphs)
    llvm::replace(graph.inputs, value, by);
  value.replaceAllUsesWith(by);
}

void Fuser::emit(ScoreGraph &graph) {
  Operation *last = graph.outputs.front().getDefiningOp();
  exec::KernelOp kernel = kernelOf(graph, last->getLoc());
  OpBuilder b(last);
  auto call = createLibraryCall(b, last->getLoc(), ValueRange(graph.outputs).getTypes(), "attention", graph.inputs,
                                graph.form.parameters());
  call->setAttr(kLibraryKernelAttr, FlatSymbolRefAttr::get(kernel));
  for (auto [output, made] : llvm::zip_equal(graph.outputs, call.getResults()))
    replace(output, made);
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
  if (!planGradients(space) || !isFree() || !paysOff(space))
    return false;
  for (const RowDot &dot : rowDots) {
    OpBuilder b(dot.result.value.getDefiningOp());
    replace(dot.result.value, dot.build(b, dot.result.value.getLoc()));
  }
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
  const MachineTraits &machine = choices.target.traits;
  if (machine.multiprocessors == 0 || !choices.fusion)
    return;
  dropDead(function);
  SmallVector<stablehlo::DotGeneralOp> products;
  function.walk([&](stablehlo::DotGeneralOp dot) { products.push_back(dot); });
  llvm::DenseSet<Block *> changed;
  std::map<std::string, exec::KernelOp> kernels;
  for (stablehlo::DotGeneralOp product : products)
    if (Fuser(function, machine, kernels).fuse(product))
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
