#include "dialects/stablehlo/RuleOf.h"
#include "dialects/stablehlo/SortedDim.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static llvm::SmallVector<int64_t> range(int64_t begin, int64_t end) { return llvm::to_vector(llvm::seq(begin, end)); }

Rule ruleOf(ReduceOp op) {
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

/// Dimension `d` of an optional per-dimension attribute.
static int64_t at(std::optional<llvm::ArrayRef<int64_t>> values, size_t d) { return values ? (*values)[d] : 1; }

static bool isPadded(std::optional<mlir::DenseIntElementsAttr> padding, size_t d) {
  if (!padding)
    return false;
  auto values = padding->getValues<int64_t>();
  return values[2 * d] != 0 || values[2 * d + 1] != 0;
}

Rule ruleOf(ReduceWindowOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t n = op.getInputs().size();
  for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d) {
    bool trivial = op.getWindowDimensions()[d] == 1 && at(op.getWindowStrides(), d) == 1 &&
                   at(op.getBaseDilations(), d) == 1 && !isPadded(op.getPadding(), d);
    b.factor(llvm::SmallVector<int64_t>(n, d), llvm::SmallVector<int64_t>(n, d), b.result(0)[d],
             trivial ? FactorKind::PassThrough : FactorKind::Permutation);
  }
  // Padding and the start of every window are the init value, so it takes part like an input.
  if (std::optional<ReductionKind> combiner = combinerOf(op.getBody()))
    b.partial(PartialBehavior::AllAlike, range(0, 2 * n), {*combiner});
  return b.build();
}

Rule ruleOf(SelectAndScatterOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d) {
    bool trivial =
        at(op.getWindowDimensions(), d) == 1 && at(op.getWindowStrides(), d) == 1 && !isPadded(op.getPadding(), d);
    if (trivial) {
      b.factor({d, d}, {d}, b.result(0)[d]);
    } else {
      b.factor({d}, {d}, b.result(0)[d], FactorKind::Permutation);
      b.ofOperand(1, d, b.operand(1)[d], FactorKind::NeedReplication);
    }
  }
  return b.build();
}

Rule ruleOf(SortOp op) {
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

} // namespace shardwright::stablehlo
