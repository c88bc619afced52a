#include "dialects/stablehlo/reduction/ScalarRegion.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/TypeUtilities.h"

namespace shardwright::interp {

/// Ops that do nothing to a rank-0 tensor.
static bool isIdentityOnScalars(mlir::Operation &op) {
  return llvm::isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp, sharding::ConstraintOp>(op) &&
         llvm::cast<mlir::RankedTensorType>(op.getOperand(0).getType()).getRank() == 0 &&
         llvm::cast<mlir::RankedTensorType>(op.getResult(0).getType()).getRank() == 0;
}

static const Element *constantElement(mlir::Operation *op, Element &storage) {
  auto constant = llvm::dyn_cast_or_null<stablehlo::ConstantOp>(op);
  auto value = constant ? llvm::dyn_cast<mlir::DenseElementsAttr>(constant.getValue()) : mlir::DenseElementsAttr();
  if (!value || value.getNumElements() != 1)
    return nullptr;
  storage = Tensor::fromAttribute(value).get(0);
  return &storage;
}

absl::StatusOr<ScalarRegion> ScalarRegion::compile(mlir::Region &region) {
  mlir::Block &block = region.front();
  ScalarRegion result;
  llvm::DenseMap<mlir::Value, size_t> slotOf;
  auto newSlot = [&](mlir::Value value, Element element) {
    slotOf[value] = result.slots_.size();
    result.slots_.push_back(element);
    return result.slots_.size() - 1;
  };
  for (mlir::BlockArgument argument : block.getArguments())
    newSlot(argument, {});
  auto slot = [&](mlir::Value value) -> std::optional<size_t> {
    if (auto it = slotOf.find(value); it != slotOf.end())
      return it->second;
    Element element;
    if (!constantElement(value.getDefiningOp(), element))
      return std::nullopt;
    return newSlot(value, element);
  };
  for (mlir::Operation &op : block) {
    Element element;
    if (constantElement(&op, element)) {
      newSlot(op.getResult(0), element);
      continue;
    }
    llvm::SmallVector<size_t, 3> operands;
    for (mlir::Value operand : op.getOperands()) {
      std::optional<size_t> from = slot(operand);
      if (!from)
        return unsupported(&op, "the region uses a value from outside that is not a constant");
      operands.push_back(*from);
    }
    if (op.hasTrait<mlir::OpTrait::IsTerminator>()) {
      result.returned_.assign(operands.begin(), operands.end());
    } else if (isIdentityOnScalars(op)) {
      slotOf[op.getResult(0)] = operands[0];
    } else {
      ScalarFunction function = scalarFunction(&op);
      if (!function)
        return unsupported(&op, "not element-wise, in a region of scalars");
      result.steps_.push_back({function, operands, newSlot(op.getResult(0), {})});
    }
  }
  mlir::Operation &first = block.front();
  result.floatSum_ = block.getNumArguments() == 2 && result.steps_.size() == 1 && result.returned_.size() == 1 &&
                     result.returned_[0] == result.steps_[0].result && llvm::isa<stablehlo::AddOp>(first) &&
                     llvm::equal(result.steps_[0].operands, llvm::ArrayRef<size_t>{0, 1}) &&
                     !ElementFormat::get(mlir::getElementTypeOrSelf(first.getResult(0).getType()))->isInteger();
  return result;
}

std::vector<Element> ScalarRegion::operator()(llvm::ArrayRef<Element> arguments) const {
  std::vector<Element> slots = slots_;
  std::copy(arguments.begin(), arguments.end(), slots.begin());
  for (const Step &step : steps_) {
    llvm::SmallVector<Element, 3> operands;
    for (size_t operand : step.operands)
      operands.push_back(slots[operand]);
    slots[step.result] = step.function(operands);
  }
  std::vector<Element> results;
  for (size_t slot : returned_)
    results.push_back(slots[slot]);
  return results;
}

} // namespace shardwright::interp
