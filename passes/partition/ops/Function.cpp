// The boundary: arguments and results become blocks, and keep saying of what.

#include "passes/partition/ops/Frame.h"

#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace shardwright {

static constexpr llvm::StringLiteral kGlobalTypeAttr = "spmd.global_type";

namespace {

struct ConvertFunction : LocalPattern<func::FuncOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(func::FuncOp op, LocalRewriter &rewriter) const {
    FunctionType type = op.getFunctionType();
    SmallVector<Type> inputs, results;
    for (BlockArgument arg : op.getArguments())
      inputs.push_back(context.localType(arg));
    for (auto [index, result] : llvm::enumerate(type.getResults()))
      results.push_back(localResultType(op, index, cast<RankedTensorType>(result)));
    sharding::BorderAttributes border(op);
    for (auto [attributes, input] : llvm::zip_equal(border.arguments, type.getInputs()))
      sayWhatOf(input, attributes);
    for (auto [attributes, result] : llvm::zip_equal(border.results, type.getResults()))
      sayWhatOf(result, attributes);
    border.writeTo(op);
    op.setFunctionType(rewriter.getFunctionType(inputs, results));
    return rewriter.localize(op.getBody());
  }

private:
  /// Of which array this is a block, and which block.
  void sayWhatOf(Type global, NamedAttrList &attributes) const {
    attributes.set(kGlobalTypeAttr, TypeAttr::get(global));
    if (!attributes.get(sharding::kSpecAttr)) {
      size_t rank = cast<RankedTensorType>(global).getRank();
      attributes.set(sharding::kSpecAttr, sharding::SpecAttr::get(context.meshName, Sharding::closed(rank)));
    }
  }

  Type localResultType(func::FuncOp op, unsigned index, RankedTensorType type) const {
    sharding::SpecAttr spec = sharding::getResultSpec(op, index);
    if (!spec)
      return type;
    return type.clone(spec.getValue().localShape(context.mesh, type.getShape()));
  }
};

} // namespace

LogicalResult makeLocal(func::FuncOp op, LocalRewriter &rewriter) {
  return ConvertFunction(rewriter.context).matchAndRewrite(op, rewriter);
}

LogicalResult makeLocal(func::ReturnOp op, ValueRange operands, LocalRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<func::ReturnOp>(op, operands);
  return success();
}

} // namespace shardwright
