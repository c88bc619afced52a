// Loops and branches: the op stays, its values become local.

#include "dialects/stablehlo/controlflow/ControlFlow.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

template <typename Op> struct ConvertRegionOp : LocalPattern<Op> {
  using LocalPattern<Op>::LocalPattern;
  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor adaptor, LocalRewriter &rewriter) const {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(adaptor.getOperands());
    for (Value result : op->getResults())
      state.addTypes(this->context.localType(result));
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
  LogicalResult matchAndRewrite(stablehlo::ReturnOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    rewriter.replaceOpWithNewOp<stablehlo::ReturnOp>(op, adaptor.getOperands());
    return success();
  }
};

} // namespace

namespace stablehlo {

void attachControlFlowLocal(MLIRContext &context) {
  attachLocal<ConvertRegionOp<stablehlo::WhileOp>, ConvertRegionOp<stablehlo::CaseOp>, ConvertRegionOp<stablehlo::IfOp>,
              ConvertRegionOp<stablehlo::OptimizationBarrierOp>, ConvertReturn>(context);
}

} // namespace stablehlo
} // namespace shardwright
