// Attention in a program. What is computed of scores is not matched but taken over, as a graph of an element; what is
// matched is the softmax: m = max(x), e = exp(x - m), l = sum(e), y = e / l, y V.
#include "passes/common/AttentionMatch.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"
#include "passes/common/AttentionTiles.h"
#include "passes/common/MaskBounds.h"

#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cfloat>
#include <cmath>
#include <limits>
#include <map>

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

/// Whether a value is the rows' maximum, repeated over the columns.
bool isMaximum(Value value, const Dims &dims, const SpaceTensor &maximum) {
  SpaceTensor found = behindMoves(value, dims);
  if (isSame(found, maximum))
    return true;
  auto larger = found.value.getDefiningOp<stablehlo::MaxOp>();
  return larger && ((isLowest(larger.getLhs()) && isMaximum(larger.getRhs(), found.dims, maximum)) ||
                    (isLowest(larger.getRhs()) && isMaximum(larger.getLhs(), found.dims, maximum)));
}

struct Softmax {
  stablehlo::ReduceOp maximum, sum;
  Value scores, exponential; ///< x and e
  OpOperand *weights = nullptr;
  bool isNormalized = true;
};

class Matcher {
public:
  explicit Matcher(AttentionMatch &found, Type indexType) : found(found), space(*found.space), indexType(indexType) {}

  bool match() {
    if (!space.isValid || !matchSoftmax())
      return false;
    for (OpOperand *use : space.consumers) {
      AttentionConsumer consumer;
      if (!consume(*use, consumer))
        return false;
      found.consumers.push_back(std::move(consumer));
    }
    if (!planForward())
      return false;
    for (Operation *op : space.reductions)
      if (op != softmax.maximum && op != softmax.sum && !planSums(cast<stablehlo::ReduceOp>(op)))
        return false;
    return planGradients() && isFree();
  }

private:
  bool matchSoftmax();
  bool consume(OpOperand &use, AttentionConsumer &consumer);
  bool planForward();
  bool planSums(stablehlo::ReduceOp reduce);
  bool findFactors(Value value, const Dims &dims, RowDot &dot, int &exponentials);
  const AttentionConsumer *forward() const;
  bool planGradients();
  bool add(ScoreGraph graph);
  void setBand(ScoreGraph &graph, bool columnsAreRows, ArrayRef<Value> elements);
  bool isZeroWithExponential(Value value, int steps) const;
  bool isFree() const;

  AttentionMatch &found;
  const ScoreSpace &space;
  const Type indexType;
  Softmax softmax;
};

bool Matcher::matchSoftmax() {
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
    AttentionConsumer consumer;
    if (!consume(*use, consumer))
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
bool Matcher::consume(OpOperand &use, AttentionConsumer &consumer) {
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
  consumer.chain.push_back(consumer.out);
  while (consumer.out.value.hasOneUse()) {
    Operation *user = *consumer.out.value.user_begin();
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user)) {
      Dims dims;
      for (int64_t d : transpose.getPermutation())
        dims.push_back(consumer.out.dims[static_cast<size_t>(d)]);
      consumer.out = {transpose.getResult(), dims};
      consumer.chain.push_back(consumer.out);
      continue;
    }
    Type vectorsType = getElementTypeOrSelf(consumer.vectors.value.getType());
    if (isa<stablehlo::ConvertOp>(user) && getElementTypeOrSelf(user->getResult(0).getType()) == vectorsType &&
        getElementTypeOrSelf(consumer.out.value.getType()).isF32()) {
      consumer.out.value = user->getResult(0);
      consumer.chain.push_back(consumer.out);
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
bool Matcher::isZeroWithExponential(Value value, int steps) const {
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
void Matcher::setBand(ScoreGraph &graph, bool columnsAreRows, ArrayRef<Value> elements) {
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

bool Matcher::add(ScoreGraph graph) {
  if (!graph.finish() || graph.form.products.empty() || graph.form.extents.size() > 8 || !cuda::fitsTiles(graph.form))
    return false;
  found.graphs.push_back(std::move(graph));
  return true;
}

/// What multiplies the weights; null where there are gradients only.
const AttentionConsumer *Matcher::forward() const {
  auto at = llvm::find_if(found.consumers, [&](const AttentionConsumer &each) { return each.use == softmax.weights; });
  return at == found.consumers.end() ? nullptr : &*at;
}

bool Matcher::planForward() {
  const AttentionConsumer *consumer = forward();
  ScoreGraph graph(space, /*columnsAreRows=*/false, {}, indexType);
  graph.form.isSoftmax = true;
  graph.form.isNormalized = softmax.isNormalized;
  setBand(graph, false, {});
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
bool Matcher::findFactors(Value value, const Dims &dims, RowDot &dot, int &exponentials) {
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
    return findFactors(product.getLhs(), tensor.dims, dot, exponentials) &&
           findFactors(product.getRhs(), tensor.dims, dot, exponentials);
  if (auto quotient = tensor.value.getDefiningOp<stablehlo::DivOp>()) {
    dot.divisors.push_back(behindMoves(quotient.getRhs(), tensor.dims));
    return isOfRow(dot.divisors.back()) && findFactors(quotient.getLhs(), tensor.dims, dot, exponentials);
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
bool Matcher::planSums(stablehlo::ReduceOp reduce) {
  RowDot dot;
  dot.result = rowResult(space, reduce);
  int exponentials = 0;
  Value summed = reduce.getInputs().front();
  if (forward() && isReduction(reduce, /*isMaximum=*/false) &&
      findFactors(summed, space.values.lookup(summed), dot, exponentials) && exponentials == 1 && dot.vectors.value) {
    dot.sums = forward()->out;
    if (softmax.isNormalized)
      dot.factors.push_back(rowResult(space, softmax.sum));
    if (dot.fits()) {
      found.rowDots.push_back(std::move(dot));
      return true;
    }
  }
  ScoreGraph graph(space, /*columnsAreRows=*/false, {}, indexType);
  setBand(graph, false, reduce.getInputs().front());
  return getElementTypeOrSelf(reduce.getResult(0).getType()).isF32() && graph.addElement(reduce.getInputs().front()) &&
         graph.addOutput(0, nullptr, rowResult(space, reduce)) && add(std::move(graph));
}

/// One routine for all that is summed over the same dimensions.
bool Matcher::planGradients() {
  std::map<SmallVector<int>, SmallVector<const AttentionConsumer *>> groups;
  for (const AttentionConsumer &consumer : found.consumers)
    if (consumer.use != softmax.weights)
      groups[consumer.summed].push_back(&consumer);
  for (const auto &[summed, members] : groups) {
    const bool columnsAreRows = llvm::is_contained(summed, space.row);
    ScoreGraph graph(space, columnsAreRows, summed, indexType);
    SmallVector<Value> elements;
    for (const AttentionConsumer *consumer : members)
      elements.push_back(consumer->use->get());
    setBand(graph, columnsAreRows, elements);
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
bool Matcher::isFree() const {
  for (const ScoreGraph &graph : found.graphs) {
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

} // namespace

std::optional<AttentionMatch> matchAttention(stablehlo::DotGeneralOp product, Type indexType) {
  AttentionMatch found;
  found.space = std::make_unique<ScoreSpace>(product);
  if (!Matcher(found, indexType).match())
    return std::nullopt;
  found.findPlaces();
  return found;
}

/// Operations of the space, products of it with vectors, and what orders and rounds their results.
llvm::SetVector<Operation *> AttentionMatch::covered() const {
  llvm::SetVector<Operation *> all;
  for (const auto &[value, dims] : space->values)
    all.insert(value.getDefiningOp());
  all.insert(space->reductions.begin(), space->reductions.end());
  for (const AttentionConsumer &consumer : consumers)
    for (const SpaceTensor &link : consumer.chain)
      all.insert(link.value.getDefiningOp());
  return all;
}

llvm::SetVector<Operation *> AttentionMatch::computedBy(const ScoreGraph &graph) const {
  const llvm::SetVector<Operation *> all = covered();
  llvm::SetVector<Operation *> own;
  for (Value output : graph.outputs)
    own.insert(output.getDefiningOp());
  for (size_t i = 0; i != own.size(); ++i)
    for (Value operand : own[i]->getOperands())
      if (Operation *op = operand.getDefiningOp(); op && all.contains(op) && !llvm::is_contained(graph.inputs, operand))
        own.insert(op);
  return own;
}

/// In front of the first covered operation behind all that a graph reads: what rows have, others may use early.
void AttentionMatch::findPlaces() {
  Block *block = space->product->getBlock();
  llvm::DenseMap<Operation *, size_t> numbers;
  for (auto [number, op] : llvm::enumerate(*block))
    numbers[&op] = number;
  const llvm::SetVector<Operation *> all = covered();
  auto sorted = llvm::to_vector(all);
  llvm::sort(sorted, [&](Operation *a, Operation *b) { return numbers.lookup(a) < numbers.lookup(b); });
  llvm::DenseMap<Value, size_t> there; ///< of what is made here: in front of which operation, doubled
  for (const RowDot &dot : rowDots)
    there[dot.result.value] = 2 * numbers.lookup(dot.result.value.getDefiningOp());
  auto from = [&](Value value) -> size_t {
    if (auto known = there.find(value); known != there.end())
      return known->second;
    Operation *op = value.getDefiningOp();
    return op && op->getBlock() == block ? 2 * numbers.lookup(op) + 1 : 0;
  };
  isInOrder = true;
  for (const ScoreGraph &graph : graphs) {
    size_t begin = 0;
    for (Value input : graph.inputs)
      begin = std::max(begin, from(input));
    auto *place = llvm::find_if(sorted, [&](Operation *op) { return 2 * numbers.lookup(op) >= begin; });
    isInOrder = isInOrder && place != sorted.end();
    places.push_back(place != sorted.end() ? *place : sorted.back());
    const size_t number = numbers.lookup(places.back());
    for (Value output : graph.outputs) {
      there[output] = 2 * number;
      for (Operation *user : output.getUsers()) {
        Operation *own = block->findAncestorOpInBlock(*user);
        isInOrder = isInOrder && own && (all.contains(own) || numbers.lookup(own) >= number);
      }
    }
  }
  for (const RowDot &dot : rowDots) {
    const size_t number = 2 * numbers.lookup(dot.result.value.getDefiningOp());
    isInOrder = isInOrder && from(dot.sums.value) < number && from(dot.vectors.value) < number;
    for (llvm::ArrayRef<SpaceTensor> tensors : {llvm::ArrayRef(dot.factors), llvm::ArrayRef(dot.divisors)})
      for (const SpaceTensor &tensor : tensors)
        isInOrder = isInOrder && from(tensor.value) < number;
  }
}

static double bytesOfElement(Value value) {
  return static_cast<double>(tensorType(value).getElementTypeBitWidth()) / 8;
}

std::vector<fusion::AttentionKernel> AttentionMatch::kernels() const {
  std::vector<fusion::AttentionKernel> all;
  for (const ScoreGraph &graph : graphs) {
    fusion::AttentionKernel kernel = cuda::kernelOf(
        graph.form, llvm::map_to_vector(graph.inputs, [](Value input) { return bytesOfElement(input); }));
    auto ofSpace = [&](int64_t dim) -> int64_t { return graph.dims()[static_cast<size_t>(dim)]; };
    auto rename = [&](llvm::SmallVector<int64_t, 4> &dims) {
      for (int64_t &dim : dims)
        dim = ofSpace(dim);
    };
    rename(kernel.outer);
    rename(kernel.summed);
    kernel.rows = ofSpace(kernel.rows);
    kernel.columns = ofSpace(kernel.columns);
    for (fusion::AttentionKernel::Read &read : kernel.reads)
      rename(read.dims);
    all.push_back(std::move(kernel));
  }
  return all;
}

/// Products write what kernels read, and kernels what products read.
cost::AttentionSteps AttentionMatch::steps() const {
  cost::AttentionSteps steps;
  auto multiply = [&](stablehlo::DotGeneralOp dot, int64_t depth) {
    const bool isHalf = bytesOfElement(dot.getLhs()) == 2 && bytesOfElement(dot.getRhs()) == 2;
    (isHalf ? steps.halfFlops : steps.wideFlops) += 2 * static_cast<double>(depth);
  };
  for (Operation *op : space->products) {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    steps.bytes += 3 * bytesOfElement(dot.getResult());
    multiply(dot, tensorType(dot.getLhs())
                      .getDimSize(
                          static_cast<unsigned>(dot.getDotDimensionNumbers().getLhsContractingDimensions().front())));
  }
  for (const AttentionConsumer &consumer : consumers) {
    steps.bytes += 2 * bytesOfElement(consumer.use->get());
    for (auto [d, size] : llvm::zip_equal(consumer.vectors.dims, tensorType(consumer.vectors.value).getShape()))
      if (d == kDepth)
        multiply(cast<stablehlo::DotGeneralOp>(consumer.use->getOwner()), size);
  }
  steps.kernels = static_cast<double>(space->products.size() + space->reductions.size() + consumers.size());
  return steps;
}

bool AttentionMatch::paysOff(const cost::AttentionRates &rates) const {
  std::vector<cost::AttentionWork> works;
  for (const fusion::AttentionKernel &kernel : kernels())
    works.push_back(kernel.work(space->extents));
  return fusion::paysOff(works, rowDots.size(), steps(), space->extents, rates);
}

void eraseDead(func::FuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

} // namespace shardwright::lower
