// Ops that read beside their own positions, with such a dimension split: what the neighbours hold of it is brought, the
// local op reads inside what it then has.
#include "dialects/stablehlo/local/HaloExchangeBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"
#include "dialects/stablehlo/shape/Shape.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

int64_t lengthOf(Value value, int64_t dim) { return cast<RankedTensorType>(value.getType()).getDimSize(dim); }

struct ExchangeSlice : LocalPattern<stablehlo::SliceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::SliceOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    Value operand = exchange.fetch(adaptor.getOperand(), 0);
    SmallVector<int64_t> starts(op.getStartIndices()), limits(op.getLimitIndices());
    for (auto [dim, entry] : llvm::enumerate(context.shardingOf(op).dims))
      if (!entry.axes.empty()) {
        starts[dim] = 0;
        limits[dim] = lengthOf(operand, dim);
      }
    auto type = cast<RankedTensorType>(context.localType(op));
    if (operand.getType() == type)
      rewriter.replaceOp(op, operand);
    else
      rewriter.replaceOpWithNewOp<stablehlo::SliceOp>(op, type, operand, rewriter.getDenseI64ArrayAttr(starts),
                                                      rewriter.getDenseI64ArrayAttr(limits), op.getStridesAttr());
    return success();
  }
};

struct ExchangePad : LocalPattern<stablehlo::PadOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::PadOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    if (!exchange.isNeeded())
      return rewriter.byRule(op, adaptor.getOperands());
    Value operand = exchange.fetch(adaptor.getOperand(), 0, adaptor.getPaddingValue());
    SmallVector<int64_t> low(op.getEdgePaddingLow()), high(op.getEdgePaddingHigh());
    for (int64_t dim = 0; dim < static_cast<int64_t>(low.size()); ++dim)
      if (const HaloExchange *along = exchange.along(0, dim)) {
        low[dim] = along->phase;
        high[dim] = slotsBehind(*along, op.getInteriorPadding()[dim] + 1);
      }
    auto none = [](ArrayRef<int64_t> sizes) { return llvm::all_of(sizes, [](int64_t size) { return size == 0; }); };
    if (none(low) && none(high) && none(op.getInteriorPadding()))
      rewriter.replaceOp(op, operand);
    else
      rewriter.replaceOpWithNewOp<stablehlo::PadOp>(op, cast<RankedTensorType>(context.localType(op)), operand,
                                                    adaptor.getPaddingValue(), rewriter.getDenseI64ArrayAttr(low),
                                                    rewriter.getDenseI64ArrayAttr(high), op.getInteriorPaddingAttr());
    return success();
  }
};

struct ExchangeReverse : LocalPattern<stablehlo::ReverseOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ReverseOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    Value turned = exchange.fetch(adaptor.getOperand(), 0);
    SmallVector<int64_t> whole;
    for (int64_t dim : op.getDimensions())
      if (!exchange.along(0, dim))
        whole.push_back(dim);
    if (whole.empty())
      rewriter.replaceOp(op, turned);
    else
      rewriter.replaceOpWithNewOp<stablehlo::ReverseOp>(op, context.localType(op), turned,
                                                        rewriter.getDenseI64ArrayAttr(whole));
    return success();
  }
};

/// Each device takes every position from the piece that it lies in.
struct ExchangeConcatenate : LocalPattern<stablehlo::ConcatenateOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ConcatenateOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    HaloExchangeBuilder exchange(op, rewriter, context);
    int64_t dim = op.getDimension(), start = context.globalShape(op)[dim];
    if (start == 0)
      return rewriter.byRule(op, adaptor.getOperands());
    if (!exchange.isNeeded())
      return rewriter.byRule(op, adaptor.getOperands());
    auto type = cast<RankedTensorType>(context.localType(op));
    LocalBuilder build(rewriter, op.getLoc(), context);
    Value position = build.positions(type.getShape(), dim, context.shardingOf(op).dims[dim].axes), joined;
    for (size_t index = op.getInputs().size(); index-- > 0;) {
      int64_t length = context.globalShape(op.getInputs()[index])[dim];
      if (length == 0)
        continue;
      Value piece = exchange.fetch(adaptor.getInputs()[index], index);
      if (joined) {
        Value end = build.splat(cast<RankedTensorType>(position.getType()), start);
        joined = build.select(build.compare("LT", position, end), piece, joined);
      } else {
        joined = piece;
      }
      start -= length;
    }
    rewriter.replaceOp(op, joined);
    return success();
  }
};

/// It names the lengths of its new dimensions, which are local ones behind partitioning.
struct ConvertBroadcast : LocalPattern<stablehlo::BroadcastOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::BroadcastOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    Operation *local = cloneLocal(op, adaptor.getOperands(), rewriter, context);
    ArrayRef<int64_t> shape = cast<RankedTensorType>(local->getResult(0).getType()).getShape();
    cast<stablehlo::BroadcastOp>(local).setBroadcastSizes(shape.take_front(op.getBroadcastSizes().size()));
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

} // namespace

namespace stablehlo {

void attachShapeLocal(MLIRContext &context) {
  attachLocal<ExchangeSlice, ExchangePad, ExchangeReverse, ExchangeConcatenate, ConvertBroadcast>(context);
}

} // namespace stablehlo
} // namespace shardwright
