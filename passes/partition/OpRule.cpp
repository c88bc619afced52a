#include "passes/partition/OpRule.h"

#include "passes/partition/OpWindows.h"

#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace shardwright {

Shape shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? Shape(type.getShape()) : Shape();
}

OpShapes shapesOf(Operation *op) {
  OpShapes shapes;
  for (Value operand : op->getOperands())
    shapes.operands.push_back(shapeOf(operand));
  for (Value result : op->getResults())
    shapes.results.push_back(shapeOf(result));
  return shapes;
}

static void keepWhole(ShardingRule &rule, const DimFactors &factors) {
  for (int64_t factor : factors)
    rule.factors[factor].kind = FactorKind::NeedReplication;
}

/// Of a window at a runtime position each device has what lies in its block, and zeros elsewhere: the results add up.
static void sumOverBlocks(stablehlo::DynamicSliceOp op, ShardingRule &rule) {
  Shape operand = shapeOf(op.getOperand()), result = shapeOf(op.getResult());
  for (size_t dim = 0; dim < operand.size(); ++dim) {
    if (operand[dim] == result[dim])
      continue;
    rule.factors[rule.operands[0][dim].front()] = Factor{operand[dim], FactorKind::Reduction};
    rule.results[0][dim] = {static_cast<int64_t>(rule.factors.size())};
    rule.factors.push_back(Factor{result[dim], FactorKind::NeedReplication});
  }
}

/// A dimension of one slot that no index addresses is read, or written, at its start: the first block alone has that.
static void keepUnaddressedDimsWhole(stablehlo::GatherOp op, ShardingRule &rule) {
  auto numbers = op.getDimensionNumbers();
  for (size_t dim = 0; dim < rule.operands[0].size(); ++dim)
    if (op.getSliceSizes()[dim] != shapeOf(op.getOperand())[dim] &&
        !llvm::is_contained(numbers.getStartIndexMap(), dim) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), dim))
      keepWhole(rule, rule.operands[0][dim]);
}

static void keepUnaddressedDimsWhole(stablehlo::ScatterOp op, ShardingRule &rule) {
  auto numbers = op.getScatterDimensionNumbers();
  for (int64_t dim : numbers.getInsertedWindowDims())
    if (!llvm::is_contained(numbers.getScatterDimsToOperandDims(), dim))
      keepWhole(rule, rule.operands[0][dim]);
}

/// A reduction whose combiner is not one known operation (argmax): its body combines what the devices found, too.
static void combineOwnResults(ShardingRule &rule) {
  for (Factor &factor : rule.factors)
    if (factor.kind == FactorKind::Reduction && !factor.splittable)
      factor.splittable = factor.combined = true;
}

void keepRuntimeWindowsWhole(Operation *op, ShardingRule &rule) {
  auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op);
  if (!update && !isa<stablehlo::DynamicSliceOp>(op))
    return;
  Shape array = shapeOf(op->getOperand(0)), window = shapeOf(update ? Value(update.getUpdate()) : op->getResult(0));
  for (size_t dim = 0; dim < array.size(); ++dim)
    if (array[dim] != window[dim])
      keepWhole(rule, rule.operands[0][dim]);
}

bool mayHavePartitionRule(Operation *op) {
  return isa<ShardingRuleOpInterface>(op) || op->hasAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr);
}

std::optional<ShardingRule> partitionRule(Operation *op) {
  ShardingRule rule;
  if (auto ruleOp = dyn_cast<ShardingRuleOpInterface>(op)) {
    FailureOr<ShardingRule> own = ruleOp.getShardingRule();
    if (failed(own))
      return std::nullopt;
    rule = std::move(*own);
  } else if (auto written = op->getAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr)) {
    rule = written.getValue();
  } else {
    return std::nullopt;
  }
  if (auto slice = dyn_cast<stablehlo::DynamicSliceOp>(op))
    sumOverBlocks(slice, rule);
  if (auto gather = dyn_cast<stablehlo::GatherOp>(op))
    keepUnaddressedDimsWhole(gather, rule);
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(op))
    keepUnaddressedDimsWhole(scatter, rule);
  addWindows(op, rule);
  if (isa<stablehlo::ReduceOp>(op))
    combineOwnResults(rule);
  if (isa<stablehlo::RngOp, stablehlo::RngBitGeneratorOp>(op))
    for (Factor &factor : rule.factors) // A block's numbers are not those of a smaller call.
      factor.kind = FactorKind::NeedReplication;
  return rule;
}

} // namespace shardwright
