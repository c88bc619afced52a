#include "lib/Compiler/GraphState.h"

#include "shardwright/Sharding/Suggest.h"
#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace shardwright::graph {

using runtime::ElementType;

static std::string locationOf(Place place) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << " loc(\"";
  llvm::printEscapedString(place.file, stream);
  stream << "\":" << place.line << ":1)";
  return text;
}

void GraphState::fail(Place place, const llvm::Twine &message) {
  if (error.ok())
    error =
        absl::InvalidArgumentError((llvm::Twine(place.file) + ":" + llvm::Twine(place.line) + ": " + message).str());
}

std::vector<int64_t> GraphState::shapeOf(const Names &names) const {
  std::vector<int64_t> shape;
  for (const std::string &name : names)
    shape.push_back(lengths.at(name));
  return shape;
}

std::string GraphState::typeOf(ElementType type, const Names &names) const {
  std::string text = "tensor<";
  for (int64_t length : shapeOf(names))
    text += std::to_string(length) + "x";
  return text + runtime::elementName(type) + ">";
}

std::string GraphState::attributeOf(const Sharding &sharding) const {
  return mesh.numAxes() == 0 ? "" : "<@mesh, " + str(sharding) + ">";
}

std::string GraphState::annotationOf(const Sharding &sharding) const {
  const std::string attribute = attributeOf(sharding);
  return attribute.empty() ? "" : " {sharding.spec = #sharding.spec" + attribute + "}";
}

std::string GraphState::listOf(const Names &names) { return "[" + llvm::join(names, ", ") + "]"; }

std::string GraphState::placesOf(const Names &names, const Names &in) {
  auto placeOf = [&](const std::string &name) { return std::to_string(llvm::find(in, name) - in.begin()); };
  return llvm::join(llvm::map_range(names, placeOf), ", ");
}

Names GraphState::namesOf(const Sharding &sharding) {
  Names names;
  for (const DimSharding &dim : sharding.dims)
    names.push_back(dim.label.str());
  return names;
}

GraphCall::GraphCall(llvm::StringRef name, Place place, llvm::ArrayRef<Tensor> operands)
    : name(name), place(place), operands(operands.begin(), operands.end()) {
  for (const Tensor &operand : operands)
    if (operand.graph && !graph)
      graph = operand.graph;
  if (!graph)
    return;
  for (auto [index, operand] : llvm::enumerate(operands))
    if (graph && operand.graph != graph)
      fail("operand " + llvm::Twine(index) + (operand.graph ? " is of another graph" : " is of no graph"));
  if (graph && !graph->error.ok())
    graph = nullptr;
}

GraphCall::GraphCall(llvm::StringRef name, Place place, std::shared_ptr<GraphState> state)
    : name(name), place(place), graph(state->error.ok() ? std::move(state) : nullptr) {}

Tensor GraphCall::fail(const llvm::Twine &message) {
  graph->fail(place, name + ": " + message);
  graph = nullptr;
  return {};
}

std::optional<Sharding> GraphCall::sharding(absl::string_view text) {
  absl::StatusOr<Sharding> parsed = parseWholeSharding({text.data(), text.size()});
  absl::Status wrong = parsed.ok() ? verify(graph->mesh, *parsed) : parsed.status();
  if (!wrong.ok()) {
    fail(llvm::StringRef(text.data(), text.size()) + ": " + std::string(wrong.message()));
    return std::nullopt;
  }
  for (auto [index, dim] : llvm::enumerate(parsed->dims)) {
    auto isSame = [&, label = dim.label](const DimSharding &other) { return other.label == label; };
    if (!graph->lengths.count(dim.label.str())) {
      Names known;
      for (const auto &[each, length] : graph->lengths)
        known.push_back(each);
      fail(dim.label.empty() ? "dimension " + llvm::Twine(index) + " has no name"
                             : "no dimension is called " + dim.label.text() + didYouMean(dim.label, known));
      return std::nullopt;
    }
    if (llvm::count_if(parsed->dims, isSame) > 1) {
      fail("two dimensions are called " + dim.label.text());
      return std::nullopt;
    }
  }
  return *parsed;
}

std::optional<Sharding> GraphCall::shardingOf(const Names &names, absl::string_view text) {
  std::optional<Sharding> found = sharding(text);
  if (!found || GraphState::namesOf(*found) == names)
    return found;
  fail(GraphState::listOf(GraphState::namesOf(*found)) + " of a value " + GraphState::listOf(names));
  return std::nullopt;
}

std::optional<Names> GraphCall::names(absl::string_view text) {
  llvm::StringRef list(text.data(), text.size());
  std::optional<Sharding> found = sharding(list.trim().starts_with("[") ? list.str() : ("[" + list + "]").str());
  if (!found)
    return std::nullopt;
  if (!found->isFullyReplicated() || !found->isFullyClosed()) {
    fail(list + ": names of dimensions without axes are expected; constrain() says how a value is sharded");
    return std::nullopt;
  }
  return GraphState::namesOf(*found);
}

Tensor GraphCall::append(const std::string &line, ElementType type, Names names) {
  std::string text = "%" + std::to_string(graph->numOps++);
  graph->body += "  " + text + " = " + line + locationOf(place) + "\n";
  return {graph, graph->add({text, type, std::move(names), place})};
}

Tensor GraphCall::emit(const llvm::Twine &op, llvm::ArrayRef<Tensor> typed, ElementType type, Names names) {
  std::string line = op.str() + " : (";
  line +=
      llvm::join(llvm::map_range(typed, [&](const Tensor &x) { return graph->typeOf(graph->values[x.number]); }), ", ");
  line += ") -> " + graph->typeOf(type, names);
  return append(line, type, std::move(names));
}

Tensor GraphCall::emitOfOneType(const llvm::Twine &op, ElementType type, Names names) {
  const std::string line = (op + " : " + graph->typeOf(type, names)).str();
  return append(line, type, std::move(names));
}

Tensor GraphCall::constant(const llvm::Twine &value, ElementType type) {
  return emitOfOneType("stablehlo.constant dense<" + value + ">", type, {});
}

/// As a constant's text; nothing where the type has no such number.
static std::optional<std::string> numberText(double value, ElementType type) {
  if (type == ElementType::I1)
    return value == 0 ? "false" : "true";
  if (!runtime::isInexact(type))
    return value == std::trunc(value) && std::abs(value) <= std::ldexp(1.0, 53)
               ? std::optional(std::to_string(int64_t(value)))
               : std::nullopt;
  if (!std::isfinite(value))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::format("%.17e", value);
  return runtime::isComplex(type) ? "(" + text + ", 0.0)" : text;
}

Tensor GraphCall::number(double value, ElementType type) {
  if (std::optional<std::string> text = numberText(value, type))
    return constant(*text, type);
  std::string said;
  llvm::raw_string_ostream(said) << value << " is no number of type " << runtime::elementName(type);
  return fail(said);
}

/// Nothing where the numbers of a type have no order.
static std::optional<std::string> leastText(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return "0xFC00";
  case ElementType::BF16:
    return "0xFF80";
  case ElementType::F32:
    return "0xFF800000";
  case ElementType::F64:
    return "0xFFF0000000000000";
  case ElementType::I8:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64:
    return std::to_string(int64_t(uint64_t(-1) << (8 * runtime::elementBytes(type) - 1)));
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64:
    return "0";
  default:
    return std::nullopt;
  }
}

Tensor GraphCall::least(ElementType type) {
  const std::optional<std::string> text = leastText(type);
  return text ? constant(*text, type)
              : fail(llvm::Twine("values of type ") + runtime::elementName(type) + " have no order");
}

Tensor GraphCall::broadcast(const Tensor &x, const Names &names) {
  const GraphValue before = graph->values[x.number];
  // In the order that they have there first.
  Names own;
  for (const std::string &name : names)
    if (llvm::is_contained(before.names, name))
      own.push_back(name);
  Tensor value = x;
  if (own != before.names)
    value = emit("stablehlo.transpose " + before.text + ", dims = [" + GraphState::placesOf(own, before.names) + "]", x,
                 before.type, own);
  if (own.size() == names.size())
    return value;
  return emit("stablehlo.broadcast_in_dim " + graph->values[value.number].text + ", dims = [" +
                  GraphState::placesOf(own, names) + "]",
              value, before.type, names);
}

} // namespace shardwright::graph
