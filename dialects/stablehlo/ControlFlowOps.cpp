#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/ControlFlowOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/ControlFlowOps.cpp.inc"
      >();
}

//===-- while -----------------------------------------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

// `(%arg = %operand, ...) : types attributes {...} cond {...} do {...}`: both regions know the same arguments.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseAssignmentList(arguments, operands))
    return failure();
  SmallVector<Type> types;
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  if (types.size() != operands.size())
    return parser.emitError(loc) << "the operation has " << operands.size() << " operands but lists " << types.size()
                                 << " types";
  for (auto [argument, type] : llvm::zip(arguments, types))
    argument.type = type;
  if (parser.resolveOperands(operands, types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseKeyword("cond") ||
      parser.parseRegion(*result.addRegion(), arguments) || parser.parseKeyword("do") ||
      parser.parseRegion(*result.addRegion(), arguments))
    return failure();
  result.addTypes(types);
  return success();
}

void WhileOp::print(OpAsmPrinter &printer) {
  Block &cond = getCond().front();
  printer << "(";
  llvm::interleaveComma(llvm::zip(cond.getArguments(), getOperand()), printer, [&](auto pair) {
    printer.printOperand(std::get<0>(pair));
    printer << " = ";
    printer.printOperand(std::get<1>(pair));
  });
  printer << ")";
  if (getNumOperands() != 0)
    printer << " : " << getOperandTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===-- optimization_barrier --------------------------------------------------------------------------------------===//

ParseResult OptimizationBarrierOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (succeeded(parser.parseOptionalLParen()))
    return failure(parser.parseRParen() || parser.parseOptionalAttrDict(result.attributes));
  SmallVector<Type> types;
  if (parser.parseOperandList(operands) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseTypeList(types))
    return failure();
  // The long form lists operand and result types of a single operand as a function.
  SmallVector<Type> operandTypes(types);
  if (auto function = types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : nullptr) {
    operandTypes.assign(function.getInputs().begin(), function.getInputs().end());
    types.assign(function.getResults().begin(), function.getResults().end());
  }
  result.addTypes(types);
  return parser.resolveOperands(operands, operandTypes, loc, result.operands);
}

void OptimizationBarrierOp::print(OpAsmPrinter &printer) {
  if (getNumOperands() == 0) {
    printer << "()";
    printer.printOptionalAttrDict((*this)->getAttrs());
    return;
  }
  printer << " " << getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  if (getOperandTypes() == getResultTypes())
    printer << getResultTypes();
  else
    printer.printFunctionalType(*this);
}

LogicalResult WhileOp::verify() { return success(); }
LogicalResult CaseOp::verify() { return success(); }
LogicalResult IfOp::verify() { return success(); }
LogicalResult OptimizationBarrierOp::verify() { return success(); }

} // namespace shardwright::stablehlo
