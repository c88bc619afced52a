// Values that come from nowhere: each device makes its own block.
#include "dialects/stablehlo/local/LocalBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"
#include "dialects/stablehlo/shape/Shape.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

/// The device's own block of a value that is whole on every device.
Value ownBlock(Value whole, const Sharding &sharding, const LocalContext &context, OpBuilder &builder, Location loc) {
  for (auto [dim, entry] : llvm::enumerate(sharding.dims)) {
    if (entry.axes.empty())
      continue;
    auto type = cast<RankedTensorType>(whole.getType());
    Shape shape(type.getShape());
    int64_t parts = numParts(context.mesh, entry.axes);
    shape[dim] = (shape[dim] + parts - 1) / parts;
    whole = spmd::SliceOp::create(builder, loc, type.clone(shape), whole, builder.getI64IntegerAttr(dim),
                                  context.meshName, sharding::AxesAttr::get(builder.getContext(), entry.axes), nullptr);
  }
  return whole;
}

struct ConvertConstant : LocalPattern<stablehlo::ConstantOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ConstantOp op, OpAdaptor, LocalRewriter &rewriter) const {
    auto value = cast<DenseElementsAttr>(op.getValue());
    const Sharding &sharding = context.shardingOf(op);
    if (value.isSplat()) {
      auto local = cast<ShapedType>(context.localType(op));
      rewriter.replaceOpWithNewOp<stablehlo::ConstantOp>(op, value.resizeSplat(local));
      return success();
    }
    Value whole = stablehlo::ConstantOp::create(rewriter, op.getLoc(), value);
    rewriter.replaceOp(op, ownBlock(whole, sharding, context, rewriter, op.getLoc()));
    return success();
  }
};

struct ConvertIota : LocalPattern<stablehlo::IotaOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::IotaOp op, OpAdaptor, LocalRewriter &rewriter) const {
    auto type = cast<RankedTensorType>(context.localType(op));
    int64_t dim = op.getIotaDimension();
    const AxisList &axes = context.shardingOf(op).dims[dim].axes;
    if (axes.empty()) {
      rewriter.replaceOpWithNewOp<stablehlo::IotaOp>(op, type, op.getIotaDimensionAttr());
      return success();
    }
    // Counted in integers: a sum of two numbers that a floating-point type rounds is not the number of the position.
    LocalBuilder build(rewriter, op.getLoc(), context);
    rewriter.replaceOp(op, build.convert(build.positions(type.getShape(), dim, axes), type.getElementType()));
    return success();
  }
};

} // namespace

namespace stablehlo {

void attachSourceLocal(MLIRContext &context) { attachLocal<ConvertConstant, ConvertIota>(context); }

} // namespace stablehlo
} // namespace shardwright
