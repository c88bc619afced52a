#include "passes/partition/OpRule.h"

#include "dialects/stablehlo/Family.h"

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

void keepRuntimeWindowsWhole(Operation *op, ShardingRule &rule) {
  auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op);
  if (!update && !isa<stablehlo::DynamicSliceOp>(op))
    return;
  Shape array = shapeOf(op->getOperand(0)), window = shapeOf(update ? Value(update.getUpdate()) : op->getResult(0));
  for (size_t dim = 0; dim < array.size(); ++dim)
    if (array[dim] != window[dim])
      stablehlo::keepWhole(rule, rule.operands[0][dim]);
}

} // namespace shardwright
