#include "dialects/stablehlo/StablehloTraits.h"

#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::stablehlo::detail {

// Whether operand number `index` may be a scalar that stands for every element.
static bool mayBeScalar(Operation *op, unsigned index) {
  return (isa<SelectOp>(op) && index == 0) || (isa<ClampOp>(op) && index != 1);
}

LogicalResult verifyElementwise(Operation *op) {
  if (op->getNumResults() == 0)
    return success();
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!result)
    return success();
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes())) {
    auto operand = dyn_cast<RankedTensorType>(type);
    if (!operand || (operand.getRank() == 0 && mayBeScalar(op, index)))
      continue;
    if (failed(verifyCompatibleShape(operand, result)))
      return operandError(op, {static_cast<unsigned>(index)})
             << "operand " << index << " of type " << operand << " and the result of type " << result
             << " have different shapes";
  }
  return success();
}

LogicalResult verifySameElementType(Operation *op) {
  Type first;
  auto check = [&](Type type, StringRef what, unsigned index, ArrayRef<unsigned> operands) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return success();
    if (!first)
      first = tensor.getElementType();
    if (tensor.getElementType() != first)
      return operandError(op, operands) << what << " " << index << " holds " << tensor.getElementType()
                                        << " but operand 0 holds " << first;
    return success();
  };
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(check(type, "operand", index, {0, static_cast<unsigned>(index)})))
      return failure();
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (failed(check(type, "result", index, {0})))
      return failure();
  return success();
}

} // namespace shardwright::stablehlo::detail
