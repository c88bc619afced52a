#include "dialects/stablehlo/ShardingRules.h"

#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/RuleOf.h"

#include "mlir/IR/DialectRegistry.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static bool hasFactor(const TensorFactors &tensor, int64_t factor) {
  return llvm::any_of(tensor, [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); });
}

/// A block of every result comes from a block of the operands. Authors write the dimensions that only one side has as
/// ordinary factors, too.
static bool isComputedInBlocks(const ShardingRule &rule, int64_t factor) {
  auto has = [&](const TensorFactors &tensor) { return hasFactor(tensor, factor); };
  return llvm::any_of(rule.operands, has) && llvm::all_of(rule.results, has);
}

/// A rule attribute on the op comes before the op's own rule. One that only spells the op's own rule (as
/// annotate-sharding-rules leaves it) knows less than that rule, which says also what may stay partial.
static Rule withAttribute(mlir::Operation *op, Rule own) {
  auto written = op->getAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr);
  if (!written || (succeeded(own) && own->str() == written.getValue().str()))
    return own;
  ShardingRule rule = written.getValue();
  for (size_t f = 0; f < rule.factors.size(); ++f)
    if (rule.factors[f].kind == FactorKind::PassThrough)
      rule.factors[f].splittable = isComputedInBlocks(rule, f);
  return rule;
}

namespace {
template <typename OpT> struct RuleModel : ShardingRuleOpInterface::ExternalModel<RuleModel<OpT>, OpT> {
  llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op) const {
    if (!hasStaticTensors(op))
      return withAttribute(op, mlir::failure());
    if constexpr (OpT::template hasTrait<Elementwise>())
      return withAttribute(op, elementwiseRule(op));
    else
      return withAttribute(op, ruleOf(llvm::cast<OpT>(op)));
  }
};

/// Collectives that keep their operands' shapes: each result follows its operand.
template <typename OpT> struct PairwiseModel : ShardingRuleOpInterface::ExternalModel<PairwiseModel<OpT>, OpT> {
  llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op) const {
    return withAttribute(op, hasStaticTensors(op) ? pairwiseRule(op) : Rule(mlir::failure()));
  }
};
} // namespace

template <typename... Ops> static void attach(mlir::MLIRContext *context) {
  (Ops::template attachInterface<RuleModel<Ops>>(*context), ...);
}

template <typename... Ops> static void attachPairwise(mlir::MLIRContext *context) {
  (Ops::template attachInterface<PairwiseModel<Ops>>(*context), ...);
}

void registerShardingRules(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *context, StablehloDialect *) {
    attach<AbsOp, CbrtOp, CeilOp, ConvertOp, CosineOp, CountLeadingZerosOp, ExpOp, Expm1Op, FloorOp, ImagOp, IsFiniteOp,
           LogOp, Log1pOp, LogisticOp, NegOp, NotOp, PopulationCountOp, RealOp, RoundNearestAfzOp, RoundNearestEvenOp,
           RsqrtOp, SignOp, SineOp, SqrtOp, TanOp, TanhOp, ReducePrecisionOp>(context);
    attach<AddOp, AndOp, Atan2Op, DivOp, MaxOp, MinOp, MulOp, OrOp, PowOp, RemOp, ShiftLeftOp, ShiftRightArithmeticOp,
           ShiftRightLogicalOp, SubtractOp, XorOp, ComplexOp, CompareOp, SelectOp, ClampOp, MapOp>(context);
    attach<BroadcastInDimOp, BroadcastOp, TransposeOp, ReshapeOp, BitcastConvertOp, ReverseOp, SliceOp, PadOp,
           ConcatenateOp>(context);
    attach<DynamicSliceOp, DynamicUpdateSliceOp, GatherOp, ScatterOp>(context);
    attach<DotGeneralOp, DotOp, ConvolutionOp>(context);
    attach<ReduceOp, ReduceWindowOp, SelectAndScatterOp, SortOp>(context);
    attach<FftOp, CholeskyOp, TriangularSolveOp, BatchNormInferenceOp, BatchNormTrainingOp, BatchNormGradOp, RngOp,
           RngBitGeneratorOp>(context);
    attach<AllGatherOp, ReduceScatterOp, AllToAllOp, CustomCallOp>(context);
    attachPairwise<AllReduceOp, CollectivePermuteOp, CollectiveBroadcastOp>(context);
  });
}

} // namespace shardwright::stablehlo
