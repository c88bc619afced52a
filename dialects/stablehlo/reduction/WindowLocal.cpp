// Reductions over windows, with such a dimension split: what the neighbours hold of them is fetched.
#include "dialects/stablehlo/local/HaloExchangeBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"
#include "dialects/stablehlo/reduction/Reduction.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ExchangeReduceWindow : LocalPattern<stablehlo::ReduceWindowOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ReduceWindowOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    if (!exchange.isNeeded())
      return rewriter.byRule(op, adaptor.getOperands());
    SmallVector<Value> operands(adaptor.getOperands());
    for (size_t input = 0, n = op.getInputs().size(); input < n; ++input)
      operands[input] = exchange.fetch(operands[input], input, operands[n + input]);
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, op.getWindowDimensions().size()));
    auto local = cast<stablehlo::ReduceWindowOp>(cloneLocal(op, operands, rewriter, context));
    local.setPaddingAttr(localPadding(op.getPadding(), dims, op.getBaseDilations(), exchange, rewriter));
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

struct ExchangeSelectAndScatter : LocalPattern<stablehlo::SelectAndScatterOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::SelectAndScatterOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    if (!exchange.isNeeded())
      return rewriter.byRule(op, adaptor.getOperands());
    LocalBuilder build(rewriter, op.getLoc(), context);
    Value zero = build.zeros(cast<RankedTensorType>(op.getInitValue().getType()));
    Value operand = exchange.fetch(adaptor.getOperand(), 0), source = exchange.fetch(adaptor.getSource(), 1, zero);
    Operation *local = cloneLocal(op, {operand, source, adaptor.getInitValue()}, rewriter, context);
    local->getResult(0).setType(cast<RankedTensorType>(operand.getType()));
    auto type = cast<RankedTensorType>(context.localType(op));
    SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), ones(type.getRank(), 1);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (const HaloExchange *along = exchange.along(0, dim)) {
        starts[dim] = -along->first;
        limits[dim] -= along->first;
      }
    rewriter.replaceOpWithNewOp<stablehlo::SliceOp>(
        op, type, local->getResult(0), rewriter.getDenseI64ArrayAttr(starts), rewriter.getDenseI64ArrayAttr(limits),
        rewriter.getDenseI64ArrayAttr(ones));
    return success();
  }
};

} // namespace

namespace stablehlo {

void attachWindowLocal(MLIRContext &context) { attachLocal<ExchangeReduceWindow, ExchangeSelectAndScatter>(context); }

} // namespace stablehlo
} // namespace shardwright
