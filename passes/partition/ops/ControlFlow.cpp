// Loops, branches, manual regions: the op stays, its values become local.
#include "passes/partition/LocalContext.h"

#include "dialects/sharding/Shardings.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertRegionOp : ConversionPattern {
  ConvertRegionOp(StringRef name, const TypeConverter &converter, MLIRContext *mlirContext, const LocalContext &context)
      : ConversionPattern(converter, name, /*benefit=*/2, mlirContext), context(context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    for (Value result : op->getResults())
      state.addTypes(context.localType(result));
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *local = rewriter.create(state);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (failed(rewriter.convertRegionTypes(&to, *typeConverter)))
        return failure();
    }
    rewriter.replaceOp(op, local->getResults());
    return success();
  }

  const LocalContext &context;
};

struct ConvertReturn : LocalPattern<stablehlo::ReturnOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ReturnOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<stablehlo::ReturnOp>(op, adaptor.getOperands());
    return success();
  }
};

/// The author's per-device code is the per-device program: the region dissolves into it.
struct ConvertManual : LocalPattern<sharding::ManualOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(sharding::ManualOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    Operation *terminator = body.getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    rewriter.inlineBlockBefore(&body, op, adaptor.getOperands());
    rewriter.eraseOp(terminator);
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void populateControlFlowPatterns(RewritePatternSet &patterns, const TypeConverter &converter,
                                 const LocalContext &context) {
  for (StringRef name : {stablehlo::WhileOp::getOperationName(), stablehlo::CaseOp::getOperationName(),
                         stablehlo::IfOp::getOperationName(), stablehlo::OptimizationBarrierOp::getOperationName()})
    patterns.add<ConvertRegionOp>(name, converter, patterns.getContext(), context);
  patterns.add<ConvertReturn, ConvertManual>(converter, patterns.getContext(), context);
}

} // namespace shardwright
