// Places and kernels as text.
#include "dialects/exec/KernelText.h"

#include "dialects/exec/ExecOps.h"

using namespace mlir;

namespace shardwright::exec {

llvm::SmallVector<int64_t> Place::words() const {
  llvm::SmallVector<int64_t> words = {static_cast<int64_t>(loops.size()), constant};
  for (auto [loop, coefficient] : loops)
    words.append({static_cast<int64_t>(loop), coefficient});
  llvm::append_range(words, coefficients);
  return words;
}

FailureOr<Place> Place::of(llvm::ArrayRef<int64_t> words, size_t numTerms) {
  if (words.size() < 2 || words[0] < 0 || words.size() != 2 + 2 * static_cast<size_t>(words[0]) + numTerms)
    return failure();
  Place place;
  place.constant = words[1];
  for (int64_t i = 0; i != words[0]; ++i)
    place.loops.push_back({static_cast<unsigned>(words[2 + 2 * i]), words[3 + 2 * i]});
  llvm::append_range(place.coefficients, words.take_back(numTerms));
  return place;
}

/// `8*l0`, `l1`, `4*%5`, `3`: one summand, after its sign.
static ParseResult parseSummand(OpAsmParser &parser, int64_t sign, Place &place,
                                llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand> &terms) {
  int64_t factor = 1;
  OptionalParseResult number = parser.parseOptionalInteger(factor);
  if (number.has_value()) {
    if (failed(*number))
      return failure();
    if (failed(parser.parseOptionalStar())) {
      place.constant += sign * factor;
      return success();
    }
  }
  OpAsmParser::UnresolvedOperand term;
  OptionalParseResult operand = parser.parseOptionalOperand(term);
  if (operand.has_value()) {
    terms.push_back(term);
    place.coefficients.push_back(sign * factor);
    return *operand;
  }
  StringRef loop;
  SMLoc loc = parser.getCurrentLocation();
  unsigned at;
  if (parser.parseKeyword(&loop))
    return failure();
  if (!loop.consume_front("l") || loop.getAsInteger(10, at))
    return parser.emitError(loc) << "expected a number, a loop (l0, l1, ...) or a value";
  place.loops.push_back({at, sign * factor});
  return success();
}

ParseResult parsePlace(OpAsmParser &parser, DenseI64ArrayAttr &attribute,
                       llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand> &terms,
                       llvm::SmallVectorImpl<Type> &types) {
  Place place;
  if (parser.parseLSquare())
    return failure();
  int64_t sign = succeeded(parser.parseOptionalMinus()) ? -1 : 1;
  for (;;) {
    if (parseSummand(parser, sign, place, terms))
      return failure();
    if (succeeded(parser.parseOptionalPlus()))
      sign = 1;
    else if (succeeded(parser.parseOptionalMinus()))
      sign = -1;
    else
      break;
  }
  attribute = parser.getBuilder().getDenseI64ArrayAttr(place.words());
  if (!terms.empty() && (parser.parseColon() || parser.parseTypeList(types)))
    return failure();
  return parser.parseRSquare();
}

void printPlace(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr attribute, OperandRange terms, TypeRange types) {
  FailureOr<Place> place = Place::of(attribute, terms.size());
  printer << "[";
  if (failed(place)) {
    printer << "?]"; // of an op that does not verify
    return;
  }
  bool isFirst = true;
  auto sign = [&](int64_t coefficient) {
    printer << (isFirst ? (coefficient < 0 ? "-" : "") : coefficient < 0 ? " - " : " + ");
    isFirst = false;
    return coefficient < 0 ? -static_cast<uint64_t>(coefficient) : static_cast<uint64_t>(coefficient);
  };
  auto factor = [&](int64_t coefficient) {
    if (uint64_t size = sign(coefficient); size != 1)
      printer << size << "*";
  };
  if (place->constant != 0 || (place->loops.empty() && terms.empty()))
    printer << sign(place->constant);
  for (auto [loop, coefficient] : place->loops) {
    factor(coefficient);
    printer << "l" << loop;
  }
  for (auto [term, coefficient] : llvm::zip_equal(terms, place->coefficients)) {
    factor(coefficient);
    printer << term;
  }
  if (!terms.empty())
    printer << " : " << types;
  printer << "]";
}

//===--- exec.kernel ---===//

void KernelOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << "(";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") loops [";
  llvm::interleaveComma(getLoops(), printer);
  printer << "] outer " << getOuter();
  if (getSequential())
    printer << " sequential";
  if (!getKept().empty()) {
    printer << " kept [";
    llvm::interleaveComma(getKept(), printer);
    printer << "]";
  }
  printer << " index " << getIndexType();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"sym_name", "loops", "outer", "sequential", "kept", "index_type"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

static ParseResult parseNumbers(OpAsmParser &parser, DenseI64ArrayAttr &numbers) {
  llvm::SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(values.emplace_back()); }))
    return failure();
  numbers = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  llvm::SmallVector<OpAsmParser::Argument> arguments;
  DenseI64ArrayAttr loops, kept = parser.getBuilder().getDenseI64ArrayAttr({});
  int64_t outer;
  Type indexType;
  if (parser.parseSymbolName(name, "sym_name", result.attributes) ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseKeyword("loops") || parseNumbers(parser, loops) || parser.parseKeyword("outer") ||
      parser.parseInteger(outer))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("sequential")))
    result.addAttribute("sequential", parser.getBuilder().getUnitAttr());
  if (succeeded(parser.parseOptionalKeyword("kept")) && parseNumbers(parser, kept))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseKeyword("index") || parser.parseType(indexType) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  result.addAttribute("loops", loops);
  result.addAttribute("outer", parser.getBuilder().getI64IntegerAttr(outer));
  result.addAttribute("kept", kept);
  result.addAttribute("index_type", TypeAttr::get(indexType));
  return success();
}

//===--- exec.load, exec.store ---===//

using Operands = llvm::SmallVector<OpAsmParser::UnresolvedOperand>;

/// Operands in segments of their own.
static void addSegments(OpAsmParser &parser, OperationState &result, llvm::ArrayRef<llvm::ArrayRef<Value>> segments) {
  llvm::SmallVector<int32_t> sizes;
  for (llvm::ArrayRef<Value> segment : segments) {
    result.addOperands(segment);
    sizes.push_back(static_cast<int32_t>(segment.size()));
  }
  result.addAttribute("operandSegmentSizes", parser.getBuilder().getDenseI32ArrayAttr(sizes));
}

/// `%buffer[place] if %guard`; resolves all but the buffer.
static ParseResult parseElement(OpAsmParser &parser, OperationState &result, OpAsmParser::UnresolvedOperand &buffer,
                                llvm::SmallVectorImpl<Value> &terms, llvm::SmallVectorImpl<Value> &guard) {
  DenseI64ArrayAttr place;
  Operands termOperands;
  llvm::SmallVector<Type> types;
  if (parser.parseOperand(buffer) || parsePlace(parser, place, termOperands, types) ||
      parser.resolveOperands(termOperands, types, parser.getCurrentLocation(), terms))
    return failure();
  result.addAttribute("place", place);
  OpAsmParser::UnresolvedOperand condition;
  if (succeeded(parser.parseOptionalKeyword("if")) &&
      (parser.parseOperand(condition) || parser.resolveOperand(condition, parser.getBuilder().getI1Type(), guard)))
    return failure();
  return success();
}

static void printElement(OpAsmPrinter &printer, Operation *op, Value buffer, DenseI64ArrayAttr place,
                         OperandRange terms, Value guard) {
  printer << buffer;
  printPlace(printer, op, place, terms, terms.getTypes());
  if (guard)
    printer << " if " << guard;
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printElement(printer, *this, getBuffer(), getPlaceAttr(), getTerms(), getGuard());
  if (std::optional<int64_t> varies = getVaries())
    printer << " varies " << *varies;
  printer.printOptionalAttrDict((*this)->getAttrs(), {"place", "varies", "operandSegmentSizes"});
  printer << " : " << getBuffer().getType();
}

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand buffer;
  llvm::SmallVector<Value> terms, guard, buffers;
  MemRefType type;
  if (parseElement(parser, result, buffer, terms, guard))
    return failure();
  int64_t varies;
  if (succeeded(parser.parseOptionalKeyword("varies"))) {
    if (parser.parseInteger(varies))
      return failure();
    result.addAttribute("varies", parser.getBuilder().getI64IntegerAttr(varies));
  }
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperand(buffer, type, buffers))
    return failure();
  addSegments(parser, result, {buffers, terms, guard});
  result.addTypes(type.getElementType());
  return success();
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << " " << getValue() << ", ";
  printElement(printer, *this, getBuffer(), getPlaceAttr(), getTerms(), getGuard());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"place", "operandSegmentSizes"});
  printer << " : " << getBuffer().getType();
}

ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand stored, into;
  llvm::SmallVector<Value> terms, guard, value, buffer;
  MemRefType type;
  if (parser.parseOperand(stored) || parser.parseComma() || parseElement(parser, result, into, terms, guard) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperand(stored, type.getElementType(), value) || parser.resolveOperand(into, type, buffer))
    return failure();
  addSegments(parser, result, {value, buffer, terms, guard});
  return success();
}

} // namespace shardwright::exec
