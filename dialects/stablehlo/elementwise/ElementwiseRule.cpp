#include "dialects/stablehlo/elementwise/Elementwise.h"

#include "mlir/IR/TypeUtilities.h"

namespace shardwright::stablehlo {

Rule elementwiseRule(mlir::Operation *op, void (*addPartials)(mlir::Operation *, RuleBuilder &)) {
  RuleBuilder b = ruleBuilderFor(op);
  b.pointwise();
  b.elementwise();
  if (addPartials)
    addPartials(op, b);
  return b.build();
}

double priceOf(const ElementwiseFacts &facts, mlir::Operation *op) {
  bool isOfFloats = llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(op->getResult(0).getType()));
  return facts.price ? facts.price(op) : opcodePrice(facts.opcode, isOfFloats);
}

void describeRow(const ElementwiseFacts &facts, mlir::Operation *op, fusion::OpForm &form) {
  form.isPointwise = true;
  // One that is computed in another way than the function is not measured as it.
  if (!facts.price || form.price >= opcodePrice(facts.opcode, /*isFloat=*/true))
    setFunction(op, facts.function, form);
}

std::optional<std::pair<interp::ElementFormat, interp::ElementFormat>> formatsOf(mlir::Operation *op) {
  auto formatOf = [](mlir::Value value) {
    return interp::ElementFormat::get(mlir::getElementTypeOrSelf(value.getType()));
  };
  auto operand = formatOf(op->getOperand(0)), result = formatOf(op->getResult(0));
  if (!operand || !result)
    return std::nullopt;
  return std::make_pair(*operand, *result);
}

} // namespace shardwright::stablehlo
