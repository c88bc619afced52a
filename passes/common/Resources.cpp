#include "passes/common/Limits.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace shardwright {
namespace {

/// The elements as bytes in the order of the tensor: i1 takes a byte each, as other types below a byte do.
FailureOr<DenseElementsAttr> readResource(Operation *op, DenseResourceElementsAttr resource) {
  llvm::StringRef name = resource.getRawHandle().getKey();
  auto type = dyn_cast<RankedTensorType>(resource.getType());
  if (!type || !type.hasStaticShape())
    return op->emitError() << "the constant in resource '" << name << "' has no static shape";
  Type element = type.getElementType();
  int64_t width = 0;
  if (auto complex = dyn_cast<ComplexType>(element))
    width = 2 * ((complex.getElementType().getIntOrFloatBitWidth() + 7) / 8);
  else if (element.isIntOrFloat())
    width = (element.getIntOrFloatBitWidth() + 7) / 8;
  if (width == 0)
    return op->emitError() << "the constant in resource '" << name << "' has elements of type " << element
                           << ", which cannot be read from bytes";
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return op->emitError() << "the elements of this constant are not in the file: it names the resource '" << name
                           << "', which the file does not hold; export the program without eliding large constants";
  llvm::ArrayRef<char> bytes = blob->getData();
  int64_t wanted = type.getNumElements() * width;
  if (static_cast<int64_t>(bytes.size()) != wanted)
    return op->emitError() << "the resource '" << name << "' has " << bytes.size() << " bytes, a constant of type "
                           << type << " has " << wanted;
  if (type.getNumElements() == 0)
    return DenseElementsAttr::get(type, llvm::ArrayRef<Attribute>());
  if (!element.isInteger() || element.getIntOrFloatBitWidth() >= 8)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  // Bits beyond the type's do not count, except that any bit makes an i1 true.
  unsigned bits = element.getIntOrFloatBitWidth();
  llvm::SmallVector<llvm::APInt> values;
  for (char byte : bytes)
    values.push_back(bits == 1 ? llvm::APInt(1, byte != 0) : llvm::APInt(8, static_cast<uint8_t>(byte)).trunc(bits));
  return DenseElementsAttr::get(type, values);
}

} // namespace

LogicalResult inlineResources(ModuleOp module) {
  bool good = true;
  llvm::SmallVector<OperationName> names;
  for (llvm::StringRef name :
       {"stablehlo.constant", "sdy.constant", "chlo.constant", "check.expect_eq_const", "check.expect_almost_eq_const"})
    names.emplace_back(name, module.getContext());
  module.walk([&](Operation *op) {
    if (!llvm::is_contained(names, op->getName()))
      return;
    auto value = op->getAttrOfType<ElementsAttr>("value");
    if (!value || isa<DenseElementsAttr>(value))
      return;
    auto resource = dyn_cast<DenseResourceElementsAttr>(value);
    if (!resource) {
      op->emitError() << "the elements of this constant are of another form than dense<...>, which is not supported: "
                         "write them as dense<...>";
      good = false;
      return;
    }
    FailureOr<DenseElementsAttr> elements = readResource(op, resource);
    good = good && succeeded(elements);
    if (succeeded(elements))
      op->setAttr("value", *elements);
  });
  return success(good);
}

} // namespace shardwright
