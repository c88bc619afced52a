#include "dialects/interfaces/KernelOpInterface.h"

#include "shardwright/Cost/Work.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/interfaces/KernelOpInterface.cpp.inc"

using namespace mlir;

namespace shardwright {

ElementExpr ElementExpr::ofOpcode(Operation *op, Opcode opcode, Attribute extra) {
  ElementExpr expr(op);
  expr.apply(opcode, getElementTypeOrSelf(op->getResult(0).getType()),
             llvm::to_vector(llvm::seq<unsigned>(0, op->getNumOperands())), extra);
  return expr;
}

unsigned ElementExpr::apply(Opcode opcode, Type type, llvm::ArrayRef<unsigned> of, Attribute extra) {
  steps.push_back({opcode, type, llvm::SmallVector<unsigned, 3>(of), extra});
  return result = next++;
}

unsigned ElementExpr::constant(Type type, Attribute value) {
  steps.push_back({std::nullopt, type, {}, value});
  return result = next++;
}

int64_t elementsIn(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

int64_t elementFlops(Operation *op) {
  if (op->getNumResults() == 0)
    return 0;
  int64_t elements = elementsIn(op->getResult(0));
  return op->getNumRegions() ? std::max(elements, elementsIn(op->getOperand(0))) : elements;
}

/// What is left of the elements' own operations is complex, or what moves complex elements.
std::optional<CallWork> complexElementWork(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return std::nullopt;
  return CallWork{cost::kOperationsPerComplexElement * static_cast<double>(elementsIn(op->getResult(0)))};
}

OpRole roleOf(Operation *op) {
  auto known = dyn_cast<KernelOpInterface>(op);
  return known ? known.getRole() : OpRole::Other;
}

std::optional<ElementExpr> elementExprOf(Operation *op) {
  auto known = dyn_cast<KernelOpInterface>(op);
  return known ? known.getElementExpr() : std::nullopt;
}

double elementPrice(Operation *op) {
  auto known = dyn_cast<KernelOpInterface>(op);
  return known ? known.getElementPrice() : 0;
}

int64_t flops(Operation *op) {
  auto known = dyn_cast<KernelOpInterface>(op);
  return known ? known.getFlops() : 0;
}

std::optional<CallWork> callWork(Operation *op) {
  auto known = dyn_cast<KernelOpInterface>(op);
  return known ? known.getCallWork() : complexElementWork(op);
}

void setFunction(Operation *op, Function function, fusion::OpForm &form) {
  auto isOf = [&](auto test) {
    return llvm::any_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()),
                        [&](Type type) { return test(getElementTypeOrSelf(type)); });
  };
  if (!isOf([](Type type) { return isa<FloatType, ComplexType>(type); }))
    return;
  form.function = function;
  form.functionType = isOf([](Type type) { return isa<ComplexType>(type); }) ? MathType::Complex
                      : isOf([](Type type) { return type.isF64(); })         ? MathType::F64
                                                                             : MathType::F32;
}

fusion::OpForm formOf(Operation *op) {
  fusion::OpForm form;
  form.hasRegions = op->getNumRegions() > 0;
  form.hasEffects = !isMemoryEffectFree(op);
  form.isComplex =
      llvm::any_of(op->getResultTypes(), [](Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); });
  auto known = dyn_cast<KernelOpInterface>(op);
  if (!known)
    return form;
  form.price = known.getElementPrice();
  OpRole role = known.getRole();
  if ((role == OpRole::Expression || role == OpRole::Elementwise) && op->getNumResults() == 1 &&
      isa<RankedTensorType>(op->getResult(0).getType()))
    form.kind = role == OpRole::Elementwise ? fusion::OpForm::Kind::Elementwise : fusion::OpForm::Kind::Made;
  known.describe(form);
  return form;
}

fusion::Node nodeOf(Operation *op) {
  auto shapesOf = [](ValueRange values) {
    SmallVector<ArrayRef<int64_t>> shapes;
    for (Value value : values) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      shapes.push_back(type && type.hasStaticShape() ? type.getShape() : ArrayRef<int64_t>());
    }
    return shapes;
  };
  return fusion::nodeOf(formOf(op), shapesOf(op->getOperands()), shapesOf(op->getResults()));
}

} // namespace shardwright
