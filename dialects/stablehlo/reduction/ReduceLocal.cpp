// A reduction by a body of its own (argmax) over a split dimension: every device reduces its block, what all of them
// found is gathered, and the body reduces that.
#include "dialects/stablehlo/local/LocalBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"
#include "dialects/stablehlo/reduction/Reduction.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertReduce : LocalPattern<stablehlo::ReduceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ReduceOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    std::optional<ShardingRule> rule = partitionRule(op);
    AxisList axes = rule ? combinedAxes(op, *rule) : AxisList();
    if (axes.empty())
      return rewriter.byRule(op, adaptor.getOperands());
    SmallVector<Value> operands(adaptor.getOperands());
    size_t n = op.getInputs().size();
    LocalBuilder build(rewriter, op.getLoc(), context);
    // Padding holds the start value, which by StableHLO's definition changes nothing.
    for (size_t i = 0; i < n; ++i)
      for (int64_t dim : op.getDimensions())
        operands[i] = build.maskPadding(operands[i], dim, context.shardingOf(op.getInputs()[i]).dims[dim].axes,
                                        context.globalShape(op.getInputs()[i])[dim], operands[n + i]);
    Operation *own = cloneLocal(op, operands, rewriter, context);
    SmallVector<Value> found;
    for (Value result : own->getResults())
      found.push_back(gather(result, axes, op, rewriter));
    llvm::append_range(found, llvm::ArrayRef(operands).drop_front(n));
    auto all = cast<stablehlo::ReduceOp>(cloneLocal(op, found, rewriter, context));
    all.setDimensions({0});
    rewriter.replaceOp(op, all->getResults());
    return success();
  }

private:
  AxisList combinedAxes(stablehlo::ReduceOp op, const ShardingRule &rule) const {
    AxisList axes;
    const Sharding &sharding = context.shardingOf(op.getInputs().front());
    for (auto [dim, factors] : llvm::enumerate(rule.operands.front()))
      if (llvm::any_of(factors, [&](int64_t factor) { return rule.factors[factor].combined; }))
        for (const AxisRef &axis : sharding.dims[dim].axes)
          append(context.mesh, axes, axis);
    return axes;
  }

  /// The values of the group along a new first dimension, in the order of the blocks.
  Value gather(Value value, const AxisList &axes, stablehlo::ReduceOp op, OpBuilder &builder) const {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), 1);
    Value one = stablehlo::ReshapeOp::create(builder, op.getLoc(), type.clone(shape), value);
    shape.front() = numParts(context.mesh, axes);
    auto attr = sharding::AxesAttr::get(builder.getContext(), axes);
    return spmd::AllGatherOp::create(builder, op.getLoc(), type.clone(shape), one, builder.getI64IntegerAttr(0),
                                     context.meshName, attr,
                                     builder.getStringAttr("stablehlo.reduce combines what each device found"))
        ->getResult(0);
  }
};

} // namespace

namespace stablehlo {

void attachReduceLocal(MLIRContext &context) { attachLocal<ConvertReduce>(context); }

} // namespace stablehlo
} // namespace shardwright
