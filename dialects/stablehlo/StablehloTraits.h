#ifndef DIALECTS_STABLEHLO_STABLEHLOTRAITS_H
#define DIALECTS_STABLEHLO_STABLEHLOTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace shardwright::stablehlo {

namespace detail {
mlir::LogicalResult verifyElementwise(mlir::Operation *op);
mlir::LogicalResult verifySameElementType(mlir::Operation *op);
} // namespace detail

/// Result element i depends on operand elements i alone; operands have the result's shape. A scalar predicate of
/// `select` and scalar bounds of `clamp` stand for every element.
template <typename ConcreteOp> class Elementwise : public mlir::OpTrait::TraitBase<ConcreteOp, Elementwise> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return detail::verifyElementwise(op); }
};

/// All operands and results that are tensors hold the same element type.
template <typename ConcreteOp> class SameElementType : public mlir::OpTrait::TraitBase<ConcreteOp, SameElementType> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return detail::verifySameElementType(op); }
};

/// Exchanges data with other processes: all of a group must execute it, in the same order.
template <typename ConcreteOp> class Collective : public mlir::OpTrait::TraitBase<ConcreteOp, Collective> {};

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_STABLEHLOTRAITS_H
