// Ops whose attributes speak of positions or lengths: along split dimensions they take the whole dimension (the
// placement sees to that), so the local op takes the whole block.
#include "passes/partition/LocalBuilder.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertSlice : LocalPattern<stablehlo::SliceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::SliceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(context.localType(op));
    SmallVector<int64_t> limits(op.getLimitIndices());
    for (auto [dim, entry] : llvm::enumerate(context.shardingOf(op).dims))
      if (!entry.axes.empty())
        limits[dim] = type.getDimSize(dim);
    rewriter.replaceOpWithNewOp<stablehlo::SliceOp>(op, type, adaptor.getOperand(), op.getStartIndicesAttr(),
                                                    rewriter.getDenseI64ArrayAttr(limits), op.getStridesAttr());
    return success();
  }
};

struct ConvertDynamicSlice : LocalPattern<stablehlo::DynamicSliceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::DynamicSliceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(context.localType(op));
    Operation *local = cloneLocal(op, adaptor.getOperands(), rewriter, context);
    cast<stablehlo::DynamicSliceOp>(local).setSliceSizes(type.getShape());
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

} // namespace

void populateSlicePatterns(RewritePatternSet &patterns, const TypeConverter &converter, const LocalContext &context) {
  patterns.add<ConvertSlice, ConvertDynamicSlice>(converter, patterns.getContext(), context);
}

} // namespace shardwright
