// Ops that read beside their own positions, with such a dimension split: what the neighbours hold of it is brought, the
// local op reads inside what it then has.
#include "passes/partition/HaloExchangeBuilder.h"
#include "passes/partition/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

int64_t lengthOf(Value value, int64_t dim) { return cast<RankedTensorType>(value.getType()).getDimSize(dim); }

/// Slots behind the last element, up to the end of the window.
int64_t slotsBehind(const HaloExchange &exchange, int64_t dilation) {
  return exchange.slots - exchange.phase - ((exchange.length - 1) * dilation + 1);
}

struct ExchangeSlice : LocalPattern<stablehlo::SliceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::SliceOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const override {
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
  LogicalResult matchAndRewrite(stablehlo::PadOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const override {
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
  LogicalResult matchAndRewrite(stablehlo::ReverseOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const override {
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
  LogicalResult matchAndRewrite(stablehlo::ConcatenateOp op, OpAdaptor adaptor,
                                LocalRewriter &rewriter) const override {
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

/// A window attribute with the padding of the exchanged dimensions replaced; `dims` are those of the operand.
DenseIntElementsAttr localPadding(std::optional<DenseIntElementsAttr> padding, ArrayRef<int64_t> dims,
                                  std::optional<ArrayRef<int64_t>> dilations, const HaloExchangeBuilder &exchange,
                                  Builder &builder) {
  SmallVector<int64_t> values(2 * dims.size(), 0);
  if (padding)
    values.assign(padding->getValues<int64_t>().begin(), padding->getValues<int64_t>().end());
  for (auto [entry, dim] : llvm::enumerate(dims))
    if (const HaloExchange *along = exchange.along(0, dim)) {
      values[2 * entry] = along->phase;
      values[2 * entry + 1] = slotsBehind(*along, dilations ? (*dilations)[entry] : 1);
    }
  int64_t count = dims.size();
  return DenseIntElementsAttr::get(RankedTensorType::get({count, 2}, builder.getI64Type()), values);
}

struct ExchangeReduceWindow : LocalPattern<stablehlo::ReduceWindowOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ReduceWindowOp op, OpAdaptor adaptor,
                                LocalRewriter &rewriter) const override {
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
  LogicalResult matchAndRewrite(stablehlo::SelectAndScatterOp op, OpAdaptor adaptor,
                                LocalRewriter &rewriter) const override {
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

/// How many of `groups` a device has, of whose dimension it has `local` of `all` elements.
int64_t localGroups(int64_t groups, int64_t local, int64_t all) {
  return groups == 1 || all == 0 ? groups : local / (all / groups);
}

struct LocalConvolution : LocalPattern<stablehlo::ConvolutionOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ConvolutionOp op, OpAdaptor adaptor,
                                LocalRewriter &rewriter) const override {
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
      return localGroups(all, lengthOf(operands[0], dim), context.globalShape(op.getLhs())[dim]);
    };
    local.setFeatureGroupCount(groups(op.getFeatureGroupCount(), numbers.getInputFeatureDimension()));
    local.setBatchGroupCount(groups(op.getBatchGroupCount(), numbers.getInputBatchDimension()));
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

} // namespace

void populateWindowPatterns(LocalPatterns &patterns) {
  patterns.add<ExchangeSlice, ExchangePad, ExchangeReverse, ExchangeConcatenate, ExchangeReduceWindow,
               ExchangeSelectAndScatter, LocalConvolution>();
}

} // namespace shardwright
