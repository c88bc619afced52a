// A broadcast names the lengths of its new dimensions, which are local ones behind partitioning.
#include "passes/partition/LocalBuilder.h"
#include "passes/partition/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertBroadcast : LocalPattern<stablehlo::BroadcastOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::BroadcastOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const override {
    Operation *local = cloneLocal(op, adaptor.getOperands(), rewriter, context);
    ArrayRef<int64_t> shape = cast<RankedTensorType>(local->getResult(0).getType()).getShape();
    cast<stablehlo::BroadcastOp>(local).setBroadcastSizes(shape.take_front(op.getBroadcastSizes().size()));
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

} // namespace

void populateBroadcastPatterns(LocalPatterns &patterns) { patterns.add<ConvertBroadcast>(); }

} // namespace shardwright
