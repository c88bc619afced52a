#include "dialects/stablehlo/collective/Collective.h"

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

static Rule ruleOf(AllGatherOp op) { return ruleTouching(op, {int64_t(op.getAllGatherDim())}); }
static Rule ruleOf(ReduceScatterOp op) { return ruleTouching(op, {int64_t(op.getScatterDimension())}); }
static Rule ruleOf(AllToAllOp op) {
  return ruleTouching(op, {int64_t(op.getSplitDimension()), int64_t(op.getConcatDimension())});
}

/// Collectives that keep their operands' shapes: each result follows its operand.
template <typename OpT> static Rule pairwiseRule(OpT op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (size_t t = 0; t < b.numResults(); ++t)
    for (size_t d = 0; d < b.result(t).size(); ++d) {
      b.ofResult(t, d, b.result(t)[d]);
      b.alsoOperand(t, d, b.lastFactor());
    }
  b.elementwise();
  return b.build();
}

void attachCollectiveRules(mlir::MLIRContext &context) {
  attachRule<AllGatherOp, ruleOf>(context);
  attachRule<ReduceScatterOp, ruleOf>(context);
  attachRule<AllToAllOp, ruleOf>(context);
  attachRule<AllReduceOp, pairwiseRule>(context);
  attachRule<CollectivePermuteOp, pairwiseRule>(context);
  attachRule<CollectiveBroadcastOp, pairwiseRule>(context);
}

// Import makes operations of the spmd dialect of them.
void attachCollectiveKernels(mlir::MLIRContext &context) {
  attachKernels<StepModel, AllGatherOp, AllReduceOp, ReduceScatterOp, AllToAllOp, CollectivePermuteOp,
                CollectiveBroadcastOp, CollectiveReduceOp, CrossReplicaSumOp, PartitionIdOp, ReplicaIdOp>(context);
}

} // namespace shardwright::stablehlo
