#ifndef LIB_COMPILER_GRAPHSTATE_H
#define LIB_COMPILER_GRAPHSTATE_H

#include "shardwright/Compiler/Graph.h"
#include "shardwright/Sharding/Sharding.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <map>
#include <optional>

namespace shardwright::graph {

using Names = std::vector<std::string>;

/// A value: its name in the text, and what is known of it.
struct GraphValue {
  std::string text; ///< `%3`
  runtime::ElementType type;
  Names names;
  Place place;
};

/// A program that grows at its end, as text.
struct GraphState {
  Mesh mesh;
  std::map<std::string, int64_t> lengths;
  std::vector<GraphValue> values;
  std::vector<std::string> arguments;
  std::vector<std::pair<size_t, std::string>> results; ///< values, and how they are annotated
  std::string body;
  size_t numOps = 0;
  absl::Status error; ///< the first

  void fail(Place place, const llvm::Twine &message);
  std::vector<int64_t> shapeOf(const Names &names) const;
  /// `tensor<4x8xf32>`.
  std::string typeOf(runtime::ElementType type, const Names &names) const;
  std::string typeOf(const GraphValue &value) const { return typeOf(value.type, value.names); }
  /// `<@mesh, [_x, _]>`, or nothing where there is no mesh; and as an argument or a result has it.
  std::string attributeOf(const Sharding &sharding) const;
  std::string annotationOf(const Sharding &sharding) const;
  /// `[B, D]`.
  static std::string listOf(const Names &names);
  /// Where the names stand in others: `0, 2`.
  static std::string placesOf(const Names &names, const Names &in);
  static Names namesOf(const Sharding &sharding);
  size_t add(GraphValue value) {
    values.push_back(std::move(value));
    return values.size() - 1;
  }
};

/// One call of the builder: what it is given, and the value that it makes. Once something is wrong it makes nothing.
class GraphCall {
public:
  /// `name` begins its messages.
  GraphCall(llvm::StringRef name, Place place, llvm::ArrayRef<Tensor> operands);
  GraphCall(llvm::StringRef name, Place place, std::shared_ptr<GraphState> graph);

  bool isGood() const { return graph != nullptr; }
  /// Keeps the error and makes nothing.
  Tensor fail(const llvm::Twine &message);
  const GraphValue &operator[](size_t operand) const { return graph->values[operands[operand].number]; }
  int64_t length(const std::string &name) const { return graph->lengths.at(name); }
  GraphState &state() { return *graph; }

  /// `[B_X, D]`, dimensions that the graph knows, each once; nothing, and an error, where it is none.
  std::optional<Sharding> sharding(absl::string_view text);
  /// The same of a value with these names.
  std::optional<Sharding> shardingOf(const Names &names, absl::string_view text);
  /// `[B, D]` or `B, D`: the same without axes.
  std::optional<Names> names(absl::string_view text);

  /// `OP OPERANDS ATTRIBUTES : (types) -> type`, with the place. `op` holds the operands.
  Tensor emit(const llvm::Twine &op, llvm::ArrayRef<Tensor> typed, runtime::ElementType type, Names names);
  /// The same for operations that print one type.
  Tensor emitOfOneType(const llvm::Twine &op, runtime::ElementType type, Names names);
  /// A number by its text, or one that the type must have.
  Tensor constant(const llvm::Twine &value, runtime::ElementType type);
  Tensor number(double value, runtime::ElementType type);
  /// The number that is smaller than all others.
  Tensor least(runtime::ElementType type);
  /// In that order, and repeated along the names it lacks, all of which stand in `names`.
  Tensor broadcast(const Tensor &x, const Names &names);

private:
  Tensor append(const std::string &line, runtime::ElementType type, Names names);

  llvm::StringRef name;
  Place place;
  std::vector<Tensor> operands;
  std::shared_ptr<GraphState> graph;
};

} // namespace shardwright::graph

#endif // LIB_COMPILER_GRAPHSTATE_H
