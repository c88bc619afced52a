#include "lib/Compiler/GraphState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::graph {

using runtime::ElementType;

ElementType Tensor::type() const { return graph ? graph->values[number].type : ElementType::F32; }
std::vector<std::string> Tensor::names() const { return graph ? graph->values[number].names : Names(); }
std::vector<int64_t> Tensor::shape() const { return graph ? graph->shapeOf(names()) : std::vector<int64_t>(); }

/// A letter, then letters and digits: what an SSA value may be called without a number.
static bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && (llvm::isAlpha(text.front()) || text.front() == '_') &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

Graph::Graph(const Lengths &mesh, const Lengths &dims) : state(std::make_shared<GraphState>()) {
  const Place nowhere{"graph", 0};
  std::vector<MeshAxis> axes;
  for (const auto &[name, size] : mesh)
    axes.push_back({name, size});
  if (absl::StatusOr<Mesh> made = Mesh::create(std::move(axes)); made.ok())
    state->mesh = *std::move(made);
  else
    state->fail(nowhere, std::string(made.status().message()));
  for (const auto &[name, length] : dims) {
    if (!isIdentifier(name) || llvm::StringRef(name).contains('_'))
      state->fail(nowhere, "'" + name + "' is no name of a dimension (letters and digits, a letter first)");
    else if (length < 0)
      state->fail(nowhere, "dimension " + name + " has the length " + llvm::Twine(length));
    else if (!state->lengths.try_emplace(name, length).second)
      state->fail(nowhere, "two dimensions are called " + name);
  }
}

Tensor Graph::argument(absl::string_view array, ElementType type, const char *file, int line) {
  GraphCall call("argument", {file, line}, state);
  if (!call.isGood())
    return {};
  auto [name, notation] = llvm::StringRef(array.data(), array.size()).split('[');
  std::optional<Sharding> sharding = call.sharding(("[" + notation).str());
  if (!sharding)
    return {};
  std::string text = name.empty() ? "%arg" + std::to_string(state->arguments.size()) : ("%" + name).str();
  if (!name.empty() && !isIdentifier(name))
    return call.fail("'" + name + "' is no name (letters, digits and _, no digit first)");
  if (llvm::any_of(state->values, [&](const GraphValue &value) { return value.text == text; }))
    return call.fail("two arguments are called " + text.substr(1));
  Names names = GraphState::namesOf(*sharding);
  state->arguments.push_back(text + ": " + state->typeOf(type, names) + state->annotationOf(*sharding));
  return {state, state->add({text, type, names, {file, line}})};
}

Tensor Graph::constant(double value, ElementType type, const char *file, int line) {
  GraphCall call("constant", {file, line}, state);
  return call.isGood() ? call.number(value, type) : Tensor();
}

Tensor Graph::iota(absl::string_view name, ElementType type, const char *file, int line) {
  GraphCall call("iota", {file, line}, state);
  std::optional<Names> names = call.isGood() ? call.names(name) : std::nullopt;
  if (!names)
    return {};
  if (names->size() != 1)
    return call.fail("one name is expected, not " + llvm::Twine(names->size()));
  return call.emitOfOneType("stablehlo.iota dim = 0", type, *names);
}

void Graph::result(const Tensor &value, absl::string_view sharding, const char *file, int line) {
  if (state->error.ok() && value.graph != state)
    state->fail({file, line}, value.graph ? "result: is of another graph" : "result: is of no graph");
  if (!state->error.ok())
    return;
  GraphCall call("result", {file, line}, value);
  std::string annotation;
  if (!sharding.empty()) {
    std::optional<Sharding> parsed = call.shardingOf(call[0].names, sharding);
    if (!parsed)
      return;
    annotation = state->annotationOf(*parsed);
  }
  state->results.emplace_back(value.number, std::move(annotation));
}

absl::StatusOr<std::string> Graph::text() const {
  if (!state->error.ok())
    return state->error;
  if (state->results.empty())
    return absl::FailedPreconditionError("nothing is a result of the graph");
  std::string text;
  if (state->mesh.numAxes() > 0)
    text += "sharding.mesh @mesh = " + state->mesh.str() + "\n";
  std::vector<std::string> values, types, annotated;
  for (const auto &[number, annotation] : state->results) {
    values.push_back(state->values[number].text);
    types.push_back(state->typeOf(state->values[number]));
    annotated.push_back(types.back() + annotation);
  }
  return text + "func.func @main(" + llvm::join(state->arguments, ", ") + ") -> (" + llvm::join(annotated, ", ") +
         ") {\n" + state->body + "  return " + llvm::join(values, ", ") + " : " + llvm::join(types, ", ") + "\n}\n";
}

} // namespace shardwright::graph
