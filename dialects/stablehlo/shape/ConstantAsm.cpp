#include "dialects/stablehlo/AsmForms.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardwright::stablehlo {

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  Type element = getType().getElementType();
  setName(getResult(), isFloatOrComplex(element) ? "cst" : "c");
}

// `dense<"0x..."> : type` when the text ahead starts so; elements of bool type in either encoding.
static ParseResult parseQuotedElements(OpAsmParser &parser, ElementsAttr &value) {
  SMLoc loc;
  std::string text;
  Type parsed;
  if (parser.parseKeyword("dense") || parser.parseLess())
    return failure();
  loc = parser.getCurrentLocation();
  if (parser.parseString(&text) || parser.parseGreater() || parser.parseColonType(parsed))
    return failure();
  auto type = dyn_cast<RankedTensorType>(parsed);
  StringRef digits = text;
  std::string bytes;
  if (!type || !type.hasStaticShape() || !digits.consume_front("0x") || !llvm::tryGetFromHex(digits, bytes))
    return parser.emitError(loc) << "expected a string of hexadecimal digits and the type of a static tensor";
  if (!isFloatOrComplex(type.getElementType()) && !type.getElementType().isInteger())
    return parser.emitError(loc) << "elements of type " << type.getElementType() << " cannot be read from bytes";
  ArrayRef<char> raw(bytes.data(), bytes.size());
  if (!type.getElementType().isInteger(1)) {
    bool splat;
    if (!DenseElementsAttr::isValidRawBuffer(type, raw, splat))
      return parser.emitError(loc) << "the string holds " << raw.size() << " bytes, which does not fit " << type;
    value = DenseElementsAttr::getFromRawBuffer(type, raw);
    return success();
  }
  size_t elements = type.getNumElements(), packed = (elements + 7) / 8;
  SmallVector<bool> flags;
  if (raw.size() == elements)
    for (char byte : raw)
      flags.push_back(byte != 0);
  else if (raw.size() == packed)
    for (size_t i = 0; i < elements; ++i)
      flags.push_back(raw[i / 8] >> (i % 8) & 1);
  else if (raw.size() == 1)
    flags.push_back(raw[0] != 0);
  else
    return parser.emitError(loc) << "the string holds " << raw.size() << " bytes, but " << type << " needs " << elements
                                 << " (a byte each) or " << packed << " (a bit each)";
  value = DenseElementsAttr::get(type, flags);
  return success();
}

// Whether what follows is `dense<"`. Looks at the text itself, which ends with a zero, for the parser cannot go back.
static bool startsQuoted(OpAsmParser &parser) {
  const char *ahead = parser.getCurrentLocation().getPointer();
  for (char expected : StringRef("dense<\""))
    if (*ahead++ != expected)
      return false;
  return true;
}

ParseResult parseElements(OpAsmParser &parser, ElementsAttr &value) {
  if (startsQuoted(parser))
    return parseQuotedElements(parser, value);
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  value = dyn_cast<ElementsAttr>(attribute);
  if (!value)
    return parser.emitError(loc) << "expected the elements of a tensor, got " << attribute;
  return success();
}

// `[[true, false], [false, true]]`, without the quoted form.
static void printFlags(OpAsmPrinter &printer, ArrayRef<int64_t> shape, DenseElementsAttr::BoolElementIterator &next) {
  if (shape.empty()) {
    printer << (*next++ ? "true" : "false");
    return;
  }
  printer << "[";
  llvm::interleaveComma(llvm::seq<int64_t>(0, shape.front()), printer,
                        [&](int64_t) { printFlags(printer, shape.drop_front(), next); });
  printer << "]";
}

void printElements(OpAsmPrinter &printer, Operation *op, ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || !dense.getElementType().isInteger(1) || dense.isSplat() || dense.empty()) {
    printer << value;
    return;
  }
  printer << "dense<";
  auto flags = dense.getValues<bool>();
  auto next = flags.begin();
  printFlags(printer, dense.getType().getShape(), next);
  printer << "> : " << dense.getType();
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) || parseElements(parser, value))
    return failure();
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
  printer << " ";
  printElements(printer, *this, getValue());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getValue().getType());
  if (!type || type.getElementType() != getType().getElementType() || type.getShape() != getType().getShape())
    return emitOpError() << "holds elements of type " << getValue().getType() << " but results in " << getType();
  return success();
}

} // namespace shardwright::stablehlo
