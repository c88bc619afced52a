#include "dialects/interfaces/IdentityElement.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace shardwright {

/// An infinity, or what comes nearest to it in a type without.
static llvm::APFloat extreme(const llvm::fltSemantics &semantics, bool negative) {
  if (llvm::APFloat::semanticsHasInf(semantics))
    return llvm::APFloat::getInf(semantics, negative);
  if (negative && !llvm::APFloat::semanticsHasSignedRepr(semantics))
    return llvm::APFloat::getSmallestNormalized(semantics);
  return llvm::APFloat::getLargest(semantics, negative);
}

Attribute complexNumber(ComplexType type, double real) {
  Type part = type.getElementType();
  return ArrayAttr::get(type.getContext(), {FloatAttr::get(part, real), FloatAttr::get(part, 0.0)});
}

Attribute identityElement(ReductionKind kind, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return complexNumber(complexType, kind == ReductionKind::Product ? 1.0 : 0.0);
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case ReductionKind::Product:
      return FloatAttr::get(type, 1.0);
    case ReductionKind::Max:
      return FloatAttr::get(type, extreme(semantics, /*negative=*/true));
    case ReductionKind::Min:
      return FloatAttr::get(type, extreme(semantics, /*negative=*/false));
    default:
      return FloatAttr::get(type, 0.0);
    }
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = type.isUnsignedInteger() || width == 1;
  switch (kind) {
  case ReductionKind::Product:
    return IntegerAttr::get(type, llvm::APInt(width, 1));
  case ReductionKind::And:
    return IntegerAttr::get(type, llvm::APInt::getAllOnes(width));
  case ReductionKind::Max:
    return IntegerAttr::get(type, isUnsigned ? llvm::APInt::getZero(width) : llvm::APInt::getSignedMinValue(width));
  case ReductionKind::Min:
    return IntegerAttr::get(type, isUnsigned ? llvm::APInt::getMaxValue(width) : llvm::APInt::getSignedMaxValue(width));
  default:
    return IntegerAttr::get(type, llvm::APInt::getZero(width));
  }
}

} // namespace shardwright
