#include "dialects/stablehlo/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::stablehlo {

static bool hasWidth(Type type, std::initializer_list<unsigned> widths) {
  return llvm::is_contained(widths, cast<IntegerType>(type).getWidth());
}

bool isPred(Type type) { return type.isSignlessInteger(1); }

bool isSignedInt(Type type) { return type.isSignlessInteger() && hasWidth(type, {2, 4, 8, 16, 32, 64}); }

bool isUnsignedInt(Type type) { return type.isUnsignedInteger() && hasWidth(type, {2, 4, 8, 16, 32, 64}); }

bool isInt(Type type) { return isSignedInt(type) || isUnsignedInt(type); }

bool isFloat(Type type) { return isa<FloatType>(type) && !isa<Float80Type, Float128Type, FloatTF32Type>(type); }

bool isComplex(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex && (complex.getElementType().isF32() || complex.getElementType().isF64());
}

bool isPredOrInt(Type type) { return isPred(type) || isInt(type); }

bool isIntOrIndex(Type type) { return isInt(type) || type.isIndex(); }

bool isFloatOrComplex(Type type) { return isFloat(type) || isComplex(type); }

bool isNumber(Type type) { return isInt(type) || isFloat(type) || isComplex(type); }

bool isSignedNumber(Type type) { return isSignedInt(type) || isFloat(type) || isComplex(type); }

bool isElement(Type type) { return isPred(type) || isNumber(type) || type.isIndex(); }

} // namespace shardwright::stablehlo
