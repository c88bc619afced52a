#include "dialects/sdy/SdyAsmForms.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardwright::sdy {

ParseResult parseAxisNames(OpAsmParser &parser, sharding::AxesAttr &axes) {
  AxisList list;
  if (parseAxisSet(parser, list))
    return failure();
  axes = sharding::AxesAttr::get(parser.getContext(), list);
  return success();
}

void printAxisNames(OpAsmPrinter &printer, Operation *, sharding::AxesAttr axes) {
  printAxisSet(printer, axes.getValue());
}

ParseResult parseAxisLists(OpAsmParser &parser, ArrayAttr &lists) {
  llvm::SmallVector<Attribute> entries;
  auto one = [&]() -> ParseResult {
    sharding::AxesAttr axes;
    if (parseAxisNames(parser, axes))
      return failure();
    entries.push_back(axes);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  lists = parser.getBuilder().getArrayAttr(entries);
  return success();
}

void printAxisLists(OpAsmPrinter &printer, Operation *op, ArrayAttr lists) {
  printer << "[";
  llvm::interleaveComma(lists.getAsRange<sharding::AxesAttr>(), printer,
                        [&](sharding::AxesAttr axes) { printAxisNames(printer, op, axes); });
  printer << "]";
}

ParseResult parseMoves(OpAsmParser &parser, ArrayAttr &axes, DenseI64ArrayAttr &from, DenseI64ArrayAttr &to) {
  llvm::SmallVector<Attribute> lists;
  llvm::SmallVector<int64_t> sources, targets;
  auto one = [&]() -> ParseResult {
    sharding::AxesAttr list;
    if (parseAxisNames(parser, list) || parser.parseColon() || parser.parseInteger(sources.emplace_back()) ||
        parser.parseArrow() || parser.parseInteger(targets.emplace_back()))
      return failure();
    lists.push_back(list);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  axes = parser.getBuilder().getArrayAttr(lists);
  from = parser.getBuilder().getDenseI64ArrayAttr(sources);
  to = parser.getBuilder().getDenseI64ArrayAttr(targets);
  return success();
}

void printMoves(OpAsmPrinter &printer, Operation *op, ArrayAttr axes, DenseI64ArrayAttr from, DenseI64ArrayAttr to) {
  printer << "[";
  for (auto [index, list] : llvm::enumerate(axes.getAsRange<sharding::AxesAttr>())) {
    printer << (index ? ", " : "");
    printAxisNames(printer, op, list);
    printer << ": " << from[index] << "->" << to[index];
  }
  printer << "]";
}

ParseResult parseOptionalKind(OpAsmParser &parser, sharding::KindAttr &kind) {
  for (ReductionKind value : {ReductionKind::Max, ReductionKind::Min, ReductionKind::Sum})
    if (succeeded(parser.parseOptionalKeyword(name(value)))) {
      kind = sharding::KindAttr::get(parser.getContext(), value);
      return success();
    }
  kind = sharding::KindAttr::get(parser.getContext(), ReductionKind::Sum);
  return success();
}

void printOptionalKind(OpAsmPrinter &printer, Operation *, sharding::KindAttr kind) {
  if (kind.getValue() != ReductionKind::Sum)
    printer << name(kind.getValue()) << " ";
}

ParseResult parseDirection(OpAsmParser &parser, StringAttr &direction) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword != "NONE" && keyword != "FORWARD" && keyword != "BACKWARD")
    return parser.emitError(loc) << "'" << keyword << "' is no direction; write NONE, FORWARD or BACKWARD";
  direction = parser.getBuilder().getStringAttr(keyword);
  return success();
}

void printDirection(OpAsmPrinter &printer, Operation *, StringAttr direction) { printer << direction.getValue(); }

ParseResult parseShardings(OpAsmParser &parser, ShardingPerValueAttr &shardings) {
  llvm::SmallVector<ShardingAttr> entries;
  auto one = [&]() -> ParseResult {
    entries.push_back(llvm::cast_or_null<ShardingAttr>(ShardingAttr::parse(parser, {})));
    return success(entries.back() != nullptr);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  shardings = ShardingPerValueAttr::get(parser.getContext(), entries);
  return success();
}

void printShardings(OpAsmPrinter &printer, Operation *, ShardingPerValueAttr shardings) {
  printer << "[";
  llvm::interleaveComma(shardings.getShardings(), printer, [&](ShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
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
