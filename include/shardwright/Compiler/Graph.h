#ifndef SHARDWRIGHT_COMPILER_GRAPH_H
#define SHARDWRIGHT_COMPILER_GRAPH_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Programs built in C++, an operation a call, in the project's notation: dimensions have names, and a name has one
/// length. What the calls make is the text of a Source, in which each operation has the line of the C++ file that asked
/// for it.
///
///   Graph graph({{"X", 4}, {"Y", 2}}, {{"B", 64}, {"D", 32}, {"F", 128}});
///   Tensor x = graph.argument("x[B_X, D]"), w = graph.argument("w[D, F_Y]");
///   graph.result(relu(dot("[B, F]", x, w)), "[B_X, F_Y]");
///   session.compile({*graph.text(), "layer"});
///
/// Names say what meets what: `dot` sums over the names that the result lacks, `sum(x, "F")` over that one, and an
/// element-wise operation repeats each operand along the names that another one has. The first wrong call is the error
/// of text(), with its place; what is asked of its result does nothing. One thread at a time for each graph.
namespace shardwright::graph {

struct GraphState; // lib/Compiler/GraphState.h

/// Where an operation stands in the program that builds it. Of operators it is that of their left operand.
struct Place {
  const char *file;
  int line;
};

/// A value of a graph, which lives as long as one of its values.
class Tensor {
public:
  Tensor() = default; ///< of no graph

  runtime::ElementType type() const;
  /// Names of the dimensions, major to minor, and their lengths; none where the call that made it was wrong.
  std::vector<std::string> names() const;
  std::vector<int64_t> shape() const;

  /// What only the builder sees.
  Tensor(std::shared_ptr<GraphState> graph, size_t number) : graph(std::move(graph)), number(number) {}
  std::shared_ptr<GraphState> graph;
  size_t number = 0;
};

class Graph {
public:
  using Lengths = std::vector<std::pair<std::string, int64_t>>;

  /// `mesh`: axes, major to minor; empty: one device, or the mesh of the options. `dims`: the names that dimensions may
  /// have.
  explicit Graph(const Lengths &mesh, const Lengths &dims);

  /// `x[B_X, D?]`: a name, which may be missing, and a sharding. Arguments are numbered in the order of these calls.
  Tensor argument(absl::string_view array, runtime::ElementType type = runtime::ElementType::F32,
                  const char *file = __builtin_FILE(), int line = __builtin_LINE());
  /// One number, without dimensions: element-wise operations repeat it.
  Tensor constant(double value, runtime::ElementType type = runtime::ElementType::F32,
                  const char *file = __builtin_FILE(), int line = __builtin_LINE());
  /// 0, 1, ... along one name.
  Tensor iota(absl::string_view name, runtime::ElementType type = runtime::ElementType::I32,
              const char *file = __builtin_FILE(), int line = __builtin_LINE());
  /// Results are numbered in the order of these calls. Without a sharding it is the compiler's choice.
  void result(const Tensor &value, absl::string_view sharding = "", const char *file = __builtin_FILE(),
              int line = __builtin_LINE());

  /// The program: what a Source needs. Errors: the first wrong call, `FILE:LINE: message`; nothing is a result.
  absl::StatusOr<std::string> text() const;

private:
  std::shared_ptr<GraphState> state;
};

/// Operations with one operand and none of their own: a row each in lib/Compiler/GraphOps.cpp.
#define SHARDWRIGHT_UNARY(name)                                                                                        \
  Tensor name(const Tensor &x, const char *file = __builtin_FILE(), int line = __builtin_LINE());
SHARDWRIGHT_UNARY(abs)
SHARDWRIGHT_UNARY(cosine)
SHARDWRIGHT_UNARY(exponential)
SHARDWRIGHT_UNARY(logarithm)
SHARDWRIGHT_UNARY(logistic)
SHARDWRIGHT_UNARY(negate)
SHARDWRIGHT_UNARY(rsqrt)
SHARDWRIGHT_UNARY(sine)
SHARDWRIGHT_UNARY(sqrt)
SHARDWRIGHT_UNARY(tanh)
/// The larger of zero and it.
SHARDWRIGHT_UNARY(relu)
#undef SHARDWRIGHT_UNARY

/// Element-wise: operands are of one type, and repeated along the names they lack. The result has the names of the
/// operand with the most, which must have those of all others.
#define SHARDWRIGHT_BINARY(name)                                                                                       \
  Tensor name(const Tensor &a, const Tensor &b, const char *file = __builtin_FILE(), int line = __builtin_LINE());
SHARDWRIGHT_BINARY(add)
SHARDWRIGHT_BINARY(subtract)
SHARDWRIGHT_BINARY(multiply)
SHARDWRIGHT_BINARY(divide)
SHARDWRIGHT_BINARY(maximum)
SHARDWRIGHT_BINARY(minimum)
SHARDWRIGHT_BINARY(power)
/// Whether, as i1.
SHARDWRIGHT_BINARY(equal)
SHARDWRIGHT_BINARY(less)
SHARDWRIGHT_BINARY(lessEqual)
#undef SHARDWRIGHT_BINARY
Tensor operator+(const Tensor &a, const Tensor &b);
Tensor operator-(const Tensor &a, const Tensor &b);
Tensor operator*(const Tensor &a, const Tensor &b);
Tensor operator/(const Tensor &a, const Tensor &b);
/// With numbers of the tensor's type.
Tensor operator+(const Tensor &a, double b);
Tensor operator-(const Tensor &a, double b);
Tensor operator*(const Tensor &a, double b);
Tensor operator/(const Tensor &a, double b);

/// `a` where the condition (i1) holds, else `b`.
Tensor select(const Tensor &condition, const Tensor &a, const Tensor &b, const char *file = __builtin_FILE(),
              int line = __builtin_LINE());
Tensor convert(const Tensor &x, runtime::ElementType type, const char *file = __builtin_FILE(),
               int line = __builtin_LINE());

/// Sum of products over all names of the operands that `names` (`[I, K]`) lacks; names of both operands that it has are
/// batches. A name of one operand alone may not be summed: sum() it before.
Tensor dot(absl::string_view names, const Tensor &a, const Tensor &b, const char *file = __builtin_FILE(),
           int line = __builtin_LINE());

/// Over the names (`F`, or `B, F`).
Tensor sum(const Tensor &x, absl::string_view names, const char *file = __builtin_FILE(), int line = __builtin_LINE());
Tensor mean(const Tensor &x, absl::string_view names, const char *file = __builtin_FILE(), int line = __builtin_LINE());
Tensor largest(const Tensor &x, absl::string_view names, const char *file = __builtin_FILE(),
               int line = __builtin_LINE());
/// exp(x - largest) over its sum.
Tensor softmax(const Tensor &x, absl::string_view names, const char *file = __builtin_FILE(),
               int line = __builtin_LINE());

/// With its dimensions in that order, and repeated along the names (`[B, I, J]`) that it lacks.
Tensor broadcast(const Tensor &x, absl::string_view names, const char *file = __builtin_FILE(),
                 int line = __builtin_LINE());
/// The same elements in row-major order under other names: `[B, H, K]` of `[B, D]`, or `[S, D]` of `[T, D]`.
Tensor reshape(const Tensor &x, absl::string_view names, const char *file = __builtin_FILE(),
               int line = __builtin_LINE());
/// Elements from `from` on along one name, as many as the name `to` is long.
Tensor slice(const Tensor &x, absl::string_view name, int64_t from, absl::string_view to,
             const char *file = __builtin_FILE(), int line = __builtin_LINE());
/// Rows of a table along one name by integers: `[V, D]` by `[B, T]` along `V` is `[B, T, D]`. Numbers beyond the table
/// read its border.
Tensor take(const Tensor &table, absl::string_view name, const Tensor &indices, const char *file = __builtin_FILE(),
            int line = __builtin_LINE());
/// The same value, sharded so: `[B_X, D]`.
Tensor constrain(const Tensor &x, absl::string_view sharding, const char *file = __builtin_FILE(),
                 int line = __builtin_LINE());

} // namespace shardwright::graph

#endif // SHARDWRIGHT_COMPILER_GRAPH_H
