#include "dialects/spmd/ShardingRules.h"

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
  b.partial(PartialBehavior::AllAlike, {0}, {ReductionKind::Sum});
}

namespace {
template <typename OpT> struct RuleModel : ShardingRuleOpInterface::ExternalModel<RuleModel<OpT>, OpT> {
  llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op) const {
    llvm::SmallVector<int64_t> touched = touchedDims(llvm::cast<OpT>(op));
    RuleBuilder b = ruleBuilderFor(op);
    for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d) {
      if (!llvm::is_contained(touched, d)) {
        b.factor({d}, {d}, b.result(0)[d]);
        continue;
      }
      b.ofOperand(0, d, b.operand(0)[d], FactorKind::NeedReplication);
      b.ofResult(0, d, b.result(0)[d], FactorKind::NeedReplication);
    }
    if (touched.empty())
      b.elementwise();
    addPartials(op, b);
    return b.build();
  }
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
  });
}

} // namespace shardwright::spmd
