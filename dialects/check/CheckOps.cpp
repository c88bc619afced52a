#include "dialects/check/CheckOps.h"

#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"

using namespace mlir;

namespace shardwright::check {

// One type when both operands have it, else both.
static ParseResult parsePairTypes(OpAsmParser &parser, Type &lhs, Type &rhs) {
  if (parser.parseType(lhs))
    return failure();
  rhs = lhs;
  return failed(parser.parseOptionalComma()) ? ParseResult(success()) : parser.parseType(rhs);
}

static void printPairTypes(OpAsmPrinter &printer, Operation *op, Type lhs, Type rhs) {
  printer << lhs;
  if (lhs != rhs)
    printer << ", " << rhs;
}

static ParseResult parseUlpBounds(OpAsmParser &parser, IntegerAttr &max, IntegerAttr &min) {
  Type i64 = parser.getBuilder().getI64Type();
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name != "max_ulp_difference" && name != "min_ulp_difference")
      return parser.emitError(loc) << "expected max_ulp_difference or min_ulp_difference, got '" << name << "'";
    if (parser.parseAttribute(name.starts_with("max") ? max : min, i64))
      return failure();
  }
  return success();
}

static void printUlpBounds(OpAsmPrinter &printer, Operation *op, IntegerAttr max, IntegerAttr min) {
  if (max)
    printer << ", max_ulp_difference = " << max.getInt();
  if (min)
    printer << ", min_ulp_difference = " << min.getInt();
}

// `%a, dense<...> : type`: the operand's type is the constant's.
static ParseResult parseWithConstant(OpAsmParser &parser, OperationState &result, ElementsAttr &value) {
  OpAsmParser::UnresolvedOperand operand;
  return failure(parser.parseOperand(operand) || parser.parseComma() || stablehlo::parseElements(parser, value) ||
                 parser.resolveOperand(operand, value.getType(), result.operands));
}

ParseResult ExpectEqConstOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parseWithConstant(parser, result, result.getOrAddProperties<Properties>().value))
    return failure();
  return parser.parseOptionalAttrDict(result.attributes);
}

void ExpectEqConstOp::print(OpAsmPrinter &printer) {
  printer << " " << getLhs() << ", ";
  stablehlo::printElements(printer, *this, getValue());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
}

ParseResult ExpectAlmostEqConstOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  if (parseWithConstant(parser, result, properties.value))
    return failure();
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("tolerance") || parser.parseEqual() ||
       parser.parseAttribute(properties.tolerance, parser.getBuilder().getF64Type())))
    return failure();
  return parser.parseOptionalAttrDict(result.attributes);
}

void ExpectAlmostEqConstOp::print(OpAsmPrinter &printer) {
  printer << " " << getLhs() << ", ";
  stablehlo::printElements(printer, *this, getValue());
  if (getToleranceAttr()) {
    printer << ", tolerance = ";
    printer.printAttributeWithoutType(getToleranceAttr());
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName(), getToleranceAttrName()});
}

// Same shape and element type, whatever the encodings.
static LogicalResult verifyAlike(Operation *op, Type lhsType, Type rhsType) {
  auto lhs = dyn_cast<RankedTensorType>(lhsType), rhs = dyn_cast<RankedTensorType>(rhsType);
  auto operandNumbers = llvm::to_vector(llvm::seq(op->getNumOperands()));
  if (!lhs || !rhs || failed(verifyCompatibleShape(lhs, rhs)) || lhs.getElementType() != rhs.getElementType())
    return stablehlo::operandError(op, operandNumbers) << "compares " << lhsType << " with " << rhsType;
  return success();
}

LogicalResult ExpectEqOp::verify() { return verifyAlike(*this, getLhs().getType(), getRhs().getType()); }

LogicalResult ExpectEqConstOp::verify() { return verifyAlike(*this, getLhs().getType(), getValue().getType()); }

LogicalResult ExpectAlmostEqOp::verify() { return verifyAlike(*this, getLhs().getType(), getRhs().getType()); }

LogicalResult ExpectAlmostEqConstOp::verify() { return verifyAlike(*this, getLhs().getType(), getValue().getType()); }

LogicalResult ExpectCloseOp::verify() {
  if (static_cast<int64_t>(getMinUlpDifference()) > static_cast<int64_t>(getMaxUlpDifference()))
    return emitOpError() << "min_ulp_difference " << getMinUlpDifference() << " is above max_ulp_difference "
                         << getMaxUlpDifference();
  return verifyAlike(*this, getLhs().getType(), getRhs().getType());
}

} // namespace shardwright::check

#include "dialects/check/CheckDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/check/CheckOps.cpp.inc"

namespace shardwright::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/check/CheckOps.cpp.inc"
      >();
}

} // namespace shardwright::check
