#include "passes/partition/AttentionGroups.h"

#include "dialects/sharding/ShardingOps.h"
#include "passes/common/AttentionMatch.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright {
namespace {

/// A copy of the program without operations about shardings, of which per-device programs have none.
class PlainCopy {
public:
  PlainCopy(func::FuncOp function, ArrayRef<Value> values) {
    IRMapping mapping;
    copy = cast<func::FuncOp>(function->clone(mapping));
    for (auto [number, value] : llvm::enumerate(values))
      if (Value copied = mapping.lookupOrNull(value))
        numbers[copied] = number;
    copy->walk([](Operation *op) {
      if (isa<sharding::ConstraintOp, sharding::ReshardOp, sharding::BarrierOp>(op))
        op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      if (isa<sharding::ConstraintOp, sharding::ReshardOp, sharding::BarrierOp, sharding::GroupOp>(op))
        op->erase();
    });
    lower::eraseDead(copy);
  }
  ~PlainCopy() { copy->erase(); }
  PlainCopy(const PlainCopy &) = delete;
  PlainCopy &operator=(const PlainCopy &) = delete;

  func::FuncOp copy;
  llvm::DenseMap<Value, size_t> numbers; ///< of the problem's values
};

class Describer {
public:
  Describer(const PlainCopy &program, const ShardingProblem &problem) : program(program) {
    for (auto [number, op] : llvm::enumerate(problem.ops))
      for (size_t result : op.results)
        makers[result] = number;
  }

  ShardingProblem::Attention describe(const lower::AttentionMatch &found) const {
    ShardingProblem::Attention attention;
    attention.space = numberOf(found.space->product);
    attention.steps = found.steps();
    const llvm::SetVector<Operation *> covered = found.covered();
    llvm::DenseSet<Operation *> behind; ///< products' results
    for (const lower::AttentionConsumer &consumer : found.consumers)
      for (const lower::SpaceTensor &link : llvm::ArrayRef(consumer.chain).drop_front())
        behind.insert(link.value.getDefiningOp());
    for (Operation *op : covered)
      if (!behind.contains(op))
        attention.ops.push_back(numberOf(op));
    llvm::sort(attention.ops);
    const std::vector<fusion::AttentionKernel> forms = found.kernels();
    for (auto [number, graph] : llvm::enumerate(found.graphs)) {
      ShardingProblem::Attention::Kernel kernel;
      kernel.form = forms[number];
      kernel.place = numberOf(found.places[number]);
      for (Operation *op : found.computedBy(graph))
        if (!behind.contains(op))
          kernel.ops.push_back(numberOf(op));
      llvm::sort(kernel.ops);
      for (Value output : graph.outputs)
        kernel.outputs.push_back(chainOf(found, output));
      attention.kernels.push_back(std::move(kernel));
    }
    for (const lower::RowDot &dot : found.rowDots) {
      ShardingProblem::Attention::Sum sum{tensorOf(dot.vectors), tensorOf(dot.result), {}, {}};
      for (const lower::SpaceTensor &factor : dot.factors)
        sum.factors.push_back(tensorOf(factor));
      for (const lower::SpaceTensor &divisor : dot.divisors)
        sum.divisors.push_back(tensorOf(divisor));
      attention.sums.push_back(std::move(sum));
    }
    attention.feeders = feedersOf(found, covered);
    return attention;
  }

  /// Whether all that it names is a part of the problem.
  bool isKnown(const lower::AttentionMatch &found) const {
    return llvm::all_of(found.covered(), [&](Operation *op) { return program.numbers.contains(op->getResult(0)); });
  }

private:
  size_t numberOf(Operation *op) const { return makers.lookup(program.numbers.lookup(op->getResult(0))); }
  ShardingProblem::Attention::Tensor tensorOf(const lower::SpaceTensor &tensor) const {
    static_assert(lower::kDepth == ShardingProblem::Attention::Tensor::kDepth);
    return {program.numbers.lookup(tensor.value), {tensor.dims.begin(), tensor.dims.end()}};
  }

  std::vector<ShardingProblem::Attention::Tensor> chainOf(const lower::AttentionMatch &found, Value output) const {
    for (const lower::AttentionConsumer &consumer : found.consumers)
      if (consumer.out.value == output) {
        std::vector<ShardingProblem::Attention::Tensor> chain;
        for (const lower::SpaceTensor &link : consumer.chain)
          chain.push_back(tensorOf(link));
        return chain;
      }
    ShardingProblem::Attention::Tensor alone;
    alone.value = program.numbers.lookup(output);
    alone.dims.assign(static_cast<size_t>(cast<RankedTensorType>(output.getType()).getRank()), alone.kOne);
    return {alone};
  }

  /// Between what kernels read and what they compute.
  llvm::SmallVector<size_t> feedersOf(const lower::AttentionMatch &found,
                                      const llvm::SetVector<Operation *> &covered) const {
    llvm::DenseSet<Value> read;
    for (const lower::ScoreGraph &graph : found.graphs)
      read.insert(graph.inputs.begin(), graph.inputs.end());
    for (const lower::RowDot &dot : found.rowDots)
      for (ArrayRef<lower::SpaceTensor> tensors :
           {ArrayRef(dot.vectors), ArrayRef(dot.factors), ArrayRef(dot.divisors)})
        for (const lower::SpaceTensor &tensor : tensors)
          read.insert(tensor.value);
    llvm::SetVector<Operation *> all(covered.begin(), covered.end());
    llvm::SmallVector<size_t> feeders;
    for (size_t i = 0; i != all.size(); ++i)
      for (Value operand : all[i]->getOperands())
        if (Operation *op = operand.getDefiningOp();
            op && !read.contains(operand) && program.numbers.contains(operand) && all.insert(op))
          feeders.push_back(numberOf(op));
    llvm::sort(feeders);
    return feeders;
  }

  const PlainCopy &program;
  llvm::DenseMap<size_t, size_t> makers; ///< by value: op
};

bool hasNarrowProducts(func::FuncOp function) {
  return function
      ->walk([](stablehlo::DotGeneralOp dot) {
        Type type = getElementTypeOrSelf(dot.getLhs().getType());
        return type.isBF16() || type.isF16() ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

std::vector<ShardingProblem::Attention> attentionOf(func::FuncOp function, const ShardingProblem &problem,
                                                    ArrayRef<Value> values) {
  std::vector<ShardingProblem::Attention> all;
  if (!hasNarrowProducts(function))
    return all;
  const PlainCopy program(function, values);
  const Describer describer(program, problem);
  const Type indexType = lower::indexTypeOf(program.copy);
  llvm::DenseSet<Operation *> seen;
  program.copy->walk([&](stablehlo::DotGeneralOp product) {
    if (seen.contains(product))
      return;
    std::optional<lower::AttentionMatch> found = lower::matchAttention(product, indexType);
    if (!found || !found->isInOrder || !describer.isKnown(*found))
      return;
    const llvm::SetVector<Operation *> covered = found->covered();
    seen.insert(covered.begin(), covered.end());
    all.push_back(describer.describe(*found));
  });
  return all;
}

} // namespace shardwright
