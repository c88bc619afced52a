#include "dialects/stablehlo/RuleOf.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

/// Each result follows its operand, except along the dimensions that the collective touches: there both sides stand
/// alone and must not be split further.
static Rule ruleTouching(mlir::Operation *op, llvm::ArrayRef<int64_t> touched) {
  RuleBuilder b = ruleBuilderFor(op);
  for (size_t t = 0; t < b.numResults(); ++t)
    for (int64_t d = 0, rank = b.result(t).size(); d < rank; ++d) {
      bool alone = llvm::is_contained(touched, d);
      FactorKind kind = alone ? FactorKind::NeedReplication : FactorKind::PassThrough;
      b.ofOperand(t, d, b.operand(t)[d], kind);
      if (alone)
        b.ofResult(t, d, b.result(t)[d], kind);
      else
        b.alsoResult(t, d, b.lastFactor());
    }
  return b.build();
}

Rule ruleOf(AllGatherOp op) { return ruleTouching(op, {int64_t(op.getAllGatherDim())}); }
Rule ruleOf(ReduceScatterOp op) { return ruleTouching(op, {int64_t(op.getScatterDimension())}); }
Rule ruleOf(AllToAllOp op) {
  return ruleTouching(op, {int64_t(op.getSplitDimension()), int64_t(op.getConcatDimension())});
}

} // namespace shardwright::stablehlo
