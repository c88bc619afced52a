#include "passes/partition/LocalBuilder.h"

#include "dialects/sharding/Shardings.h"

using namespace mlir;

namespace shardwright {

Operation *cloneLocal(Operation *op, ValueRange operands, ConversionPatternRewriter &rewriter,
                      const LocalContext &context) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  for (Value result : op->getResults())
    state.addTypes(context.localType(result));
  for (NamedAttribute attr : op->getAttrs())
    if (attr.getName() != sharding::kSpecsAttr && attr.getName() != sharding::kRuleAttr)
      state.addAttribute(attr.getName(), attr.getValue());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *local = rewriter.create(state);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions()))
    rewriter.cloneRegionBefore(from, to, to.end());
  return local;
}

Value maskReduced(Operation *op, const ShardingRule &rule, size_t index, Value local, OpBuilder &builder,
                  const LocalContext &context) {
  const Sharding &sharding = context.shardingOf(op->getOperand(index));
  ArrayRef<int64_t> shape = context.globalShape(op->getOperand(index));
  LocalBuilder build(builder, op->getLoc(), context);
  for (auto [dim, factors] : llvm::enumerate(rule.operands[index])) {
    std::optional<int64_t> sole = rule.soleFactor(factors);
    if (!sole || rule.factors[*sole].kind != FactorKind::Reduction || sharding.dims[dim].axes.empty())
      continue;
    Type element = cast<RankedTensorType>(local.getType()).getElementType();
    local = build.maskPadding(local, dim, sharding.dims[dim].axes, shape[dim],
                              identityElement(rule.factors[*sole].reduction, element));
  }
  return local;
}

namespace {

struct ByRule : ConversionPattern {
  ByRule(const TypeConverter &converter, MLIRContext *mlirContext, const LocalContext &context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1, mlirContext), context(context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    std::optional<ShardingRule> rule = partitionRule(op);
    if (!rule && !isWhole(op))
      return rewriter.notifyMatchFailure(op, "split, but without a sharding rule");
    SmallVector<Value> local(operands);
    if (rule)
      for (size_t i = 0; i < local.size(); ++i)
        local[i] = maskReduced(op, *rule, i, local[i], rewriter, context);
    rewriter.replaceOp(op, cloneLocal(op, local, rewriter, context)->getResults());
    return success();
  }

private:
  /// Without a rule an op still runs where all it touches is whole.
  bool isWhole(Operation *op) const {
    auto whole = [&](Value value) { return !context.knows(value) || context.shardingOf(value).isFullyReplicated(); };
    return llvm::all_of(op->getOperands(), whole) && llvm::all_of(op->getResults(), whole);
  }

  const LocalContext &context;
};

} // namespace

void populateRulePatterns(RewritePatternSet &patterns, const TypeConverter &converter, const LocalContext &context) {
  patterns.add<ByRule>(converter, patterns.getContext(), context);
}

} // namespace shardwright
