#include "passes/common/Bytes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace shardwright {

int64_t elementBytes(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  int64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    parts = 2;
  }
  return element.isIntOrFloat() ? parts * ((element.getIntOrFloatBitWidth() + 7) / 8) : 0;
}

int64_t bytesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() * elementBytes(value) : 0;
}

int64_t bytesOf(ValueRange values) {
  int64_t bytes = 0;
  for (Value value : values)
    bytes += bytesOf(value);
  return bytes;
}

} // namespace shardwright
