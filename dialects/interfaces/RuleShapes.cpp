#include "dialects/interfaces/RuleShapes.h"

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

static std::vector<RuleShape> shapesOf(mlir::TypeRange types) {
  std::vector<RuleShape> shapes;
  for (mlir::Type type : types) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    llvm::ArrayRef<int64_t> shape = tensor ? tensor.getShape() : llvm::ArrayRef<int64_t>();
    shapes.emplace_back(shape.begin(), shape.end());
  }
  return shapes;
}

RuleBuilder ruleBuilderFor(mlir::Operation *op) {
  return RuleBuilder(shapesOf(op->getOperandTypes()), shapesOf(op->getResultTypes()));
}

bool hasStaticTensors(mlir::Operation *op) {
  auto isDynamic = [](mlir::Type type) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  return llvm::none_of(op->getOperandTypes(), isDynamic) && llvm::none_of(op->getResultTypes(), isDynamic);
}

} // namespace shardwright
