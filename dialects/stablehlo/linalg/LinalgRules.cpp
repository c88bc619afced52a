#include "dialects/stablehlo/linalg/Linalg.h"

namespace shardwright::stablehlo {

static Rule ruleOf(FftOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t rank = b.operand(0).size(), transformed = op.getFftLength().size();
  for (int64_t d = 0; d < rank; ++d) {
    Factor &factor = b.factor({d}, {d}, b.operand(0)[d]);
    if (d >= rank - transformed)
      factor.kind = FactorKind::NeedReplication;
    if (d == rank - 1)
      factor.blocked = transformed > 0 && b.operand(0)[d] != b.result(0)[d];
  }
  b.partial(PartialBehavior::AllAlike, {0}, {ReductionKind::Sum});
  return b.build();
}

static Rule ruleOf(CholeskyOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t rank = b.result(0).size();
  for (int64_t d = 0; d < rank; ++d)
    b.common(d, b.result(0)[d], d < rank - 2 ? FactorKind::PassThrough : FactorKind::NeedReplication);
  return b.build();
}

static Rule ruleOf(TriangularSolveOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t rank = b.result(0).size();
  for (int64_t d = 0; d < rank - 2; ++d)
    b.common(d, b.result(0)[d]);
  // a x = b: a's rows are b's, its columns are x's; transposed or from the right, the other way round.
  int64_t row = rank - 2, column = rank - 1;
  bool transposed = op.getTransposeA() == Transpose::TRANSPOSE || op.getTransposeA() == Transpose::ADJOINT;
  bool left = op.getLeftSide();
  int64_t givenInA = left != transposed ? row : column;
  int64_t solvedInA = left != transposed ? column : row;
  int64_t solved = left ? row : column, free = left ? column : row;
  b.factor({givenInA, solved}, {}, b.operand(1)[solved], FactorKind::NeedReplication);
  b.factor({solvedInA}, {solved}, b.result(0)[solved], FactorKind::NeedReplication);
  b.factor({b.kNone, free}, {free}, b.result(0)[free], FactorKind::NeedReplication);
  return b.build();
}

/// Dimensions of the tensors of the operand's rank are shared; along the feature, vectors too. `splittable`: whether
/// the other dimensions are computed in blocks (statistics are not).
static Rule batchNormRule(mlir::Operation *op, int64_t feature, bool splittable) {
  RuleBuilder b = ruleBuilderFor(op);
  size_t rank = b.operand(0).size();
  for (size_t d = 0; d < rank; ++d) {
    bool isFeature = int64_t(d) == feature;
    b.factor({}, {}, b.operand(0)[d]).splittable = isFeature || splittable;
    for (size_t t = 0; t < b.numOperands(); ++t)
      if (b.operand(t).size() == rank)
        b.alsoOperand(t, d, b.lastFactor());
      else if (isFeature)
        b.alsoOperand(t, 0, b.lastFactor());
    for (size_t t = 0; t < b.numResults(); ++t)
      if (b.result(t).size() == rank)
        b.alsoResult(t, d, b.lastFactor());
      else if (isFeature)
        b.alsoResult(t, 0, b.lastFactor());
  }
  return b.build();
}

static Rule ruleOf(BatchNormInferenceOp op) { return batchNormRule(op, op.getFeatureIndex(), /*splittable=*/true); }
static Rule ruleOf(BatchNormTrainingOp op) { return batchNormRule(op, op.getFeatureIndex(), /*splittable=*/false); }
static Rule ruleOf(BatchNormGradOp op) { return batchNormRule(op, op.getFeatureIndex(), /*splittable=*/false); }

static Rule ruleOf(RngOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  // The numbers depend on the whole shape, as below.
  for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d)
    b.ofResult(0, d, b.result(0)[d]).splittable = false;
  return b.build();
}

static Rule ruleOf(RngBitGeneratorOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, rank = b.operand(0).size(); d < rank; ++d)
    b.factor({d}, {d}, b.operand(0)[d], FactorKind::NeedReplication).blocked = true;
  // The bits depend on the whole shape: a device that wants a block makes them all and keeps its own.
  for (int64_t d = 0, rank = b.result(1).size(); d < rank; ++d)
    b.ofResult(1, d, b.result(1)[d]).splittable = false;
  return b.build();
}

/// A block's numbers are not those of a smaller call.
template <typename OpT> static void makeWhole(OpT, ShardingRule &rule) { keepWhole(rule); }

void attachLinalgRules(mlir::MLIRContext &context) {
  attachRule<FftOp, ruleOf>(context);
  attachRule<CholeskyOp, ruleOf>(context);
  attachRule<TriangularSolveOp, ruleOf>(context);
  attachRule<BatchNormInferenceOp, ruleOf>(context);
  attachRule<BatchNormTrainingOp, ruleOf>(context);
  attachRule<BatchNormGradOp, ruleOf>(context);
  attachRule<RngOp, ruleOf, makeWhole>(context);
  attachRule<RngBitGeneratorOp, ruleOf, makeWhole>(context);
}

} // namespace shardwright::stablehlo
