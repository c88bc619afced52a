#include "dialects/chlo/ChloOps.h"

#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/chlo/ChloDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/chlo/ChloAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/chlo/ChloOps.cpp.inc"

namespace shardwright::chlo {

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/chlo/ChloAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/chlo/ChloOps.cpp.inc"
      >();
}

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  static constexpr StringLiteral names[] = {"lhs_batching_dimensions",    "rhs_batching_dimensions",
                                            "lhs_contracting_dimensions", "rhs_contracting_dimensions",
                                            "lhs_ragged_dimensions",      "rhs_group_dimensions"};
  SmallVector<int64_t> dims[std::size(names)];
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    const StringLiteral *found = llvm::find(names, name);
    if (found == std::end(names))
      return parser.emitError(loc) << "expected a list of dimensions of ragged_dot, got '" << name << "'";
    return stablehlo::parseDims(parser, dims[found - names]);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseField))
    return {};
  return get(parser.getContext(), dims[0], dims[1], dims[2], dims[3], dims[4], dims[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StringRef separator = "";
  auto print = [&](StringRef name, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return;
    printer << separator << name << " = ";
    stablehlo::printDims(printer, dims);
    separator = ", ";
  };
  printer << "<";
  print("lhs_batching_dimensions", getLhsBatchingDimensions());
  print("rhs_batching_dimensions", getRhsBatchingDimensions());
  print("lhs_contracting_dimensions", getLhsContractingDimensions());
  print("rhs_contracting_dimensions", getRhsContractingDimensions());
  print("lhs_ragged_dimensions", getLhsRaggedDimensions());
  print("rhs_group_dimensions", getRhsGroupDimensions());
  printer << ">";
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) || stablehlo::parseElements(parser, value))
    return failure();
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
  printer << " ";
  stablehlo::printElements(printer, *this, getValue());
}

LogicalResult ConstantLikeOp::verify() {
  Type element = getType().getElementType();
  if (getValue().getType() != element)
    return emitOpError() << "the value " << getValue() << " is not of the result's element type " << element;
  if (!isa<IntegerAttr, FloatAttr>(getValue()))
    return emitOpError() << "the value " << getValue()
                         << " is neither an integer nor a float; chlo.constant takes complex values";
  if (failed(verifyCompatibleShape(getType(), getOperand().getType())))
    return stablehlo::operandError(*this, {0}) << "the operand of type " << getOperand().getType()
                                               << " and the result of type " << getType() << " have different shapes";
  return success();
}

LogicalResult TopKOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t k = getK();
  if (operand.getRank() == 0)
    return emitOpError() << "needs an operand of rank 1 or more, got " << operand;
  if (k < 0 || (!operand.isDynamicDim(operand.getRank() - 1) && k > operand.getShape().back()))
    return stablehlo::operandError(*this, {0}) << "k is " << k << " but the last dimension of " << operand << " has "
                                               << operand.getShape().back() << " elements";
  SmallVector<int64_t> shape(operand.getShape());
  shape.back() = k;
  for (auto result : {getValues().getType(), getIndices().getType()})
    if (failed(verifyCompatibleShape(shape, result.getShape())))
      return stablehlo::operandError(*this, {0})
             << "results must have the operand's shape with " << k << " in the last place, got " << result;
  if (getValues().getType().getElementType() != operand.getElementType())
    return stablehlo::operandError(*this, {0}) << "values hold " << getValues().getType().getElementType()
                                               << " but the operand holds " << operand.getElementType();
  return success();
}

} // namespace shardwright::chlo
