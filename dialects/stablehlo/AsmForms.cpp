#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

namespace shardwright::stablehlo {

//===-- Types -----------------------------------------------------------------------------------------------------===//

// Distributes a function type over the operands and the one result.
static ParseResult distribute(OpAsmParser &parser, SMLoc loc, FunctionType function, ArrayRef<Type *> operands,
                              Type &result) {
  if (function.getNumInputs() != operands.size())
    return parser.emitError(loc) << "the operation has " << operands.size() << " operands but its type lists "
                                 << function.getNumInputs();
  if (function.getNumResults() != 1)
    return parser.emitError(loc) << "the operation has 1 result but its type lists " << function.getNumResults();
  for (auto [slot, type] : llvm::zip(operands, function.getInputs()))
    *slot = type;
  result = function.getResult(0);
  return success();
}

static void printFunction(OpAsmPrinter &printer, TypeRange operands, Type result) {
  printer.printFunctionalType(operands, TypeRange(ArrayRef<Type>(result)));
}

ParseResult parseTypesOrFunction(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return distribute(parser, loc, function, operands, result);
  for (Type *slot : operands)
    *slot = result;
  return success();
}

void printTypesOrFunction(OpAsmPrinter &printer, TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    printFunction(printer, operands, result);
}

ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return distribute(parser, loc, function, {&pred, &onTrue, &onFalse}, result);
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void printSelectTypes(OpAsmPrinter &printer, Operation *op, Type pred, Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printFunction(printer, op->getOperandTypes(), result);
}

// The type of one part of a complex tensor, or null.
static Type partOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : nullptr;
  return complex ? tensor.clone(complex.getElementType()) : nullptr;
}

ParseResult parseComplexTypes(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return distribute(parser, loc, function, {&lhs, &rhs}, result);
  lhs = rhs = partOf(result);
  if (!lhs)
    return parser.emitError(loc) << "expected a tensor of complex values, got " << result;
  return success();
}

void printComplexTypes(OpAsmPrinter &printer, Operation *op, Type lhs, Type rhs, Type result) {
  Type part = partOf(result);
  if (lhs == part && rhs == part)
    printer << result;
  else
    printFunction(printer, op->getOperandTypes(), result);
}

ParseResult parseTupleTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result)) {
    if (function.getNumResults() != 1)
      return parser.emitError(loc) << "the operation has 1 result but its type lists " << function.getNumResults();
    operands.assign(function.getInputs().begin(), function.getInputs().end());
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc) << "expected a tuple type, got " << result;
  operands.assign(tuple.begin(), tuple.end());
  return success();
}

void printTupleTypes(OpAsmPrinter &printer, Operation *op, TypeRange operands, Type result) {
  auto tuple = dyn_cast<TupleType>(result);
  if (tuple && TypeRange(tuple.getTypes()) == operands)
    printer << result;
  else
    printFunction(printer, operands, result);
}

//===-- Attributes and operands -----------------------------------------------------------------------------------===//

ParseResult parseDims(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(dims.emplace_back()); });
}

void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << "[";
  llvm::interleaveComma(dims, printer);
  printer << "]";
}

ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  StringRef rest = keyword;
  int32_t exponentBits = 0, mantissaBits = 0;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) || !rest.consume_front("m") ||
      rest.getAsInteger(10, mantissaBits))
    return parser.emitError(loc) << "expected a float format such as e5m10, got '" << keyword << "'";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printFloatFormat(OpAsmPrinter &printer, Operation *op, IntegerAttr exponent, IntegerAttr mantissa) {
  printer << "e" << exponent.getInt() << "m" << mantissa.getInt();
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &start, DenseI64ArrayAttr &limit,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> starts, limits, steps;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() || parser.parseInteger(limits.emplace_back()))
      return failure();
    steps.push_back(1);
    return failed(parser.parseOptionalColon()) ? ParseResult(success()) : parser.parseInteger(steps.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  start = parser.getBuilder().getDenseI64ArrayAttr(starts);
  limit = parser.getBuilder().getDenseI64ArrayAttr(limits);
  strides = parser.getBuilder().getDenseI64ArrayAttr(steps);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *op, DenseI64ArrayAttr start, DenseI64ArrayAttr limit,
                      DenseI64ArrayAttr strides) {
  printer << "[";
  llvm::interleaveComma(llvm::seq<size_t>(0, start.size()), printer, [&](size_t dim) {
    printer << start[dim] << ":" << limit[dim];
    if (strides[dim] != 1)
      printer << ":" << strides[dim];
  });
  printer << "]";
}

ParseResult parseCommaEnded(OpAsmParser &parser, Operands &operands) {
  // An empty list is written by others with its comma alone.
  if (succeeded(parser.parseOptionalComma()))
    return success();
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printCommaEnded(OpAsmPrinter &printer, Operation *op, OperandRange operands) {
  for (Value operand : operands)
    printer << operand << ", ";
}

ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) { return parser.parseSymbolName(target); }

void printCallTarget(OpAsmPrinter &printer, Operation *op, StringAttr target) {
  printer.printSymbolName(target.getValue());
}

//===-- Dot -------------------------------------------------------------------------------------------------------===//

// `[0] x [1]`
static ParseResult parseDimPair(OpAsmParser &parser, SmallVectorImpl<int64_t> &lhs, SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseDims(parser, lhs) || parser.parseKeyword("x") || parseDims(parser, rhs));
}

ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionNumbersAttr &dimensions) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parseDimPair(parser, lhsBatching, rhsBatching) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parseDimPair(parser, lhsContracting, rhsContracting))
    return failure();
  dimensions =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting, rhsContracting);
  return success();
}

static void printDimPair(OpAsmPrinter &printer, StringRef name, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  printer << name << " = ";
  printDims(printer, lhs);
  printer << " x ";
  printDims(printer, rhs);
}

void printDotDimensions(OpAsmPrinter &printer, Operation *op, DotDimensionNumbersAttr dimensions) {
  ArrayRef<int64_t> lhsBatching = dimensions.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatching = dimensions.getRhsBatchingDimensions();
  if (!lhsBatching.empty() || !rhsBatching.empty()) {
    printDimPair(printer, "batching_dims", lhsBatching, rhsBatching);
    printer << ", ";
  }
  printDimPair(printer, "contracting_dims", dimensions.getLhsContractingDimensions(),
               dimensions.getRhsContractingDimensions());
}

static ParseResult parsePrecisionList(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> values;
  auto parseValue = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Precision> value = symbolizePrecision(keyword);
    if (!value)
      return parser.emitError(loc) << "expected DEFAULT, HIGH or HIGHEST, got '" << keyword << "'";
    values.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseValue))
    return failure();
  precision = parser.getBuilder().getArrayAttr(values);
  return success();
}

ParseResult parseDotPrecision(OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    if (parsePrecisionList(parser, precision))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  if (parser.parseKeyword("algorithm") || parser.parseEqual())
    return failure();
  algorithm = dyn_cast_or_null<DotAlgorithmAttr>(DotAlgorithmAttr::parse(parser, Type()));
  return success(algorithm != nullptr);
}

void printDotPrecision(OpAsmPrinter &printer, Operation *op, ArrayAttr precision, DotAlgorithmAttr algorithm) {
  printDotPrecision(printer, op, precision);
  if (algorithm) {
    printer << ", algorithm = ";
    algorithm.print(printer);
  }
}

ParseResult parseDotPrecision(OpAsmParser &parser, ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") || parsePrecisionList(parser, precision));
}

void printDotPrecision(OpAsmPrinter &printer, Operation *op, ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr value) { printer << stringifyPrecision(value.getValue()); });
  printer << "]";
}

} // namespace shardwright::stablehlo
