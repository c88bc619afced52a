#include "dialects/stablehlo/local/LocalBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace shardwright {

Operation *cloneLocal(Operation *op, ValueRange operands, OpBuilder &builder, const LocalContext &context) {
  SmallVector<Type> types;
  for (Value result : op->getResults())
    types.push_back(context.localType(result));
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  attributes.erase(sharding::kSpecsAttr);
  attributes.erase(sharding::kRuleAttr);
  Operation *local = Operation::create(op->getLoc(), op->getName(), types, operands, std::move(attributes),
                                       op->getPropertiesStorage(), /*successors=*/{}, op->getNumRegions());
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions()))
    from.cloneInto(&to, mapping);
  return builder.insert(local);
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

/// So that ops which differ in the order of their operands alone are found alike.
void putConstantsLast(ValueRange operands, SmallVectorImpl<Value> &local) {
  if (local.size() == 2 && operands[0].getDefiningOp<stablehlo::ConstantOp>() &&
      !operands[1].getDefiningOp<stablehlo::ConstantOp>())
    std::swap(local[0], local[1]);
}

LogicalResult cannotSplit(Operation *op) {
  return op->emitOpError("has no sharding rule, and its values are split: they have to be whole");
}

bool isPadded(Value value, const LocalContext &context) {
  return context.knows(value) && context.shardingOf(value).isUneven(context.mesh, context.globalShape(value));
}

/// Without a rule an op still runs where all it touches is whole.
bool isWhole(Operation *op, const LocalContext &context) {
  auto whole = [&](Value value) { return !context.knows(value) || context.shardingOf(value).isFullyReplicated(); };
  return llvm::all_of(op->getOperands(), whole) && llvm::all_of(op->getResults(), whole);
}

} // namespace

LogicalResult LocalRewriter::byRule(Operation *op, ValueRange operands) {
  SmallVector<Value> local(operands);
  if (llvm::any_of(op->getOperands(), [&](Value operand) { return isPadded(operand, context); })) {
    std::optional<ShardingRule> rule = partitionRule(op);
    if (!rule)
      return cannotSplit(op);
    for (size_t i = 0; i < local.size(); ++i)
      local[i] = maskReduced(op, *rule, i, local[i], *this, context);
  } else if (!mayHavePartitionRule(op) && !isWhole(op, context)) {
    return cannotSplit(op);
  }
  if (op->hasTrait<OpTrait::IsCommutative>())
    putConstantsLast(op->getOperands(), local);
  replaceOp(op, cloneLocal(op, local, *this, context)->getResults());
  return success();
}

} // namespace shardwright
