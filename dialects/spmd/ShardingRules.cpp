#include "dialects/spmd/ShardingRules.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/RuleShapes.h"
#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/spmd/SpmdDialect.h"
#include "dialects/spmd/SpmdOps.h"

#include "mlir/IR/DialectRegistry.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::spmd {

static llvm::SmallVector<int64_t> touchedDims(AllGatherOp op) { return {int64_t(op.getDim())}; }
static llvm::SmallVector<int64_t> touchedDims(SliceOp op) { return {int64_t(op.getDim())}; }
static llvm::SmallVector<int64_t> touchedDims(ReduceScatterOp op) { return {int64_t(op.getDim())}; }
static llvm::SmallVector<int64_t> touchedDims(AllToAllOp op) {
  return {int64_t(op.getSplitDim()), int64_t(op.getConcatDim())};
}
static llvm::SmallVector<int64_t> touchedDims(AllReduceOp) { return {}; }
static llvm::SmallVector<int64_t> touchedDims(CollectivePermuteOp) { return {}; }

/// Sums pass through what only moves data or adds.
static void addPartials(mlir::Operation *op, RuleBuilder &b) {
  auto sums = [](ReductionKind kind) { return kind == ReductionKind::Sum; };
  if (auto reduce = llvm::dyn_cast<AllReduceOp>(op); reduce && !sums(reduce.getKind().getValue()))
    return;
  if (auto reduce = llvm::dyn_cast<ReduceScatterOp>(op); reduce && !sums(reduce.getKind().getValue()))
    return;
  b.partial(PartialBehavior::AllAlike, llvm::to_vector(llvm::seq<int64_t>(0, op->getNumOperands())),
            {ReductionKind::Sum});
}

/// An operand and its result alone.
static void addPair(RuleBuilder &b, size_t pair, llvm::ArrayRef<int64_t> touched) {
  llvm::SmallVector<int64_t> dims(b.numOperands(), RuleBuilder::kNone);
  for (int64_t d = 0, rank = b.result(pair).size(); d < rank; ++d) {
    if (llvm::is_contained(touched, d)) {
      b.ofOperand(pair, d, b.operand(pair)[d], FactorKind::NeedReplication);
      b.ofResult(pair, d, b.result(pair)[d], FactorKind::NeedReplication);
      continue;
    }
    dims[pair] = d;
    b.factor(dims, dims, b.result(pair)[d]);
  }
}

namespace {
template <typename OpT> struct RuleModel : ShardingRuleOpInterface::ExternalModel<RuleModel<OpT>, OpT> {
  llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op) const {
    llvm::SmallVector<int64_t> touched = touchedDims(llvm::cast<OpT>(op));
    RuleBuilder b = ruleBuilderFor(op);
    for (size_t pair = 0; pair < b.numOperands(); ++pair)
      addPair(b, pair, touched);
    if (touched.empty() && b.numOperands() == 1)
      b.elementwise();
    addPartials(op, b);
    return b.build();
  }
};

/// A number that each device knows.
struct AxisIndexModel : KernelOpInterface::ExternalModel<AxisIndexModel, AxisIndexOp> {
  void describe(mlir::Operation *, fusion::OpForm &form) const { form.kind = fusion::OpForm::Kind::Index; }
  int64_t getFlops(mlir::Operation *) const { return 0; }
};
} // namespace

void registerShardingRules(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *context, SpmdDialect *) {
    AllGatherOp::attachInterface<RuleModel<AllGatherOp>>(*context);
    SliceOp::attachInterface<RuleModel<SliceOp>>(*context);
    ReduceScatterOp::attachInterface<RuleModel<ReduceScatterOp>>(*context);
    AllReduceOp::attachInterface<RuleModel<AllReduceOp>>(*context);
    AllToAllOp::attachInterface<RuleModel<AllToAllOp>>(*context);
    CollectivePermuteOp::attachInterface<RuleModel<CollectivePermuteOp>>(*context);
    AxisIndexOp::attachInterface<AxisIndexModel>(*context);
  });
}

} // namespace shardwright::spmd
