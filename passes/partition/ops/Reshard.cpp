// A change of sharding becomes the steps of its plan.
#include "dialects/stablehlo/local/LocalBuilder.h"
#include "passes/partition/PlacementGraph.h"
#include "passes/partition/ops/Frame.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertReshard : LocalPattern<sharding::ReshardOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(sharding::ReshardOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    if (auto type = cast<RankedTensorType>(context.localType(op)); type.getNumElements() == 0) {
      // Nobody has anything to send.
      rewriter.replaceOp(op, LocalBuilder(rewriter, op.getLoc(), context).zeros(type));
      return success();
    }
    ElementType element = elementTypeOf(op.getInput(), context.costs);
    absl::StatusOr<const ReshardPlan *> plan =
        context.reshards.plan(context.mesh, context.globalShape(op.getInput()), element.bytes,
                              context.shardingOf(op.getInput()), context.shardingOf(op.getResult()), element.name);
    if (!plan.ok())
      return op.emitError(std::string(plan.status().message()));
    Value value = adaptor.getInput();
    for (const ReshardStep &step : (*plan)->steps)
      value = emit(step, value, op, rewriter);
    if (Attribute user = op->getAttr(spmd::kWholeForAttr); user && value.getDefiningOp())
      value.getDefiningOp()->setAttr(spmd::kWholeForAttr, user);
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  Value emit(const ReshardStep &step, Value value, sharding::ReshardOp op, OpBuilder &builder) const {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(value.getType()).clone(step.localShape);
    auto axes = sharding::AxesAttr::get(builder.getContext(), step.axes);
    auto kind = sharding::KindAttr::get(builder.getContext(), step.kind);
    auto dim = builder.getI64IntegerAttr(step.dim.value_or(0));
    auto cause = op->getAttrOfType<StringAttr>("cause");
    switch (step.op) {
    case ReshardOp::Slice:
      return spmd::SliceOp::create(builder, loc, type, value, dim, context.meshName, axes, cause);
    case ReshardOp::AllGather:
      return spmd::AllGatherOp::create(builder, loc, type, value, dim, context.meshName, axes, cause)->getResult(0);
    case ReshardOp::AllToAll:
      return spmd::AllToAllOp::create(builder, loc, type, value, dim, builder.getI64IntegerAttr(*step.concatDim),
                                      context.meshName, axes, cause)
          ->getResult(0);
    case ReshardOp::ReduceScatter:
      return spmd::ReduceScatterOp::create(builder, loc, type, value, dim, kind, context.meshName, axes, cause)
          ->getResult(0);
    case ReshardOp::AllReduce:
      return spmd::AllReduceOp::create(builder, loc, type, value, kind, context.meshName, axes, cause)->getResult(0);
    case ReshardOp::Permute: {
      SmallVector<int64_t> pairs;
      for (auto [source, target] : step.pairs)
        llvm::append_values(pairs, source, target);
      return spmd::CollectivePermuteOp::create(builder, loc, type, value, builder.getDenseI64ArrayAttr(pairs),
                                               context.meshName, axes, cause)
          ->getResult(0);
    }
    case ReshardOp::MakePartial:
      return makePartial(step, value, loc, builder);
    }
    llvm_unreachable("every step is emitted");
  }

  /// All but the first device of the group hold what changes nothing; where the value is that already, nothing is to
  /// do.
  Value makePartial(const ReshardStep &step, Value value, Location loc, OpBuilder &builder) const {
    if (step.kind == ReductionKind::Max || step.kind == ReductionKind::Min || step.kind == ReductionKind::And ||
        step.kind == ReductionKind::Or)
      return value;
    auto type = cast<RankedTensorType>(value.getType());
    Attribute identity = identityElement(step.kind, type.getElementType());
    DenseElementsAttr constant;
    if (matchPattern(value, m_Constant(&constant)) && constant.isSplat() &&
        constant.getSplatValue<Attribute>() == identity)
      return value;
    LocalBuilder build(builder, loc, context);
    return build.select(build.isFirst(step.axes), value, build.splat(type, identity));
  }
};

} // namespace

LogicalResult makeLocal(sharding::ReshardOp op, ValueRange operands, LocalRewriter &rewriter) {
  return ConvertReshard(rewriter.context).matchAndRewrite(op, {operands, op}, rewriter);
}

/// The author's per-device code is the per-device program: the region dissolves into it.
LogicalResult makeLocal(sharding::ManualOp op, ValueRange operands, LocalRewriter &rewriter) {
  FailureOr<SmallVector<Value>> results = rewriter.dissolve(op.getBody().front(), op, operands);
  if (failed(results))
    return failure();
  rewriter.replaceOp(op, *results);
  return success();
}

} // namespace shardwright
