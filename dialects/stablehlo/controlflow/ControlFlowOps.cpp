#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/controlflow/ControlFlow.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/controlflow/ControlFlowOps.cpp.inc"

namespace shardwright::stablehlo {

void registerControlFlowOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/controlflow/ControlFlowOps.cpp.inc"
      >(dialect);
  attachControlFlowKernels(*dialect.getContext());
  attachControlFlowReferences(*dialect.getContext());
  attachControlFlowLocal(*dialect.getContext());
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

//===-- Verification ----------------------------------------------------------------------------------------------===//

static Type flagType(MLIRContext *context) { return RankedTensorType::get({}, IntegerType::get(context, 1)); }

LogicalResult WhileOp::verify() {
  if (!agree(getOperandTypes(), getResultTypes()))
    return emitOpError() << "carries (" << getOperandTypes() << ") but results in (" << getResultTypes() << ")";
  if (failed(verifyBody(*this, "cond", getCond(), getOperandTypes(), flagType(getContext()))))
    return failure();
  return verifyBody(*this, "the body", getBody(), getOperandTypes(), getOperandTypes());
}

LogicalResult CaseOp::verify() {
  if (getBranches().empty())
    return emitOpError() << "needs 1 branch or more, got 0";
  if (failed(verifyTensor(*this, "index", getIndex().getType(), {}, IntegerType::get(getContext(), 32))))
    return failure();
  for (auto [index, branch] : llvm::enumerate(getBranches()))
    if (failed(verifyBody(*this, "branch " + std::to_string(index), branch, TypeRange(), getResultTypes())))
      return failure();
  return success();
}

LogicalResult IfOp::verify() {
  if (failed(verifyScalar(*this, "pred", getPred().getType())) ||
      failed(verifyBody(*this, "the true branch", getTrueBranch(), TypeRange(), getResultTypes())))
    return failure();
  return verifyBody(*this, "the false branch", getFalseBranch(), TypeRange(), getResultTypes());
}

LogicalResult OptimizationBarrierOp::verify() {
  if (agree(getOperandTypes(), getResultTypes()))
    return success();
  return emitOpError() << "takes (" << getOperandTypes() << ") but results in (" << getResultTypes() << ")";
}

} // namespace shardwright::stablehlo
