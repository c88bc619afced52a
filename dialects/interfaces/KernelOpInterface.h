#ifndef DIALECTS_INTERFACES_KERNELOPINTERFACE_H
#define DIALECTS_INTERFACES_KERNELOPINTERFACE_H

#include "dialects/interfaces/Opcode.h"
#include "shardwright/Fusion/OpForm.h"

#include "mlir/IR/OpDefinition.h"

#include <optional>

namespace shardwright {

/// What an op is to kernels.
enum class OpRole {
  Other,      ///< a kernel, a call or a step of its own
  Expression, ///< each element of the result is an expression over elements of the operands at computed places, so that
              ///< it can be part of its consumers' kernels
  Elementwise, ///< an Expression of the same element of the operands, or of scalars
  Product,     ///< a matrix product or a convolution, which utilisation counts
};

/// An element of an element-wise op, by opcodes. Values are numbered: the op's operands, then the steps.
struct ElementExpr {
  struct Step {
    std::optional<Opcode> opcode; ///< none: `extra` as a constant
    mlir::Type type;              ///< element type of what it makes
    llvm::SmallVector<unsigned, 3> of;
    mlir::Attribute extra;
  };
  llvm::SmallVector<Step, 1> steps;
  unsigned result = 0;

  /// Operands only, so far.
  explicit ElementExpr(mlir::Operation *op) : next(op->getNumOperands()) {}
  /// One opcode on all operands.
  static ElementExpr ofOpcode(mlir::Operation *op, Opcode opcode, mlir::Attribute extra = {});

  /// Adds a step, which is the result until there is another.
  unsigned apply(Opcode opcode, mlir::Type type, llvm::ArrayRef<unsigned> of, mlir::Attribute extra = {});
  unsigned constant(mlir::Type type, mlir::Attribute value);

private:
  unsigned next;
};

/// What an operation that is neither kernel nor product computes.
struct CallWork {
  double flops = 0;
  /// Factorisations and Fourier transforms: their loops go from element to element.
  bool isScalar = false;
};

/// Elements of a tensor of static shape; 0 of anything else.
int64_t elementsIn(mlir::Value value);
/// The defaults of the interface.
int64_t elementFlops(mlir::Operation *op);
std::optional<CallWork> complexElementWork(mlir::Operation *op);

// What the interface says of any op; ops without it are steps of their own that compute nothing.
OpRole roleOf(mlir::Operation *op);
inline bool isProduct(mlir::Operation *op) { return roleOf(op) == OpRole::Product; }
inline bool isElementwise(mlir::Operation *op) { return roleOf(op) == OpRole::Elementwise; }
inline bool isExpression(mlir::Operation *op) {
  OpRole role = roleOf(op);
  return role == OpRole::Expression || role == OpRole::Elementwise;
}
std::optional<ElementExpr> elementExprOf(mlir::Operation *op);
double elementPrice(mlir::Operation *op);
int64_t flops(mlir::Operation *op);
std::optional<CallWork> callWork(mlir::Operation *op);
fusion::OpForm formOf(mlir::Operation *op);
/// Its node, on arrays of the types that it has; nothing of what is no ranked tensor.
fusion::Node nodeOf(mlir::Operation *op);

/// Sets the function of a form, where the op has floats or complex numbers among its types.
void setFunction(mlir::Operation *op, Function function, fusion::OpForm &form);

} // namespace shardwright

#include "dialects/interfaces/KernelOpInterface.h.inc"

#endif // DIALECTS_INTERFACES_KERNELOPINTERFACE_H
