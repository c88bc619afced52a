// Ops whose attributes speak of positions or lengths: along split dimensions they take the whole dimension (the
// placement sees to that), so the local op takes the whole block.
#include "passes/partition/LocalBuilder.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

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
  patterns.add<ConvertDynamicSlice>(converter, patterns.getContext(), context);
}

} // namespace shardwright
