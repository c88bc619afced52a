#ifndef DIALECTS_STABLEHLO_ELEMENTWISE_ELEMENTWISE_H
#define DIALECTS_STABLEHLO_ELEMENTWISE_ELEMENTWISE_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

/// What is known of an element-wise operation beside its definition: a row of Unary.cpp or Binary.cpp.
struct ElementwiseFacts {
  Opcode opcode;
  /// What devices may be measured at apart.
  Function function = Function::None;
  /// Which partial operands it passes on: linear functions sums, monotone ones maxima and minima. Functions with NaN
  /// outside a domain (log, sqrt) are not among them: one device's NaN would spoil a good maximum.
  void (*addPartials)(mlir::Operation *op, RuleBuilder &builder) = nullptr;
  /// Where it is not that of the opcode.
  double (*price)(mlir::Operation *op) = nullptr;
};

/// Its meaning on each kind of number; null where the kind has none.
struct UnaryFacts : ElementwiseFacts {
  double (*onReal)(double) = nullptr;
  std::complex<double> (*onComplex)(std::complex<double>) = nullptr;
  /// `bits`: the value's, zero-extended.
  int64_t (*onInteger)(int64_t value, uint64_t bits, unsigned width) = nullptr;
};

/// Integers come wide and are wrapped afterwards; booleans are unsigned numbers of one bit.
struct BinaryFacts : ElementwiseFacts {
  int64_t (*onSigned)(int64_t, int64_t, unsigned width) = nullptr;
  uint64_t (*onUnsigned)(uint64_t, uint64_t, unsigned width) = nullptr;
  double (*onReal)(double, double) = nullptr;
  std::complex<double> (*onComplex)(std::complex<double>, std::complex<double>) = nullptr;
};

interp::ScalarFunction scalarFunctionOf(const UnaryFacts &facts, const interp::ElementFormat &operand,
                                        const interp::ElementFormat &result);
interp::ScalarFunction scalarFunctionOf(const BinaryFacts &facts, const interp::ElementFormat &operand,
                                        const interp::ElementFormat &result);

/// The formats of the first operand and of the result; nothing where one of them has none.
std::optional<std::pair<interp::ElementFormat, interp::ElementFormat>> formatsOf(mlir::Operation *op);

/// Dimensions of operands and results are the same, and so are the elements of the result and the operands.
Rule elementwiseRule(mlir::Operation *op, void (*addPartials)(mlir::Operation *, RuleBuilder &));

template <typename OpT, void (*addPartials)(mlir::Operation *, RuleBuilder &)> Rule elementwiseRuleOf(OpT op) {
  return elementwiseRule(op, addPartials);
}

/// For operations that are no row: with `role` and `price`, and `exprOf` for the element.
template <typename OpT, OpRole role, int price, std::optional<ElementExpr> (*exprOf)(OpT)>
struct PointwiseKernel : KernelOpInterface::ExternalModel<PointwiseKernel<OpT, role, price, exprOf>, OpT> {
  OpRole getRole(mlir::Operation *) const { return role; }
  double getElementPrice(mlir::Operation *) const { return price; }
  std::optional<ElementExpr> getElementExpr(mlir::Operation *op) const { return exprOf(llvm::cast<OpT>(op)); }
  void describe(mlir::Operation *, fusion::OpForm &form) const { form.isPointwise = true; }
};

double priceOf(const ElementwiseFacts &facts, mlir::Operation *op);
void describeRow(const ElementwiseFacts &facts, mlir::Operation *op, fusion::OpForm &form);

template <typename OpT, const auto &facts>
struct RowRule : ShardingRuleOpInterface::ExternalModel<RowRule<OpT, facts>, OpT> {
  Rule getShardingRule(mlir::Operation *op) const {
    return withAttribute(op, hasStaticTensors(op) ? elementwiseRule(op, facts.addPartials) : Rule(mlir::failure()));
  }
};

template <typename OpT, const auto &facts>
struct RowKernel : KernelOpInterface::ExternalModel<RowKernel<OpT, facts>, OpT> {
  OpRole getRole(mlir::Operation *) const { return OpRole::Elementwise; }
  double getElementPrice(mlir::Operation *op) const { return priceOf(facts, op); }
  std::optional<ElementExpr> getElementExpr(mlir::Operation *op) const {
    return ElementExpr::ofOpcode(op, facts.opcode);
  }
  void describe(mlir::Operation *op, fusion::OpForm &form) const { describeRow(facts, op, form); }
};

template <typename OpT, const auto &facts>
struct RowReference : interp::ReferenceOpInterface::ExternalModel<RowReference<OpT, facts>, OpT> {
  interp::ScalarFunction getScalarFunction(mlir::Operation *op) const {
    auto formats = formatsOf(op);
    return formats ? scalarFunctionOf(facts, formats->first, formats->second) : interp::ScalarFunction();
  }
};

template <typename OpT, const auto &facts> void attachRow(mlir::MLIRContext &context) {
  OpT::template attachInterface<RowRule<OpT, facts>, RowKernel<OpT, facts>, RowReference<OpT, facts>>(context);
}

void attachUnary(mlir::MLIRContext &context);
void attachBinary(mlir::MLIRContext &context);
void attachSelecting(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_ELEMENTWISE_ELEMENTWISE_H
