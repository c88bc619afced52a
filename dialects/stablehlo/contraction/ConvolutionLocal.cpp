// A convolution with a spatial dimension split: what the neighbours hold of its windows is fetched.
#include "dialects/interfaces/TensorType.h"
#include "dialects/stablehlo/contraction/Contraction.h"
#include "dialects/stablehlo/local/HaloExchangeBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

/// How many of `groups` a device has, of whose dimension it has `local` of `all` elements.
int64_t localGroups(int64_t groups, int64_t local, int64_t all) {
  return groups == 1 || all == 0 ? groups : local / (all / groups);
}

struct LocalConvolution : LocalPattern<stablehlo::ConvolutionOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ConvolutionOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    SmallVector<Value> operands(adaptor.getOperands());
    for (size_t operand = 0; operand < operands.size(); ++operand)
      operands[operand] = maskReduced(op, *partitionRule(op), operand, operands[operand], rewriter, context);
    LocalBuilder build(rewriter, op.getLoc(), context);
    auto scalar = RankedTensorType::get({}, cast<RankedTensorType>(op.getLhs().getType()).getElementType());
    operands[0] = exchange.fetch(operands[0], 0, build.zeros(scalar));
    auto local = cast<stablehlo::ConvolutionOp>(cloneLocal(op, operands, rewriter, context));
    stablehlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    local.setPaddingAttr(
        localPadding(op.getPadding(), numbers.getInputSpatialDimensions(), op.getLhsDilation(), exchange, rewriter));
    auto groups = [&](int64_t all, int64_t dim) {
      return localGroups(all, tensorType(operands[0]).getDimSize(dim), context.globalShape(op.getLhs())[dim]);
    };
    local.setFeatureGroupCount(groups(op.getFeatureGroupCount(), numbers.getInputFeatureDimension()));
    local.setBatchGroupCount(groups(op.getBatchGroupCount(), numbers.getInputBatchDimension()));
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

} // namespace

namespace stablehlo {

void attachConvolutionLocal(MLIRContext &context) { attachLocal<LocalConvolution>(context); }

} // namespace stablehlo
} // namespace shardwright
