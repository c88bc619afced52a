#ifndef PASSES_COMMON_TENSOREXPR_H
#define PASSES_COMMON_TENSOREXPR_H

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

namespace shardwright {

/// A tensor that arithmetic can be written with: every operator adds the `stablehlo` operation of the same meaning at
/// the builder's insertion point. Numbers stand for tensors filled with them, of the other operand's type. All operands
/// of one operation have the same static type.
class TensorExpr {
public:
  TensorExpr(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  mlir::Value get() const { return value; }
  mlir::OpBuilder &getBuilder() const { return *builder; }
  mlir::Location getLoc() const { return loc; }
  mlir::RankedTensorType getType() const { return mlir::cast<mlir::RankedTensorType>(value.getType()); }
  mlir::Type getElementType() const { return getType().getElementType(); }

  /// Filled with `number`, of this tensor's type.
  TensorExpr like(double number) const;
  TensorExpr like(mlir::TypedAttr element) const;
  /// Converted to another element type.
  TensorExpr to(mlir::Type element) const;
  /// The same bits as another element type of the same width.
  TensorExpr bitsAs(mlir::Type element) const;
  TensorExpr compare(stablehlo::ComparisonDirection direction, TensorExpr other) const;

  TensorExpr operator-() const;

  /// An operation of one or two operands whose result has this type.
  template <typename Op> TensorExpr unary() const { return {*builder, loc, Op::create(*builder, loc, value)}; }
  template <typename Op> TensorExpr binary(TensorExpr other) const {
    return {*builder, loc, Op::create(*builder, loc, value, other.value)};
  }

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// A constant of zeros, of any element type (Builder::getZeroAttr has none for complex numbers).
mlir::Value zeroConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type);

/// The sums of a tensor's elements along these dimensions.
mlir::Value sumAlong(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, llvm::ArrayRef<int64_t> dims);

TensorExpr operator+(TensorExpr a, TensorExpr b);
TensorExpr operator-(TensorExpr a, TensorExpr b);
TensorExpr operator*(TensorExpr a, TensorExpr b);
TensorExpr operator/(TensorExpr a, TensorExpr b);
TensorExpr operator+(TensorExpr a, double b);
TensorExpr operator+(double a, TensorExpr b);
TensorExpr operator-(TensorExpr a, double b);
TensorExpr operator-(double a, TensorExpr b);
TensorExpr operator*(TensorExpr a, double b);
TensorExpr operator*(double a, TensorExpr b);
TensorExpr operator/(TensorExpr a, double b);
TensorExpr operator/(double a, TensorExpr b);
TensorExpr operator<(TensorExpr a, double b);
TensorExpr operator>(TensorExpr a, double b);

TensorExpr abs(TensorExpr x);
TensorExpr exp(TensorExpr x);
TensorExpr expm1(TensorExpr x);
TensorExpr log(TensorExpr x);
TensorExpr log1p(TensorExpr x);
TensorExpr sqrt(TensorExpr x);
TensorExpr sign(TensorExpr x);
TensorExpr atan2(TensorExpr y, TensorExpr x);
TensorExpr minimum(TensorExpr a, double b);
TensorExpr maximum(TensorExpr a, double b);
TensorExpr equal(TensorExpr a, TensorExpr b);
TensorExpr select(TensorExpr pred, TensorExpr onTrue, TensorExpr onFalse);

} // namespace shardwright

#endif // PASSES_COMMON_TENSOREXPR_H
