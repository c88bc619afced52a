#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/sharding/RawText.h"
#include "dialects/sharding/ShardingDialect.h"
#include "shardwright/Sharding/Text.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "dialects/sharding/ShardingAttrs.cpp.inc"

namespace shardwright::sharding {

void ShardingDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/sharding/ShardingAttrs.cpp.inc"
      >();
}

//===--- axes ---===//

ParseResult parseSubAxis(AsmParser &parser, AxisRef &axis) {
  if (failed(parser.parseOptionalColon()))
    return success();
  SubAxis sub;
  if (parser.parseLParen() || parser.parseInteger(sub.pre) || parser.parseRParen() || parser.parseInteger(sub.size))
    return failure();
  axis.sub = sub;
  return success();
}

void printSubAxis(AsmPrinter &printer, const AxisRef &axis) {
  if (axis.sub)
    printer << ":(" << axis.sub->pre << ")" << axis.sub->size;
}

ParseResult parseAxis(AsmParser &parser, AxisRef &axis) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  axis.name = name;
  return parseSubAxis(parser, axis);
}

static ParseResult parseAxisList(AsmParser &parser, AsmParser::Delimiter delimiter, AxisList &axes) {
  return parser.parseCommaSeparatedList(delimiter, [&] { return parseAxis(parser, axes.emplace_back()); });
}

static void printAxis(AsmPrinter &printer, const AxisRef &axis) {
  printer.printKeywordOrString(axis.name);
  printSubAxis(printer, axis);
}

static void printAxisList(AsmPrinter &printer, llvm::ArrayRef<AxisRef> axes) {
  llvm::interleaveComma(axes, printer, [&](const AxisRef &axis) { printAxis(printer, axis); });
}

Attribute AxesAttr::parse(AsmParser &parser, Type) {
  AxisList axes;
  if (parseAxisList(parser, AsmParser::Delimiter::LessGreater, axes))
    return {};
  return AxesAttr::get(parser.getContext(), axes);
}

void AxesAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxisList(printer, getValue());
  printer << ">";
}

ParseResult parseAxes(AsmParser &parser, AxesAttr &axes) {
  AxisList list;
  if (parseAxisList(parser, AsmParser::Delimiter::Braces, list))
    return failure();
  axes = AxesAttr::get(parser.getContext(), list);
  return success();
}

void printAxes(AsmPrinter &printer, Operation *, AxesAttr axes) {
  printer << "{";
  printAxisList(printer, axes.getValue());
  printer << "}";
}

//===--- reduction kinds ---===//

ParseResult parseKind(AsmParser &parser, KindAttr &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ReductionKind> value = parseReductionKind(keyword);
  if (!value)
    return parser.emitError(loc) << "'" << keyword << "' is no kind of reduction; write sum, product, max, min, and, "
                                 << "or, or xor";
  kind = KindAttr::get(parser.getContext(), *value);
  return success();
}

void printKind(AsmPrinter &printer, Operation *, KindAttr kind) { printer << shardwright::name(kind.getValue()); }

ParseResult parsePairs(AsmParser &parser, DenseI64ArrayAttr &pairs) {
  llvm::SmallVector<int64_t> values;
  auto pair = [&] {
    return failure(parser.parseLSquare() || parser.parseInteger(values.emplace_back()) || parser.parseComma() ||
                   parser.parseInteger(values.emplace_back()) || parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, pair))
    return failure();
  pairs = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

void printPairs(AsmPrinter &printer, Operation *, DenseI64ArrayAttr pairs) {
  llvm::ArrayRef<int64_t> values = pairs;
  printer << "[";
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    printer << (i ? ", " : "") << "[" << values[i] << ", " << values[i + 1] << "]";
  printer << "]";
}

Attribute KindAttr::parse(AsmParser &parser, Type) {
  KindAttr kind;
  if (parser.parseLess() || parseKind(parser, kind) || parser.parseGreater())
    return {};
  return kind;
}

void KindAttr::print(AsmPrinter &printer) const { printer << "<" << shardwright::name(getValue()) << ">"; }

//===--- meshes ---===//

/// `x=4`, or the device order, `order=[0, 2, 1, 3]`.
static ParseResult parseMeshEntry(AsmParser &parser, std::vector<MeshAxis> &axes, std::vector<int64_t> &order) {
  std::string name;
  if (parser.parseKeywordOrString(&name) || parser.parseEqual())
    return failure();
  if (name != "order" || failed(parser.parseOptionalLSquare())) {
    axes.push_back({name, 0});
    return parser.parseInteger(axes.back().size);
  }
  auto entry = [&] { return parser.parseInteger(order.emplace_back()); };
  return failure(parser.parseCommaSeparatedList(AsmParser::Delimiter::None, entry) || parser.parseRSquare());
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::vector<MeshAxis> axes;
  std::vector<int64_t> order;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     [&] { return parseMeshEntry(parser, axes, order); }))
    return {};
  absl::StatusOr<Mesh> mesh = Mesh::create(std::move(axes), std::move(order));
  if (!mesh.ok()) {
    parser.emitError(loc) << std::string(mesh.status().message());
    return {};
  }
  return MeshAttr::get(parser.getContext(), *std::move(mesh));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getValue().axes(), printer, [&](const MeshAxis &axis) {
    printer.printKeywordOrString(axis.name);
    printer << "=" << axis.size;
  });
  if (!getValue().deviceOrder().empty()) {
    printer << (getValue().numAxes() ? ", order=[" : "order=[");
    llvm::interleaveComma(getValue().deviceOrder(), printer);
    printer << "]";
  }
  printer << ">";
}

//===--- shardings and rules ---===//

Attribute SpecAttr::parse(AsmParser &parser, Type) {
  FlatSymbolRefAttr mesh;
  if (parser.parseLess() || parser.parseAttribute(mesh) || parser.parseComma())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  StringRef text = textUntil(parser, '>');
  if (text.empty()) {
    parser.emitError(loc, "expected a sharding such as [I_x, J] and '>'");
    return {};
  }
  absl::StatusOr<Sharding> sharding = parseWholeSharding(text.rtrim());
  if (!sharding.ok()) {
    emitTextError(parser, text, std::string(sharding.status().message()));
    return {};
  }
  if (skipTo(parser, text.end()) || parser.parseGreater())
    return {};
  return SpecAttr::get(mesh, *std::move(sharding));
}

void SpecAttr::print(AsmPrinter &printer) const { printer << "<" << getMesh() << ", " << str(getValue()) << ">"; }

Attribute RuleAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  StringRef text = textUntil(parser, '>');
  if (text.empty()) {
    parser.emitError(loc, "expected a rule such as ([i, j])->([i, j]) {i=4, j=8} and '>'");
    return {};
  }
  absl::StatusOr<ShardingRule> rule = parseShardingRule(text.rtrim());
  if (!rule.ok()) {
    emitTextError(parser, text, std::string(rule.status().message()));
    return {};
  }
  if (skipTo(parser, text.end()) || parser.parseGreater())
    return {};
  return RuleAttr::get(parser.getContext(), *std::move(rule));
}

void RuleAttr::print(AsmPrinter &printer) const { printer << "<" << getValue().str() << ">"; }

} // namespace shardwright::sharding
