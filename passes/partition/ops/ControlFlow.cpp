// Loops, branches, manual regions: the op stays, its values become local.

#include "passes/partition/LocalRewriter.h"

#include "dialects/sharding/Shardings.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertRegionOp : AnyLocalPattern {
  using AnyLocalPattern::AnyLocalPattern;

  LogicalResult rewrite(Operation *op, ValueRange operands, LocalRewriter &rewriter) const override {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    for (Value result : op->getResults())
      state.addTypes(context.localType(result));
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *local = rewriter.create(state);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions())) {
      to.takeBody(from);
      if (failed(rewriter.localize(to)))
        return failure();
    }
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

struct ConvertReturn : LocalPattern<stablehlo::ReturnOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ReturnOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<stablehlo::ReturnOp>(op, adaptor.getOperands());
    return success();
  }
};

/// The author's per-device code is the per-device program: the region dissolves into it.
struct ConvertManual : LocalPattern<sharding::ManualOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(sharding::ManualOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = rewriter.dissolve(op.getBody().front(), op, adaptor.getOperands());
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

} // namespace

void populateControlFlowPatterns(LocalPatterns &patterns) {
  for (StringRef name : {stablehlo::WhileOp::getOperationName(), stablehlo::CaseOp::getOperationName(),
                         stablehlo::IfOp::getOperationName(), stablehlo::OptimizationBarrierOp::getOperationName()})
    patterns.add(name, std::make_unique<ConvertRegionOp>(patterns.context));
  patterns.add<ConvertReturn, ConvertManual>();
}

} // namespace shardwright
