// A window at a runtime position of a split dimension: the device reads, or writes, of it what lies in its block.
#include "dialects/interfaces/TensorType.h"
#include "dialects/stablehlo/indexing/Indexing.h"
#include "dialects/stablehlo/local/LocalBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

/// A device's block of an array, and a window of the array: along every split dimension that the window is shorter
/// than, a piece of the block that has all that lies in the window.
class WindowOnBlock {
public:
  /// `window`: its shape, of blocks where the window is as long as the array. `starts`: where it lies in the array.
  WindowOnBlock(Value array, ArrayRef<int64_t> globalWindow, ArrayRef<int64_t> localWindow, Value block,
                ValueRange starts, OpBuilder &builder, Location loc, const LocalContext &context)
      : builder(builder), loc(loc), build(builder, loc, context), block(block), window(localWindow),
        pieceShape(localWindow), offsets(localWindow.size()) {
    for (Value start : starts)
      begins.push_back(build.convert(build.signedIndex(start, INT64_MAX), builder.getI64Type()));
    for (size_t dim = 0; dim < begins.size(); ++dim)
      if (isSplit(array, globalWindow, dim, context))
        meet(dim, context.shardingOf(array).dims[dim].axes, context.globalShape(array)[dim]);
  }

  static bool isSplit(Value array, ArrayRef<int64_t> globalWindow, size_t dim, const LocalContext &context) {
    return !context.shardingOf(array).dims[dim].axes.empty() && globalWindow[dim] != context.globalShape(array)[dim];
  }
  static bool isSplit(Value array, ArrayRef<int64_t> globalWindow, const LocalContext &context) {
    return llvm::any_of(llvm::seq<size_t>(0, globalWindow.size()),
                        [&](size_t dim) { return isSplit(array, globalWindow, dim, context); });
  }

  Value piece() {
    return stablehlo::DynamicSliceOp::create(builder, loc, tensorType(block).clone(pieceShape), block, begins,
                                             builder.getDenseI64ArrayAttr(pieceShape));
  }

  /// What the window has of the piece, zeros elsewhere.
  Value fromPiece(Value piece) {
    return shifted(piece, window, [&](Value offset) { return negated(offset); });
  }

  /// What the piece has of the window, any elements elsewhere.
  Value toPiece(Value written) {
    return shifted(written, pieceShape, [](Value offset) { return offset; });
  }

  /// Which elements of the piece lie in the window.
  Value inWindow() {
    Value inside;
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      if (!offset)
        continue;
      auto type = RankedTensorType::get(pieceShape, builder.getI64Type());
      Value place = stablehlo::IotaOp::create(builder, loc, type, builder.getI64IntegerAttr(dim));
      place = stablehlo::AddOp::create(builder, loc, type, place, build.spread(offset, pieceShape));
      for (auto [direction, bound] : {std::pair<StringRef, int64_t>("GE", 0), {"LT", window[dim]}}) {
        Value holds = build.compare(direction, place, build.splat(type, bound));
        inside = inside ? Value(stablehlo::AndOp::create(builder, loc, holds.getType(), inside, holds)) : holds;
      }
    }
    return inside;
  }

  Value write(Value piece) {
    return stablehlo::DynamicUpdateSliceOp::create(builder, loc, block.getType(), block, piece, begins);
  }

private:
  void meet(size_t dim, const AxisList &axes, int64_t length) {
    int64_t blockLength = tensorType(block).getDimSize(dim);
    pieceShape[dim] = std::min(window[dim], blockLength);
    // It is moved inside the array before anything is read relative to the block.
    Value start = clamped(begins[dim], length - window[dim]);
    start = stablehlo::SubtractOp::create(builder, loc, start.getType(), start,
                                          build.blockStart(axes, blockLength, builder.getI64Type()));
    begins[dim] = clamped(start, blockLength - pieceShape[dim]);
    offsets[dim] = stablehlo::SubtractOp::create(builder, loc, start.getType(), begins[dim], start);
  }

  Value clamped(Value index, int64_t last) {
    auto type = tensorType(index);
    return stablehlo::ClampOp::create(builder, loc, type, build.zeros(type), index, build.splat(type, last));
  }

  Value negated(Value offset) { return stablehlo::NegOp::create(builder, loc, offset.getType(), offset); }

  /// Of `from`, with as many zeros on either side as are taken, the elements from `by(offset)` on.
  Value shifted(Value from, ArrayRef<int64_t> taken, llvm::function_ref<Value(Value)> by) {
    auto type = tensorType(from);
    SmallVector<int64_t> around(type.getRank(), 0), none(type.getRank(), 0), padded(type.getShape());
    auto scalar = RankedTensorType::get({}, builder.getI64Type());
    SmallVector<Value> starts(type.getRank(), build.zeros(scalar));
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      if (!offset)
        continue;
      around[dim] = taken[dim];
      padded[dim] += 2 * taken[dim];
      starts[dim] = stablehlo::AddOp::create(builder, loc, scalar, by(offset), build.splat(scalar, taken[dim]));
    }
    Value zero = build.zeros(type.clone(ArrayRef<int64_t>{}));
    auto edges = builder.getDenseI64ArrayAttr(around);
    from = stablehlo::PadOp::create(builder, loc, type.clone(padded), from, zero, edges, edges,
                                    builder.getDenseI64ArrayAttr(none));
    return stablehlo::DynamicSliceOp::create(builder, loc, type.clone(taken), from, starts,
                                             builder.getDenseI64ArrayAttr(taken));
  }

  OpBuilder &builder;
  Location loc;
  LocalBuilder build;
  Value block;
  Shape window, pieceShape;
  SmallVector<Value> begins;  // of the piece in the block
  SmallVector<Value> offsets; // of the piece in the window, along the dimensions where it may lie elsewhere
};

struct ConvertDynamicSlice : LocalPattern<stablehlo::DynamicSliceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::DynamicSliceOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    auto type = cast<RankedTensorType>(context.localType(op));
    if (WindowOnBlock::isSplit(op.getOperand(), op.getSliceSizes(), context)) {
      WindowOnBlock window(op.getOperand(), op.getSliceSizes(), type.getShape(), adaptor.getOperand(),
                           adaptor.getStartIndices(), rewriter, op.getLoc(), context);
      rewriter.replaceOp(op, window.fromPiece(window.piece()));
      return success();
    }
    Operation *local = cloneLocal(op, adaptor.getOperands(), rewriter, context);
    cast<stablehlo::DynamicSliceOp>(local).setSliceSizes(type.getShape());
    rewriter.replaceOp(op, local->getResults());
    return success();
  }
};

struct ConvertDynamicUpdateSlice : LocalPattern<stablehlo::DynamicUpdateSliceOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::DynamicUpdateSliceOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    ArrayRef<int64_t> written = context.globalShape(op.getUpdate());
    if (!WindowOnBlock::isSplit(op.getOperand(), written, context))
      return rewriter.byRule(op, adaptor.getOperands());
    WindowOnBlock window(op.getOperand(), written, tensorType(adaptor.getUpdate()).getShape(), adaptor.getOperand(),
                         adaptor.getStartIndices(), rewriter, op.getLoc(), context);
    LocalBuilder build(rewriter, op.getLoc(), context);
    Value piece = build.select(window.inWindow(), window.toPiece(adaptor.getUpdate()), window.piece());
    rewriter.replaceOp(op, window.write(piece));
    return success();
  }
};

} // namespace

namespace stablehlo {

void attachDynamicSliceLocal(MLIRContext &context) {
  attachLocal<ConvertDynamicSlice, ConvertDynamicUpdateSlice>(context);
}

} // namespace stablehlo
} // namespace shardwright
