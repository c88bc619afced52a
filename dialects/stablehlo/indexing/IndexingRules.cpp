#include "dialects/stablehlo/Windows.h"
#include "dialects/stablehlo/indexing/Indexing.h"
#include "dialects/stablehlo/reduction/Combiner.h"

#include "mlir/IR/Matchers.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static Rule ruleOf(DynamicSliceOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d) {
    int64_t size = b.operand(0)[d];
    if (size == b.result(0)[d])
      b.factor({d}, {d}, size);
    else
      b.factor({d}, {d}, size, FactorKind::NeedReplication).blocked = true;
  }
  b.partial(PartialBehavior::AllAlike, {0}, allReductionKinds());
  return b.build();
}

static Rule ruleOf(DynamicUpdateSliceOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  bool constantStart = llvm::all_of(op.getStartIndices(),
                                    [](mlir::Value index) { return mlir::matchPattern(index, mlir::m_Constant()); });
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d) {
    int64_t size = b.operand(0)[d], updated = b.operand(1)[d];
    if (size == updated) {
      b.factor({d, d}, {d}, size);
      continue;
    }
    b.factor({d}, {d}, size);
    Factor &own = b.ofOperand(1, d, updated);
    own.kind = constantStart ? FactorKind::PassThrough : FactorKind::NeedReplication;
    own.splittable = false;
  }
  b.partial(PartialBehavior::AllAlike, {0, 1}, allReductionKinds());
  return b.build();
}

namespace {
/// What gathers and scatters share: a big array (operand, input), indices, and windows (result, updates).
struct Indexing {
  llvm::ArrayRef<int64_t> windowDims;
  llvm::ArrayRef<int64_t> droppedDims;
  llvm::ArrayRef<int64_t> arrayBatching;
  llvm::ArrayRef<int64_t> indexBatching;
  int64_t indexVectorDim;

  /// The indices' dimension behind the k-th dimension of the windows that is no window dimension.
  int64_t indexDim(int64_t k) const { return k < indexVectorDim ? k : k + 1; }
  /// The array's dimension that the indices' dimension batches, or nothing.
  std::optional<int64_t> batchedArrayDim(int64_t indexDim) const {
    const int64_t *it = llvm::find(indexBatching, indexDim);
    if (it == indexBatching.end())
      return std::nullopt;
    return arrayBatching[it - indexBatching.begin()];
  }
  /// The array's dimensions that the window dimensions run over, in order.
  llvm::SmallVector<int64_t> windowedArrayDims(int64_t rank) const {
    llvm::SmallVector<int64_t> dims;
    for (int64_t d = 0; d < rank; ++d)
      if (!llvm::is_contained(droppedDims, d) && !llvm::is_contained(arrayBatching, d))
        dims.push_back(d);
    return dims;
  }
};
} // namespace

/// Windows of a gather along one of the operand's dimensions.
static void addOffsetFactor(RuleBuilder &b, int64_t operandDim, int64_t resultDim) {
  int64_t size = b.operand(0)[operandDim], window = b.result(0)[resultDim];
  if (size == window) {
    b.factor({operandDim}, {resultDim}, size);
  } else if (window == 1) {
    // Each device looks up what it holds and zeros elsewhere; the results add up.
    b.ofOperand(0, operandDim, size, FactorKind::Reduction);
    b.ofResult(0, resultDim, 1, FactorKind::NeedReplication);
  } else {
    b.factor({operandDim}, {resultDim}, size, FactorKind::NeedReplication).blocked = true;
  }
}

static Rule ruleOf(GatherOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  Indexing indexing{numbers.getOffsetDims(), numbers.getCollapsedSliceDims(), numbers.getOperandBatchingDims(),
                    numbers.getStartIndicesBatchingDims(), numbers.getIndexVectorDim()};
  llvm::SmallVector<int64_t> windowed = indexing.windowedArrayDims(b.operand(0).size());
  int64_t nextWindow = 0, nextBatch = 0;
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d) {
    if (llvm::is_contained(indexing.windowDims, d)) {
      addOffsetFactor(b, windowed[nextWindow++], d);
      continue;
    }
    int64_t indexDim = indexing.indexDim(nextBatch++);
    b.factor({b.kNone, indexDim}, {d}, b.result(0)[d]);
    if (std::optional<int64_t> batched = indexing.batchedArrayDim(indexDim))
      b.alsoOperand(0, *batched, b.lastFactor());
  }
  for (int64_t d : indexing.droppedDims)
    b.ofOperand(0, d, b.operand(0)[d], b.operand(0)[d] == 1 ? FactorKind::NeedReplication : FactorKind::Reduction);
  if (indexing.indexVectorDim < int64_t(b.operand(1).size()))
    b.ofOperand(1, indexing.indexVectorDim, b.operand(1)[indexing.indexVectorDim], FactorKind::NeedReplication);
  b.partial(PartialBehavior::AllAlike, {0}, allReductionKinds());
  return b.build();
}

namespace {
/// A scatter's rule: N inputs, indices, N updates, N results.
class ScatterRule {
public:
  explicit ScatterRule(ScatterOp op) : op_(op), b_(ruleBuilderFor(op)), n_(op.getInputs().size()) {}
  Rule build();

private:
  void onInputs(int64_t dim, int64_t factor) {
    for (size_t t = 0; t < n_; ++t) {
      b_.alsoOperand(t, dim, factor);
      b_.alsoResult(t, dim, factor);
    }
  }
  void onUpdates(int64_t dim, int64_t factor) {
    for (size_t t = 0; t < n_; ++t)
      b_.alsoOperand(n_ + 1 + t, dim, factor);
  }
  void addWindow(int64_t inputDim, int64_t updateDim);
  void addScattered(const Indexing &indexing, int64_t indexDim, int64_t updateDim);

  ScatterOp op_;
  RuleBuilder b_;
  size_t n_;
  std::optional<ReductionKind> combiner_;
};
} // namespace

void ScatterRule::addWindow(int64_t inputDim, int64_t updateDim) {
  int64_t size = b_.operand(0)[inputDim], window = b_.operand(n_ + 1)[updateDim];
  bool whole = size == window;
  b_.factor({}, {}, size, whole ? FactorKind::PassThrough : FactorKind::NeedReplication);
  onInputs(inputDim, b_.lastFactor());
  if (!whole)
    b_.factor({}, {}, window, FactorKind::NeedReplication);
  onUpdates(updateDim, b_.lastFactor());
}

void ScatterRule::addScattered(const Indexing &indexing, int64_t indexDim, int64_t updateDim) {
  Factor &factor = b_.factor({}, {}, b_.operand(n_ + 1)[updateDim]);
  std::optional<int64_t> batched = indexing.batchedArrayDim(indexDim);
  if (!batched) {
    factor.kind = combiner_ ? FactorKind::Reduction : FactorKind::NeedReplication;
    factor.reduction = combiner_.value_or(ReductionKind::Sum);
  }
  b_.alsoOperand(n_, indexDim, b_.lastFactor());
  onUpdates(updateDim, b_.lastFactor());
  if (batched)
    onInputs(*batched, b_.lastFactor());
}

Rule ScatterRule::build() {
  ScatterDimensionNumbersAttr numbers = op_.getScatterDimensionNumbers();
  Indexing indexing{numbers.getUpdateWindowDims(), numbers.getInsertedWindowDims(), numbers.getInputBatchingDims(),
                    numbers.getScatterIndicesBatchingDims(), numbers.getIndexVectorDim()};
  combiner_ = combinerOf(op_.getUpdateComputation());
  llvm::SmallVector<int64_t> windowed = indexing.windowedArrayDims(b_.operand(0).size());
  int64_t nextWindow = 0, nextScattered = 0;
  for (int64_t d = 0, n = b_.operand(n_ + 1).size(); d < n; ++d) {
    if (llvm::is_contained(indexing.windowDims, d))
      addWindow(windowed[nextWindow++], d);
    else
      addScattered(indexing, indexing.indexDim(nextScattered++), d);
  }
  for (int64_t d : indexing.droppedDims) {
    b_.factor({}, {}, b_.operand(0)[d]);
    onInputs(d, b_.lastFactor());
  }
  if (indexing.indexVectorDim < int64_t(b_.operand(n_).size()))
    b_.ofOperand(n_, indexing.indexVectorDim, b_.operand(n_)[indexing.indexVectorDim], FactorKind::NeedReplication);

  llvm::SmallVector<int64_t> inputs, data;
  for (size_t t = 0; t < n_; ++t)
    inputs.push_back(t);
  data = inputs;
  for (size_t t = 0; t < n_; ++t)
    data.push_back(n_ + 1 + t);
  b_.accumulators(inputs);
  if (combiner_)
    b_.partial(PartialBehavior::AllAlike, data, {*combiner_});
  return b_.build();
}

static Rule ruleOf(ScatterOp op) { return ScatterRule(op).build(); }

/// Of a window at a runtime position each device has what lies in its block, and zeros elsewhere: the results add up.
static void runOnBlocks(DynamicSliceOp op, ShardingRule &rule) {
  llvm::ArrayRef<int64_t> operand = tensorShape(op.getOperand()), result = tensorShape(op.getResult());
  for (size_t dim = 0; dim < operand.size(); ++dim) {
    if (operand[dim] == result[dim])
      continue;
    rule.factors[rule.operands[0][dim].front()] = Factor{operand[dim], FactorKind::Reduction};
    rule.results[0][dim] = {static_cast<int64_t>(rule.factors.size())};
    rule.factors.push_back(Factor{result[dim], FactorKind::NeedReplication});
  }
}

/// A dimension of one slot that no index addresses is read, or written, at its start: the first block alone has that.
static void runOnBlocks(GatherOp op, ShardingRule &rule) {
  auto numbers = op.getDimensionNumbers();
  for (size_t dim = 0; dim < rule.operands[0].size(); ++dim)
    if (op.getSliceSizes()[dim] != tensorShape(op.getOperand())[dim] &&
        !llvm::is_contained(numbers.getStartIndexMap(), dim) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), dim))
      keepWhole(rule, rule.operands[0][dim]);
}

static void runOnBlocks(ScatterOp op, ShardingRule &rule) {
  auto numbers = op.getScatterDimensionNumbers();
  for (int64_t dim : numbers.getInsertedWindowDims())
    if (!llvm::is_contained(numbers.getScatterDimsToOperandDims(), dim))
      keepWhole(rule, rule.operands[0][dim]);
}

void attachIndexingRules(mlir::MLIRContext &context) {
  attachRule<DynamicSliceOp, ruleOf, runOnBlocks>(context);
  attachRule<DynamicUpdateSliceOp, ruleOf>(context);
  attachRule<GatherOp, ruleOf, runOnBlocks>(context);
  attachRule<ScatterOp, ruleOf, runOnBlocks>(context);
}

} // namespace shardwright::stablehlo
