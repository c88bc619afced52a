#include "dialects/stablehlo/Windows.h"
#include "dialects/stablehlo/elementwise/Elementwise.h"
#include "dialects/stablehlo/reduction/Combiner.h"
#include "dialects/stablehlo/reduction/Reduction.h"
#include "dialects/stablehlo/reduction/SortedDim.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static llvm::SmallVector<int64_t> range(int64_t begin, int64_t end) { return llvm::to_vector(llvm::seq(begin, end)); }

static Rule ruleOf(ReduceOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t n = op.getInputs().size();
  std::optional<ReductionKind> combiner = combinerOf(op.getBody());
  int64_t out = 0;
  for (int64_t d = 0, rank = b.operand(0).size(); d < rank; ++d) {
    llvm::SmallVector<int64_t> inputs(n, d);
    if (!llvm::is_contained(op.getDimensions(), d)) {
      b.factor(inputs, llvm::SmallVector<int64_t>(n, out++), b.operand(0)[d]);
      continue;
    }
    Factor &reduced = b.factor(inputs, {}, b.operand(0)[d], FactorKind::Reduction);
    reduced.reduction = combiner.value_or(ReductionKind::Sum);
    reduced.splittable = combiner.has_value();
  }
  b.accumulators(range(n, 2 * n));
  if (combiner)
    b.partial(PartialBehavior::AllAlike, range(0, 2 * n), {*combiner});
  return b.build();
}

static bool isPadded(std::optional<mlir::DenseIntElementsAttr> padding, size_t d) {
  if (!padding)
    return false;
  auto values = padding->getValues<int64_t>();
  return values[2 * d] != 0 || values[2 * d + 1] != 0;
}

static Rule ruleOf(ReduceWindowOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t n = op.getInputs().size();
  for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d) {
    bool trivial = op.getWindowDimensions()[d] == 1 && entryAt(op.getWindowStrides(), d, 1) == 1 &&
                   entryAt(op.getBaseDilations(), d, 1) == 1 && !isPadded(op.getPadding(), d);
    b.factor(llvm::SmallVector<int64_t>(n, d), llvm::SmallVector<int64_t>(n, d), b.result(0)[d],
             trivial ? FactorKind::PassThrough : FactorKind::Permutation);
  }
  // Padding and the start of every window are the init value, so it takes part like an input.
  if (std::optional<ReductionKind> combiner = combinerOf(op.getBody()))
    b.partial(PartialBehavior::AllAlike, range(0, 2 * n), {*combiner});
  return b.build();
}

static Rule ruleOf(SelectAndScatterOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d) {
    bool trivial = entryAt(op.getWindowDimensions(), d, 1) == 1 && entryAt(op.getWindowStrides(), d, 1) == 1 &&
                   !isPadded(op.getPadding(), d);
    if (trivial) {
      b.factor({d, d}, {d}, b.result(0)[d]);
    } else {
      b.factor({d}, {d}, b.result(0)[d], FactorKind::Permutation);
      b.ofOperand(1, d, b.operand(1)[d], FactorKind::NeedReplication);
    }
  }
  return b.build();
}

static Rule ruleOf(SortOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t rank = b.result(0).size();
  int64_t sorted = sortedDim(op);
  bool nothingElse = true;
  for (int64_t d = 0; d < rank; ++d)
    nothingElse &= d == sorted || b.result(0)[d] == 1;
  for (int64_t d = 0; d < rank; ++d) {
    Factor &factor = b.common(d, b.result(0)[d]);
    if (d == sorted) {
      factor.kind = FactorKind::NeedReplication;
      factor.blocked = nothingElse;
    }
  }
  return b.build();
}

/// A reduction whose combiner is not one known operation (argmax): its body combines what the devices found, too.
static void combineOwnResults(ReduceOp, ShardingRule &rule) {
  for (Factor &factor : rule.factors)
    if (factor.kind == FactorKind::Reduction && !factor.splittable)
      factor.splittable = factor.combined = true;
}

static void addWindows(ReduceWindowOp op, ShardingRule &rule) {
  llvm::ArrayRef<int64_t> result = tensorShape(op.getResult(0));
  for (int64_t dim = 0; dim < static_cast<int64_t>(result.size()); ++dim) {
    if (rule.factors[rule.results[0][dim].front()].kind != FactorKind::Permutation)
      continue;
    int64_t reach = (op.getWindowDimensions()[dim] - 1) * entryAt(op.getWindowDilations(), dim, 1);
    llvm::SmallVector<FactorWindow> windows;
    for (int64_t input = 0; input < static_cast<int64_t>(op.getInputs().size()); ++input)
      windows.push_back({input, dim, 0, -lowPadding(op.getPadding(), dim), entryAt(op.getWindowStrides(), dim, 1),
                         reach + 1, entryAt(op.getBaseDilations(), dim, 1)});
    readByResult(rule, rule.results[0][dim].front(), result[dim], windows);
  }
}

/// A device computes the windows that reach into its block, and needs all that they reach: what it adds for positions
/// of its neighbours is cut off. Beyond the ends there must be nothing that a window could select.
static void addWindows(SelectAndScatterOp op, ShardingRule &rule) {
  llvm::ArrayRef<int64_t> operand = tensorShape(op.getOperand()), source = tensorShape(op.getSource());
  if (combinerOf(op.getScatter()) != ReductionKind::Sum)
    return;
  for (int64_t dim = 0; dim < static_cast<int64_t>(operand.size()); ++dim) {
    int64_t factor = rule.results[0][dim].front(), size = entryAt(op.getWindowDimensions(), dim, 1),
            stride = entryAt(op.getWindowStrides(), dim, 1);
    int64_t last = (source[dim] - 1) * stride + size;
    if (rule.factors[factor].kind != FactorKind::Permutation || lowPadding(op.getPadding(), dim) != 0 ||
        last > operand[dim])
      continue;
    rule.factors[rule.operands[1][dim].front()].size = 1;
    rule.operands[1][dim] = {factor};
    // The first window that reaches a block, seen from the block, and by how much it is more than just reached.
    int64_t low = 1 - size, first = llvm::divideCeilSigned(low, stride), inside = first * stride - low;
    int64_t reach = std::max<int64_t>(1, stride * llvm::divideFloorSigned(size - 2 - inside, stride) + size + 1);
    readByResult(rule, factor, operand[dim],
                 {{0, dim, 0, first * stride, 1, reach, 1}, {1, dim, 0, low, 1, size, stride}});
  }
}

void attachReductionRules(mlir::MLIRContext &context) {
  attachRule<ReduceOp, ruleOf, combineOwnResults>(context);
  attachRule<ReduceWindowOp, ruleOf, addWindows>(context);
  attachRule<SelectAndScatterOp, ruleOf, addWindows>(context);
  attachRule<SortOp, ruleOf>(context);
  attachRule<MapOp, elementwiseRuleOf<MapOp, nullptr>>(context);
}

} // namespace shardwright::stablehlo
