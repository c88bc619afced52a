#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"
#include "passes/propagate/Passes.h"
#include "shardwright/Sharding/RuleBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

static void collect(const TensorFactors &tensor, llvm::ArrayRef<int64_t> dims,
                    llvm::SmallVectorImpl<int64_t> &factors) {
  for (int64_t dim : dims)
    llvm::append_range(factors, tensor[dim]);
}

static void block(ShardingRule &rule, FactorKind kind) {
  for (Factor &factor : rule.factors)
    factor.blocked |= factor.kind == kind;
}

/// For consumers that cannot communicate inside an op: what would need a neighbour's elements no longer propagates.
static ShardingRule conservativeRule(mlir::Operation *op, ShardingRule rule) {
  llvm::SmallVector<int64_t> dropped;
  if (auto join = llvm::dyn_cast<stablehlo::ConcatenateOp>(op)) {
    collect(rule.results[0], {int64_t(join.getDimension())}, dropped);
  } else if (auto convolution = llvm::dyn_cast<stablehlo::ConvolutionOp>(op)) {
    stablehlo::ConvDimensionNumbersAttr numbers = convolution.getDimensionNumbers();
    collect(rule.operands[0], numbers.getInputSpatialDimensions(), dropped);
    collect(rule.operands[1], numbers.getKernelSpatialDimensions(), dropped);
    collect(rule.results[0], numbers.getOutputSpatialDimensions(), dropped);
  } else if (llvm::isa<stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ReduceWindowOp, stablehlo::SelectAndScatterOp>(
                 op)) {
    block(rule, FactorKind::Permutation);
    if (llvm::isa<stablehlo::SelectAndScatterOp>(op))
      block(rule, FactorKind::NeedReplication);
  }
  return dropped.empty() ? rule : withoutFactors(rule, dropped);
}

void annotateShardingRules(mlir::ModuleOp module, bool conservative) {
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    auto withRule = llvm::dyn_cast<ShardingRuleOpInterface>(op);
    if (!withRule)
      return mlir::WalkResult::advance();
    if (llvm::FailureOr<ShardingRule> rule = withRule.getShardingRule(); succeeded(rule)) {
      ShardingRule written = conservative ? conservativeRule(op, *rule) : *rule;
      op->setAttr(sharding::kRuleAttr, sharding::RuleAttr::get(op->getContext(), written));
    }
    // The body of a reduce, a sort or a scatter is a function of scalars.
    return mlir::WalkResult::skip();
  });
}

namespace {
struct AnnotateShardingRulesPass : PhasePass<AnnotateShardingRulesPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AnnotateShardingRulesPass)
  AnnotateShardingRulesPass() = default;
  AnnotateShardingRulesPass(const AnnotateShardingRulesPass &other) : PhasePass(other) {}

  llvm::StringRef getArgument() const override { return "annotate-sharding-rules"; }
  llvm::StringRef getDescription() const override { return "write each op's sharding rule on it, as sharding.rule"; }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<sharding::ShardingDialect>();
  }
  void runOnProgram() override { annotateShardingRules(getOperation(), conservative); }

  Option<bool> conservative{*this, "conservative", llvm::cl::desc("no factor that needs communication inside an op"),
                            llvm::cl::init(false)};
};
} // namespace

std::unique_ptr<mlir::Pass> createAnnotateShardingRulesPass() { return std::make_unique<AnnotateShardingRulesPass>(); }

} // namespace shardwright
