#include "dialects/stablehlo/Family.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/stablehlo/StablehloDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/stablehlo/StablehloTypes.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/stablehlo/StablehloTypes.cpp.inc"
      >();
}

void StablehloDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerFamilies(*this);
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}

} // namespace shardwright::stablehlo
