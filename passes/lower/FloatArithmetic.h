#ifndef PASSES_LOWER_FLOATARITHMETIC_H
#define PASSES_LOWER_FLOATARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// Arithmetic of f32 or f64, and on its bits as integers as wide: on scalars, or on vectors of one shape.
class FloatArithmetic {
public:
  using Value = mlir::Value;
  using Compare = mlir::arith::CmpFPredicate;

  FloatArithmetic(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type)
      : b(b), loc(loc), type(type), element(llvm::cast<mlir::FloatType>(mlir::getElementTypeOrSelf(type))),
        whole(b.getIntegerType(element.getWidth())) {}

  Value number(double value) { return constant(b.getFloatAttr(element, value)); }
  Value integer(int64_t value) { return constant(b.getIntegerAttr(whole, value)); }
  Value add(Value x, Value y) { return mlir::arith::AddFOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return mlir::arith::SubFOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return mlir::arith::MulFOp::create(b, loc, x, y); }
  Value div(Value x, Value y) { return mlir::arith::DivFOp::create(b, loc, x, y); }
  Value fma(Value x, Value y, Value z) { return mlir::math::FmaOp::create(b, loc, x, y, z); }
  Value abs(Value x) { return mlir::math::AbsFOp::create(b, loc, x); }
  Value round(Value x) { return mlir::math::RoundEvenOp::create(b, loc, x); }
  Value select(Value c, Value x, Value y) { return mlir::arith::SelectOp::create(b, loc, c, x, y); }
  Value compare(Compare p, Value x, Value y) { return mlir::arith::CmpFOp::create(b, loc, p, x, y); }
  Value isNan(Value x) { return compare(Compare::UNO, x, x); }

  Value bits(Value x) { return mlir::arith::BitcastOp::create(b, loc, shaped(whole), x); }
  Value fromBits(Value x) { return mlir::arith::BitcastOp::create(b, loc, type, x); }
  Value toInteger(Value x) { return mlir::arith::FPToSIOp::create(b, loc, shaped(whole), x); }
  Value toFloat(Value x) { return mlir::arith::SIToFPOp::create(b, loc, type, x); }
  Value addInt(Value x, Value y) { return mlir::arith::AddIOp::create(b, loc, x, y); }
  Value subInt(Value x, Value y) { return mlir::arith::SubIOp::create(b, loc, x, y); }
  Value andInt(Value x, Value y) { return mlir::arith::AndIOp::create(b, loc, x, y); }
  Value orInt(Value x, Value y) { return mlir::arith::OrIOp::create(b, loc, x, y); }
  Value shiftLeft(Value x, int64_t by) { return mlir::arith::ShLIOp::create(b, loc, x, integer(by)); }
  Value shiftRight(Value x, int64_t by) { return mlir::arith::ShRSIOp::create(b, loc, x, integer(by)); }
  Value isBitSet(Value x, int64_t bit) {
    return mlir::arith::CmpIOp::create(b, loc, mlir::arith::CmpIPredicate::ne, andInt(x, integer(bit)), integer(0));
  }

  /// ((c0 x + c1) x + c2) ...
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients) {
    Value y = number(coefficients.front());
    for (double c : coefficients.drop_front())
      y = fma(y, x, number(c));
    return y;
  }
  /// 2 to a whole number, of an integer, for which that is a normal number.
  Value powerOfTwo(Value n) {
    const llvm::fltSemantics &format = element.getFloatSemantics();
    const auto bias = llvm::APFloat::semanticsMaxExponent(format);
    return fromBits(shiftLeft(addInt(n, integer(bias)), llvm::APFloat::semanticsPrecision(format) - 1));
  }

  mlir::OpBuilder &b;
  const mlir::Location loc;

private:
  mlir::Type shaped(mlir::Type scalar) const {
    auto vector = llvm::dyn_cast<mlir::VectorType>(type);
    return vector ? mlir::Type(mlir::VectorType::get(vector.getShape(), scalar)) : scalar;
  }
  Value constant(mlir::TypedAttr value) {
    if (auto vector = llvm::dyn_cast<mlir::VectorType>(shaped(value.getType())))
      return mlir::arith::ConstantOp::create(b, loc, mlir::DenseElementsAttr::get(vector, mlir::Attribute(value)));
    return mlir::arith::ConstantOp::create(b, loc, value);
  }

  mlir::Type type;
  mlir::FloatType element;
  mlir::IntegerType whole;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_FLOATARITHMETIC_H
