// The boundary: arguments and results become blocks, and keep saying of what.
#include "passes/partition/LocalContext.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace shardwright {

static constexpr llvm::StringLiteral kGlobalTypeAttr = "spmd.global_type";

namespace {

struct ConvertFunction : LocalPattern<func::FuncOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(func::FuncOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    FunctionType type = op.getFunctionType();
    SmallVector<Type> inputs, results;
    TypeConverter::SignatureConversion signature(type.getNumInputs());
    for (BlockArgument arg : op.getArguments()) {
      inputs.push_back(context.localType(arg));
      signature.addInputs(arg.getArgNumber(), inputs.back());
    }
    for (auto [index, result] : llvm::enumerate(type.getResults()))
      results.push_back(localResultType(op, index, cast<RankedTensorType>(result)));
    rewriter.applySignatureConversion(&op.getBody().front(), signature, this->getTypeConverter());
    rewriter.modifyOpInPlace(op, [&] {
      for (auto [index, input] : llvm::enumerate(type.getInputs())) {
        op.setArgAttr(index, kGlobalTypeAttr, TypeAttr::get(input));
        if (!op.getArgAttr(index, sharding::kSpecAttr))
          op.setArgAttr(index, sharding::kSpecAttr, whole(cast<RankedTensorType>(input).getRank()));
      }
      for (auto [index, result] : llvm::enumerate(type.getResults())) {
        op.setResultAttr(index, kGlobalTypeAttr, TypeAttr::get(result));
        if (!op.getResultAttr(index, sharding::kSpecAttr))
          op.setResultAttr(index, sharding::kSpecAttr, whole(cast<RankedTensorType>(result).getRank()));
      }
      op.setFunctionType(rewriter.getFunctionType(inputs, results));
    });
    return success();
  }

private:
  sharding::SpecAttr whole(size_t rank) const {
    return sharding::SpecAttr::get(context.meshName, Sharding::closed(rank));
  }

  Type localResultType(func::FuncOp op, unsigned index, RankedTensorType type) const {
    sharding::SpecAttr spec = sharding::getResultSpec(op, index);
    if (!spec)
      return type;
    return type.clone(spec.getValue().localShape(context.mesh, type.getShape()));
  }
};

struct ConvertFunctionReturn : LocalPattern<func::ReturnOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(func::ReturnOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op, adaptor.getOperands());
    return success();
  }
};

} // namespace

void populateFunctionPatterns(RewritePatternSet &patterns, const TypeConverter &converter,
                              const LocalContext &context) {
  patterns.add<ConvertFunction, ConvertFunctionReturn>(converter, patterns.getContext(), context);
}

} // namespace shardwright
