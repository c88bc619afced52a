#include "dialects/sdy/SdyAsmForms.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardwright::sdy {

ParseResult parseOptionalKind(OpAsmParser &parser, sharding::KindAttr &kind) {
  for (ReductionKind value : {ReductionKind::Max, ReductionKind::Min, ReductionKind::Sum})
    if (succeeded(parser.parseOptionalKeyword(name(value)))) {
      kind = sharding::KindAttr::get(parser.getContext(), value);
      return success();
    }
  return success();
}

void printOptionalKind(OpAsmPrinter &printer, Operation *, sharding::KindAttr kind) {
  if (kind && kind.getValue() != ReductionKind::Sum)
    printer << name(kind.getValue()) << " ";
}

ParseResult parseDirection(OpAsmParser &parser, IntegerAttr &direction) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  for (auto [number, name] : llvm::enumerate(kDirections))
    if (keyword == name) {
      direction = parser.getBuilder().getI32IntegerAttr(number);
      return success();
    }
  return parser.emitError(loc) << "'" << keyword << "' is no direction; write NONE, FORWARD or BACKWARD";
}

void printDirection(OpAsmPrinter &printer, Operation *, IntegerAttr direction) {
  printer << kDirections[direction.getInt()];
}

ParseResult parseShardings(OpAsmParser &parser, ShardingPerValueAttr &shardings) {
  llvm::SmallVector<ShardingAttr> entries;
  if (parseShardingList(parser, entries))
    return failure();
  shardings = ShardingPerValueAttr::get(parser.getContext(), entries);
  return success();
}

void printShardings(OpAsmPrinter &printer, Operation *, ShardingPerValueAttr shardings) {
  printShardingList(printer, shardings.getShardings());
}

ParseResult parseInOut(OpAsmParser &parser, ShardingPerValueAttr &in, ShardingPerValueAttr &out) {
  if (succeeded(parser.parseOptionalKeyword("in_shardings")) && (parser.parseEqual() || parseShardings(parser, in)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("out_shardings")) && (parser.parseEqual() || parseShardings(parser, out)))
    return failure();
  return success();
}

void printInOut(OpAsmPrinter &printer, Operation *op, ShardingPerValueAttr in, ShardingPerValueAttr out) {
  if (in) {
    printer << " in_shardings=";
    printShardings(printer, op, in);
  }
  if (out) {
    printer << " out_shardings=";
    printShardings(printer, op, out);
  }
  printer << " ";
}

ParseResult parseBody(OpAsmParser &parser, Region &body) {
  llvm::SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
                 parser.parseRegion(body, arguments));
}

void printBody(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << "(";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

} // namespace shardwright::sdy
