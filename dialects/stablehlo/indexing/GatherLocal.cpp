// A gather from a split dimension: each device looks up what lies in its block and leaves zero elsewhere; the sum is
// the answer.
#include "dialects/stablehlo/indexing/IndexVector.h"
#include "dialects/stablehlo/indexing/Indexing.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertGather : LocalPattern<stablehlo::GatherOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::GatherOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    auto numbers = op.getDimensionNumbers();
    const Sharding &sharding = context.shardingOf(op.getOperand());
    ArrayRef<int64_t> global = context.globalShape(op.getOperand());
    ArrayRef<int64_t> local = cast<RankedTensorType>(adaptor.getOperand().getType()).getShape();
    LocalBuilder build(rewriter, op.getLoc(), context);

    SmallVector<int64_t> sliceSizes(op.getSliceSizes());
    for (size_t dim = 0; dim < sliceSizes.size(); ++dim)
      if (sliceSizes[dim] == global[dim])
        sliceSizes[dim] = local[dim];

    Value indices = adaptor.getStartIndices(), found;
    IndexVector vector(indices, numbers.getIndexVectorDim(), global, rewriter, op.getLoc(), context);
    for (auto [component, dim] : llvm::enumerate(numbers.getStartIndexMap())) {
      const AxisList &axes = sharding.dims[dim].axes;
      if (axes.empty() || op.getSliceSizes()[dim] == global[dim])
        continue;
      // Out-of-range indices clamp to the whole dimension before they are read relative to the block.
      Value index = clampTo(vector[component], global[dim] - 1, build, rewriter);
      auto type = cast<RankedTensorType>(index.getType());
      Value start = build.spread(build.blockStart(axes, local[dim], type.getElementType()), type.getShape());
      index = stablehlo::SubtractOp::create(rewriter, op.getLoc(), type, index, start);
      Value inside = stablehlo::AndOp::create(rewriter, op.getLoc(), type.clone(rewriter.getI1Type()),
                                              build.compare("GE", index, build.zeros(type)),
                                              build.compare("LT", index, build.splat(type, local[dim])));
      found = found ? Value(stablehlo::AndOp::create(rewriter, op.getLoc(), inside.getType(), found, inside)) : inside;
      vector[component] = index;
    }
    if (found)
      indices = vector.join();

    SmallVector<Value> operands{adaptor.getOperand(), indices};
    auto lookup = cast<stablehlo::GatherOp>(cloneLocal(op, operands, rewriter, context));
    lookup.setSliceSizes(sliceSizes);
    Value result = lookup.getResult();
    if (found)
      result = zeroWhereNot(found, result, numbers.getOffsetDims(), build, rewriter);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Value clampTo(Value index, int64_t last, LocalBuilder &build, OpBuilder &builder) {
    auto type = cast<RankedTensorType>(index.getType());
    auto scalar = type.clone(ArrayRef<int64_t>{});
    return stablehlo::ClampOp::create(builder, index.getLoc(), type, build.zeros(scalar), index,
                                      build.splat(scalar, last));
  }

  /// `found` has the batch dimensions of the result, in order: those that are not offset dimensions.
  static Value zeroWhereNot(Value found, Value result, ArrayRef<int64_t> offsetDims, LocalBuilder &build,
                            OpBuilder &builder) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> batchDims;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(offsetDims, dim))
        batchDims.push_back(dim);
    Value mask = stablehlo::BroadcastInDimOp::create(builder, result.getLoc(), type.clone(builder.getI1Type()), found,
                                                     builder.getDenseI64ArrayAttr(batchDims));
    return build.select(mask, result, build.zeros(type));
  }
};

} // namespace

namespace stablehlo {

void attachGatherLocal(MLIRContext &context) { attachLocal<ConvertGather>(context); }

} // namespace stablehlo
} // namespace shardwright
