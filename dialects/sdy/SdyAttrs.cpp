#include "dialects/sdy/SdyAttrs.h"
#include "dialects/sdy/SdyDialect.h"
#include "dialects/sharding/ShardingAttrs.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "dialects/sdy/SdyAttrs.cpp.inc"

namespace shardwright::sdy {

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/sdy/SdyAttrs.cpp.inc"
      >();
}

llvm::hash_code hash_value(const MeshText &mesh) {
  llvm::hash_code code = llvm::hash_combine_range(mesh.deviceIds.begin(), mesh.deviceIds.end());
  for (const MeshAxis &axis : mesh.axes)
    code = llvm::hash_combine(code, axis.name, axis.size);
  return code;
}

//===--- axes ---===//

/// `"a"` or `"b":(2)4`.
static ParseResult parseAxis(AsmParser &parser, AxisRef &axis) {
  std::string name;
  if (parser.parseString(&name))
    return failure();
  axis.name = name;
  return sharding::parseSubAxis(parser, axis);
}

static void printAxis(AsmPrinter &printer, const AxisRef &axis) {
  printer.printString(axis.name);
  sharding::printSubAxis(printer, axis);
}

/// `{"a", "b":(2)4}`.
static ParseResult parseAxisSet(AsmParser &parser, AxisList &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                        [&] { return parseAxis(parser, axes.emplace_back()); });
}

static void printAxisSet(AsmPrinter &printer, llvm::ArrayRef<AxisRef> axes) {
  printer << "{";
  llvm::interleaveComma(axes, printer, [&](const AxisRef &axis) { printAxis(printer, axis); });
  printer << "}";
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  AxisList axes;
  return parseAxisSet(parser, axes) ? Attribute() : AxisRefListAttr::get(parser.getContext(), axes);
}

void AxisRefListAttr::print(AsmPrinter &printer) const { printAxisSet(printer, getValue()); }

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  AxisList axes;
  return parseAxisSet(parser, axes) ? Attribute() : ManualAxesAttr::get(parser.getContext(), axes);
}

void ManualAxesAttr::print(AsmPrinter &printer) const { printAxisSet(printer, getValue()); }

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  llvm::SmallVector<AxisRefListAttr> lists;
  auto one = [&] { return parser.parseCustomAttributeWithFallback(lists.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return {};
  return ListOfAxisRefListsAttr::get(parser.getContext(), lists);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printer << "[";
  llvm::interleaveComma(getValue(), printer, [&](AxisRefListAttr axes) { axes.print(printer); });
  printer << "]";
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  llvm::SmallVector<AxisRefListAttr> axes;
  llvm::SmallVector<int64_t> from, to;
  auto one = [&]() -> ParseResult {
    return failure(parser.parseCustomAttributeWithFallback(axes.emplace_back()) || parser.parseColon() ||
                   parser.parseInteger(from.emplace_back()) || parser.parseArrow() ||
                   parser.parseInteger(to.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return {};
  return AllToAllParamListAttr::get(parser.getContext(), axes, from, to);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printer << "[";
  for (auto [index, axes] : llvm::enumerate(getAxes())) {
    printer << (index ? ", " : "");
    axes.print(printer);
    printer << ": " << getFrom()[index] << "->" << getTo()[index];
  }
  printer << "]";
}

//===--- meshes ---===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  MeshText mesh;
  auto axis = [&] {
    std::string name;
    MeshAxis &axis = mesh.axes.emplace_back();
    if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(axis.size))
      return failure();
    axis.name = name;
    return success();
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, axis))
    return {};
  auto id = [&] { return parser.parseInteger(mesh.deviceIds.emplace_back()); };
  if (succeeded(parser.parseOptionalComma()) && (parser.parseKeyword("device_ids") || parser.parseEqual() ||
                                                 parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, id)))
    return {};
  if (parser.parseGreater())
    return {};
  return MeshAttr::get(parser.getContext(), mesh);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getValue().axes, printer, [&](const MeshAxis &axis) {
    printer.printString(axis.name);
    printer << "=" << axis.size;
  });
  printer << "]";
  if (!getValue().deviceIds.empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getValue().deviceIds, printer);
    printer << "]";
  }
  printer << ">";
}

//===--- shardings ---===//

/// `pN` behind a dimension: MLIR's lexer makes one word of it.
static ParseResult parsePriority(AsmParser &parser, int64_t &priority) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  if (word.consume_front("p") && !word.empty() && (word == "0" || word[0] != '0') && !word.getAsInteger(10, priority))
    return success();
  return parser.emitError(loc, "expected a priority such as p1");
}

/// `{"a", "b":(2)4, ?}p1`.
static ParseResult parseDim(AsmParser &parser, DimSharding &dim) {
  if (parser.parseLBrace())
    return failure();
  while (failed(parser.parseOptionalRBrace())) {
    if (succeeded(parser.parseOptionalQuestion())) {
      dim.open = true;
      if (parser.parseRBrace())
        return failure();
      break;
    }
    if (parseAxis(parser, dim.axes.emplace_back()))
      return failure();
    (void)parser.parseOptionalComma();
  }
  return parsePriority(parser, dim.priority);
}

static void printDim(AsmPrinter &printer, const DimSharding &dim) {
  printer << "{";
  llvm::interleaveComma(dim.axes, printer, [&](const AxisRef &axis) { printAxis(printer, axis); });
  if (dim.open)
    printer << (dim.axes.empty() ? "?" : ", ?");
  printer << "}";
  if (dim.priority)
    printer << "p" << dim.priority;
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  Sharding alone = Sharding::closed(1);
  return parseDim(parser, alone.dims[0]) ? Attribute() : DimensionShardingAttr::get(parser.getContext(), alone);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const { printDim(printer, getValue().dims[0]); }

/// `max{"a"}`; without a word the combination is the sum.
static ParseResult parseUnreduced(AsmParser &parser, std::vector<PartialAxis> &partial) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  ReductionKind kind = ReductionKind::Sum;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    std::optional<ReductionKind> parsed = parseReductionKind(word);
    if (!parsed)
      return parser.emitError(loc) << "'" << word << "' is no kind of reduction";
    kind = *parsed;
  }
  AxisList axes;
  if (parseAxisSet(parser, axes))
    return failure();
  for (const AxisRef &axis : axes)
    partial.push_back({axis, kind});
  return success();
}

static void printUnreduced(AsmPrinter &printer, llvm::ArrayRef<PartialAxis> partial) {
  printer << ", unreduced=";
  if (partial.front().kind != ReductionKind::Sum)
    printer << name(partial.front().kind);
  AxisList axes;
  for (const PartialAxis &entry : partial)
    axes.push_back(entry.axis);
  printAxisSet(printer, axes);
}

/// `@mesh`, `mesh<...>`, `#sdy.mesh<...>` or an alias of that.
static ParseResult parseMeshOrRef(AsmParser &parser, Attribute &mesh) {
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh = MeshAttr::parse(parser, {});
    return success(mesh != nullptr);
  }
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(mesh))
    return failure();
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh))
    return parser.emitError(loc) << "expected the name of a mesh or a mesh, got " << mesh;
  return success();
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  Sharding sharding;
  auto dim = [&]() -> ParseResult {
    DimensionShardingAttr dim;
    if (parser.parseCustomAttributeWithFallback(dim))
      return failure();
    sharding.dims.push_back(dim.getValue().dims[0]);
    return success();
  };
  if (parser.parseLess() || parseMeshOrRef(parser, mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, dim))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("replicated"))) {
      AxisList axes;
      if (parser.parseEqual() || parseAxisSet(parser, axes))
        return {};
      sharding.replicated.insert(sharding.replicated.end(), axes.begin(), axes.end());
    } else if (parser.parseKeyword("unreduced", ", or replicated") || parser.parseEqual() ||
               parseUnreduced(parser, sharding.partial)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return ShardingAttr::get(parser.getContext(), mesh, sharding);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  llvm::interleaveComma(getValue().dims, printer, [&](const DimSharding &dim) { printDim(printer, dim); });
  printer << "]";
  if (!getValue().replicated.empty()) {
    printer << ", replicated=";
    printAxisSet(printer, getValue().replicated);
  }
  if (!getValue().partial.empty())
    printUnreduced(printer, getValue().partial);
  printer << ">";
}

ParseResult parseShardingList(AsmParser &parser, llvm::SmallVectorImpl<ShardingAttr> &shardings) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&] { return parser.parseCustomAttributeWithFallback(shardings.emplace_back()); });
}

void printShardingList(AsmPrinter &printer, llvm::ArrayRef<ShardingAttr> shardings) {
  printer << "[";
  llvm::interleaveComma(shardings, printer, [&](ShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
}

Attribute ShardingPerValueAttr::parse(AsmParser &parser, Type) {
  llvm::SmallVector<ShardingAttr> shardings;
  if (parser.parseLess() || parseShardingList(parser, shardings) || parser.parseGreater())
    return {};
  return ShardingPerValueAttr::get(parser.getContext(), shardings);
}

void ShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printShardingList(printer, getShardings());
  printer << ">";
}

//===--- rules ---===//

Attribute RuleAttr::parse(AsmParser &parser, Type) {
  // The same text as the sharding dialect's.
  auto rule = llvm::cast_or_null<sharding::RuleAttr>(sharding::RuleAttr::parse(parser, {}));
  return rule ? RuleAttr::get(parser.getContext(), rule.getValue()) : Attribute();
}

void RuleAttr::print(AsmPrinter &printer) const { printer << "<" << getValue().str() << ">"; }

} // namespace shardwright::sdy
