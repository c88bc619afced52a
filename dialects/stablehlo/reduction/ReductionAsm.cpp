#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

namespace shardwright::stablehlo {

//===-- Short form ------------------------------------------------------------------------------------------------===//

// The one operation of a body that the short form can name, or null.
static Operation *shortBody(ReduceOp reduce) {
  if (reduce.getNumOperands() != 2 || !llvm::hasSingleElement(reduce.getBody()))
    return nullptr;
  Block &block = reduce.getBody().front();
  if (block.getOperations().size() != 2 || block.getNumArguments() != 2)
    return nullptr;
  Operation &inner = block.front();
  Operation &end = block.back();
  if (!isa<AddOp, AndOp, MaxOp, MinOp, MulOp, OrOp, XorOp>(inner) || !inner.getAttrs().empty())
    return nullptr;
  if (inner.getOperand(0) != block.getArgument(0) || inner.getOperand(1) != block.getArgument(1))
    return nullptr;
  if (!isa<ReturnOp>(end) || end.getNumOperands() != 1 || end.getOperand(0) != inner.getResult(0))
    return nullptr;
  auto input = dyn_cast<RankedTensorType>(reduce.getOperand(0).getType());
  auto scalar = input ? RankedTensorType::get({}, input.getElementType()) : nullptr;
  bool sameTypes = scalar && inner.getResult(0).getType() == scalar &&
                   llvm::all_of(block.getArgumentTypes(), [&](Type type) { return type == scalar; });
  return sameTypes ? &inner : nullptr;
}

// Builds the body that the short form stands for, over scalars of the input's element type.
static ParseResult buildShortBody(OpAsmParser &parser, SMLoc loc, OperationName name, Type input, Location location,
                                  Region &region) {
  auto tensor = dyn_cast<RankedTensorType>(input);
  if (!tensor)
    return parser.emitError(loc) << "the short form needs a tensor as input, got " << input;
  auto scalar = RankedTensorType::get({}, tensor.getElementType());
  OpBuilder builder(parser.getContext());
  Block *block = builder.createBlock(&region, {}, {scalar, scalar}, {location, location});
  OperationState state(location, name, block->getArguments(), {scalar}, {});
  Operation *inner = builder.create(state);
  ReturnOp::create(builder, location, inner->getResults());
  return success();
}

static ParseResult parseShortName(OpAsmParser &parser, std::optional<OperationName> &name) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<OperationName> parsed = parser.parseCustomOperationName();
  if (failed(parsed))
    return failure();
  StringRef text = parsed->getStringRef();
  if (!text.consume_front("stablehlo.") ||
      !llvm::is_contained({"add", "and", "maximum", "minimum", "multiply", "or", "xor"}, text))
    return parser.emitError(loc) << "expected a commutative stablehlo operation of two operands, got '"
                                 << parsed->getStringRef() << "'";
  name = *parsed;
  return success();
}

//===-- Full form -------------------------------------------------------------------------------------------------===//

// `reducer(%a: T, %b: T) (%c: U, %d: U) { ... }`: per input its element, then its accumulator.
static ParseResult parseReducer(OpAsmParser &parser, size_t inputs, Region &region) {
  if (parser.parseKeyword("reducer"))
    return failure();
  SmallVector<OpAsmParser::Argument> arguments(2 * inputs);
  for (size_t i = 0; i < inputs; ++i)
    if (parser.parseLParen() || parser.parseArgument(arguments[i], /*allowType=*/true) || parser.parseComma() ||
        parser.parseArgument(arguments[inputs + i], /*allowType=*/true) || parser.parseRParen())
      return failure();
  return parser.parseRegion(region, arguments);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) || parser.parseKeyword("init") ||
        parser.parseColon() || parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t inputs = operands.size();
  operands.append(inits);

  std::optional<OperationName> shortName;
  SMLoc shortLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("applies")) && parseShortName(parser, shortName))
    return failure();

  SmallVector<int64_t> dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      parseDims(parser, dimensions) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  result.getOrAddProperties<Properties>().dimensions = parser.getBuilder().getDenseI64ArrayAttr(dimensions);

  Region &region = *result.addRegion();
  if (shortName)
    return buildShortBody(parser, shortLoc, *shortName, type.getInput(0), result.location, region);
  return parseReducer(parser, inputs, region);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  size_t inputs = getInputs().size();
  printer << "(";
  llvm::interleave(
      llvm::zip(getInputs(), getInitValues()),
      [&](auto pair) { printer << std::get<0>(pair) << " init: " << std::get<1>(pair); }, [&] { printer << "), ("; });
  printer << ")";
  Operation *inner = shortBody(*this);
  if (inner)
    printer << " applies " << inner->getName().getStringRef();
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &block = getBody().front();
  for (size_t i = 0; i < inputs && 2 * inputs <= block.getNumArguments(); ++i) {
    printer << "(";
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(inputs + i));
    printer << ") ";
  }
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

} // namespace shardwright::stablehlo
