// A scatter into a split dimension: each device keeps the updates that land in its block; the others fall outside and
// are dropped.
#include "dialects/stablehlo/indexing/IndexVector.h"
#include "dialects/stablehlo/indexing/Indexing.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {
namespace {

struct ConvertScatter : LocalPattern<stablehlo::ScatterOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(stablehlo::ScatterOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    auto numbers = op.getScatterDimensionNumbers();
    const Sharding &sharding = context.shardingOf(op.getInputs().front());
    ArrayRef<int64_t> local = cast<RankedTensorType>(adaptor.getInputs().front().getType()).getShape();
    LocalBuilder build(rewriter, op.getLoc(), context);

    IndexVector vector(adaptor.getScatterIndices(), numbers.getIndexVectorDim(),
                       context.globalShape(op.getInputs().front()), rewriter, op.getLoc(), context);
    bool changed = dropPadding(op, vector, build);
    for (auto [component, dim] : llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
      const AxisList &axes = sharding.dims[dim].axes;
      if (axes.empty() || !llvm::is_contained(numbers.getInsertedWindowDims(), dim))
        continue;
      auto type = cast<RankedTensorType>(vector[component].getType());
      Value start = build.spread(build.blockStart(axes, local[dim], type.getElementType()), type.getShape());
      vector[component] = stablehlo::SubtractOp::create(rewriter, op.getLoc(), type, vector[component], start);
      changed = true;
    }

    SmallVector<Value> operands(adaptor.getOperands());
    if (changed)
      operands[op.getInputs().size()] = vector.join();
    rewriter.replaceOp(op, cloneLocal(op, operands, rewriter, context)->getResults());
    return success();
  }

private:
  /// Index vectors in padding slots point before the start, where updates are dropped.
  bool dropPadding(stablehlo::ScatterOp op, IndexVector &vector, LocalBuilder &build) const {
    int64_t vectorDim = op.getScatterDimensionNumbers().getIndexVectorDim();
    const Sharding &sharding = context.shardingOf(op.getScatterIndices());
    ArrayRef<int64_t> global = context.globalShape(op.getScatterIndices());
    bool changed = false;
    for (auto [dim, entry] : llvm::enumerate(sharding.dims)) {
      int64_t componentDim = static_cast<int64_t>(dim) > vectorDim ? dim - 1 : dim;
      if (entry.axes.empty() || static_cast<int64_t>(dim) == vectorDim)
        continue;
      for (size_t i = 0; i < vector.size(); ++i) {
        auto element = cast<RankedTensorType>(vector[i].getType()).getElementType();
        Value masked =
            build.maskPadding(vector[i], componentDim, entry.axes, global[dim], IntegerAttr::get(element, -1));
        changed |= masked != vector[i];
        vector[i] = masked;
      }
    }
    return changed;
  }
};

} // namespace

namespace stablehlo {

void attachScatterLocal(MLIRContext &context) { attachLocal<ConvertScatter>(context); }

} // namespace stablehlo
} // namespace shardwright
