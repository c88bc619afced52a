#include "lib/Compiler/GraphState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

namespace shardwright::graph {

using llvm::Twine;
using runtime::ElementType;

static bool contains(const Names &names, const std::string &name) { return llvm::is_contained(names, name); }
static std::string str(const Names &names) { return GraphState::listOf(names); }
static const char *nameOf(ElementType type) { return runtime::elementName(type); }

//===--- Element-wise ---===//

static Tensor unary(llvm::StringRef op, const Tensor &x, Place place) {
  GraphCall call(op, place, x);
  if (!call.isGood())
    return {};
  return call.emitOfOneType("stablehlo." + op + " " + call[0].text, call[0].type, call[0].names);
}

#define SHARDWRIGHT_UNARY(function, op)                                                                                \
  Tensor function(const Tensor &x, const char *file, int line) { return unary(#op, x, {file, line}); }
SHARDWRIGHT_UNARY(abs, abs)
SHARDWRIGHT_UNARY(cosine, cosine)
SHARDWRIGHT_UNARY(exponential, exponential)
SHARDWRIGHT_UNARY(logarithm, log)
SHARDWRIGHT_UNARY(logistic, logistic)
SHARDWRIGHT_UNARY(negate, negate)
SHARDWRIGHT_UNARY(rsqrt, rsqrt)
SHARDWRIGHT_UNARY(sine, sine)
SHARDWRIGHT_UNARY(sqrt, sqrt)
SHARDWRIGHT_UNARY(tanh, tanh)
#undef SHARDWRIGHT_UNARY

/// The operands, each repeated along the names of the one with the most; nothing where they do not fit.
static std::vector<Tensor> alike(GraphCall &call, llvm::ArrayRef<Tensor> operands) {
  size_t most = 0;
  for (size_t each = 1; each < operands.size(); ++each)
    if (call[each].names.size() > call[most].names.size())
      most = each;
  const Names names = call[most].names;
  for (size_t each = 0; each < operands.size(); ++each)
    for (const std::string &name : call[each].names)
      if (!contains(names, name)) {
        call.fail("operands " + str(names) + " and " + str(call[each].names) +
                  ": neither has the names of the other; broadcast() one");
        return {};
      }
  std::vector<Tensor> result;
  for (const Tensor &operand : operands)
    result.push_back(call.broadcast(operand, names));
  return result;
}

static Tensor binary(llvm::StringRef op, llvm::StringRef direction, const Tensor &a, const Tensor &b, Place place) {
  GraphCall call(direction.empty() ? op : direction, place, {a, b});
  if (!call.isGood())
    return {};
  if (call[0].type != call[1].type)
    return call.fail(Twine("operands of type ") + nameOf(call[0].type) + " and " + nameOf(call[1].type) +
                     "; convert() one");
  std::vector<Tensor> operands = alike(call, {a, b});
  if (operands.empty())
    return {};
  const GraphValue left = call.state().values[operands[0].number], right = call.state().values[operands[1].number];
  if (direction.empty())
    return call.emitOfOneType("stablehlo." + op + " " + left.text + ", " + right.text, left.type, left.names);
  return call.emit("stablehlo." + op + " " + direction + ", " + left.text + ", " + right.text, operands,
                   ElementType::I1, left.names);
}

#define SHARDWRIGHT_BINARY(function, op, direction)                                                                    \
  Tensor function(const Tensor &a, const Tensor &b, const char *file, int line) {                                      \
    return binary(#op, direction, a, b, {file, line});                                                                 \
  }
SHARDWRIGHT_BINARY(add, add, "")
SHARDWRIGHT_BINARY(subtract, subtract, "")
SHARDWRIGHT_BINARY(multiply, multiply, "")
SHARDWRIGHT_BINARY(divide, divide, "")
SHARDWRIGHT_BINARY(maximum, maximum, "")
SHARDWRIGHT_BINARY(minimum, minimum, "")
SHARDWRIGHT_BINARY(power, power, "")
SHARDWRIGHT_BINARY(equal, compare, "EQ")
SHARDWRIGHT_BINARY(less, compare, "LT")
SHARDWRIGHT_BINARY(lessEqual, compare, "LE")
#undef SHARDWRIGHT_BINARY

static Place placeOf(const Tensor &x) { return x.graph ? x.graph->values[x.number].place : Place{"", 0}; }

/// A number of the tensor's type.
static Tensor numberBeside(const Tensor &x, double value, Place place) {
  GraphCall call("constant", place, x);
  return call.isGood() ? call.number(value, call[0].type) : Tensor();
}

#define SHARDWRIGHT_OPERATOR(symbol, function)                                                                         \
  Tensor operator symbol(const Tensor &a, const Tensor &b) {                                                           \
    return function(a, b, placeOf(a).file, placeOf(a).line);                                                           \
  }                                                                                                                    \
  Tensor operator symbol(const Tensor &a, double b) { return a symbol numberBeside(a, b, placeOf(a)); }
SHARDWRIGHT_OPERATOR(+, add)
SHARDWRIGHT_OPERATOR(-, subtract)
SHARDWRIGHT_OPERATOR(*, multiply)
SHARDWRIGHT_OPERATOR(/, divide)
#undef SHARDWRIGHT_OPERATOR

Tensor relu(const Tensor &x, const char *file, int line) {
  return maximum(x, numberBeside(x, 0, {file, line}), file, line);
}

Tensor select(const Tensor &condition, const Tensor &a, const Tensor &b, const char *file, int line) {
  GraphCall call("select", {file, line}, {condition, a, b});
  if (!call.isGood())
    return {};
  if (call[0].type != ElementType::I1 || call[1].type != call[2].type)
    return call.fail(Twine("i1 and two values of one type are expected, not ") + nameOf(call[0].type) + ", " +
                     nameOf(call[1].type) + " and " + nameOf(call[2].type));
  std::vector<Tensor> operands = alike(call, {condition, a, b});
  if (operands.empty())
    return {};
  const auto text = [&](size_t operand) { return call.state().values[operands[operand].number].text; };
  return call.emit("stablehlo.select " + text(0) + ", " + text(1) + ", " + text(2), operands, call[1].type,
                   call.state().values[operands[1].number].names);
}

Tensor convert(const Tensor &x, ElementType type, const char *file, int line) {
  GraphCall call("convert", {file, line}, x);
  return call.isGood() ? call.emit("stablehlo.convert " + call[0].text, x, type, call[0].names) : Tensor();
}

//===--- Contractions and reductions ---===//

Tensor dot(absl::string_view names, const Tensor &a, const Tensor &b, const char *file, int line) {
  GraphCall call("dot", {file, line}, {a, b});
  std::optional<Names> wanted = call.isGood() ? call.names(names) : std::nullopt;
  if (!wanted)
    return {};
  const GraphValue left = call[0], right = call[1];
  if (left.type != right.type)
    return call.fail(Twine("operands of type ") + nameOf(left.type) + " and " + nameOf(right.type) + "; convert() one");
  Names batch, contracted, made;
  for (const std::string &name : *wanted)
    if (contains(left.names, name) && contains(right.names, name))
      batch.push_back(name);
    else if (!contains(left.names, name) && !contains(right.names, name))
      return call.fail("no operand has the name " + name);
  made = batch;
  for (bool isLeft : {true, false})
    for (const std::string &name : isLeft ? left.names : right.names) {
      const bool isShared = contains(isLeft ? right.names : left.names, name), isWanted = contains(*wanted, name);
      if (!isShared && !isWanted)
        return call.fail("only one operand has the name " + name + ", which the result lacks; sum() over it before");
      if (!isShared)
        made.push_back(name);
      else if (!isWanted && isLeft)
        contracted.push_back(name);
    }
  auto pair = [&](const Names &each) {
    return "[" + GraphState::placesOf(each, left.names) + "] x [" + GraphState::placesOf(each, right.names) + "]";
  };
  std::string op = "stablehlo.dot_general " + left.text + ", " + right.text;
  if (!batch.empty())
    op += ", batching_dims = " + pair(batch);
  op += ", contracting_dims = " + pair(contracted);
  return call.broadcast(call.emit(op, {a, b}, left.type, made), *wanted);
}

static Tensor reduce(llvm::StringRef op, const Tensor &init, GraphCall &call, const Tensor &x, const Names &names) {
  if (!call.isGood())
    return {};
  const GraphValue value = call[0];
  Names rest;
  for (const std::string &name : names)
    if (!contains(value.names, name))
      return call.fail("the operand " + str(value.names) + " has no dimension " + name);
  for (const std::string &name : value.names)
    if (!contains(names, name))
      rest.push_back(name);
  return call.emit("stablehlo.reduce(" + value.text + " init: " + call.state().values[init.number].text +
                       ") applies stablehlo." + op + " across dimensions = [" +
                       GraphState::placesOf(names, value.names) + "]",
                   {x, init}, value.type, rest);
}

Tensor sum(const Tensor &x, absl::string_view names, const char *file, int line) {
  GraphCall call("sum", {file, line}, x);
  std::optional<Names> over = call.isGood() ? call.names(names) : std::nullopt;
  return over ? reduce("add", call.number(0, call[0].type), call, x, *over) : Tensor();
}

Tensor largest(const Tensor &x, absl::string_view names, const char *file, int line) {
  GraphCall call("largest", {file, line}, x);
  std::optional<Names> over = call.isGood() ? call.names(names) : std::nullopt;
  return over ? reduce("maximum", call.least(call[0].type), call, x, *over) : Tensor();
}

Tensor mean(const Tensor &x, absl::string_view names, const char *file, int line) {
  GraphCall call("mean", {file, line}, x);
  std::optional<Names> over = call.isGood() ? call.names(names) : std::nullopt;
  if (!over)
    return {};
  double count = 1;
  for (const std::string &name : *over)
    count *= static_cast<double>(call.length(name));
  Tensor total = sum(x, names, file, line);
  return divide(total, numberBeside(total, count, {file, line}), file, line);
}

Tensor softmax(const Tensor &x, absl::string_view names, const char *file, int line) {
  Tensor grown = exponential(subtract(x, largest(x, names, file, line), file, line), file, line);
  return divide(grown, sum(grown, names, file, line), file, line);
}

//===--- Shapes ---===//

Tensor broadcast(const Tensor &x, absl::string_view names, const char *file, int line) {
  GraphCall call("broadcast", {file, line}, x);
  std::optional<Names> wanted = call.isGood() ? call.names(names) : std::nullopt;
  if (!wanted)
    return {};
  for (const std::string &name : call[0].names)
    if (!contains(*wanted, name))
      return call.fail(str(*wanted) + " lacks " + name + " of the operand " + str(call[0].names));
  return call.broadcast(x, *wanted);
}

Tensor reshape(const Tensor &x, absl::string_view names, const char *file, int line) {
  GraphCall call("reshape", {file, line}, x);
  std::optional<Names> wanted = call.isGood() ? call.names(names) : std::nullopt;
  if (!wanted)
    return {};
  auto elements = [&](const Names &each) {
    std::vector<int64_t> shape = call.state().shapeOf(each);
    return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<int64_t>());
  };
  if (elements(*wanted) != elements(call[0].names))
    return call.fail(str(*wanted) + " has " + Twine(elements(*wanted)) + " elements, the operand " +
                     str(call[0].names) + " has " + Twine(elements(call[0].names)));
  return call.emit("stablehlo.reshape " + call[0].text, x, call[0].type, *wanted);
}

Tensor slice(const Tensor &x, absl::string_view name, int64_t from, absl::string_view to, const char *file, int line) {
  GraphCall call("slice", {file, line}, x);
  std::optional<Names> before = call.isGood() ? call.names(name) : std::nullopt;
  std::optional<Names> after = before ? call.names(to) : std::nullopt;
  if (!after)
    return {};
  Names names = call[0].names;
  if (before->size() != 1 || after->size() != 1 || !contains(names, before->front()))
    return call.fail("one name of the operand " + str(names) + " and one of its part are expected");
  const int64_t length = call.length(before->front()), part = call.length(after->front());
  if (from < 0 || from + part > length)
    return call.fail("elements " + Twine(from) + " to " + Twine(from + part) + " of " + Twine(length));
  std::string ranges;
  for (std::string &each : names) {
    const bool isIt = each == before->front();
    const int64_t begin = isIt ? from : 0, end = isIt ? from + part : call.length(each);
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(begin) + ":" + std::to_string(end);
    if (isIt)
      each = after->front();
  }
  return call.emit("stablehlo.slice " + call[0].text + " [" + ranges + "]", x, call[0].type, names);
}

Tensor take(const Tensor &table, absl::string_view name, const Tensor &indices, const char *file, int line) {
  GraphCall call("take", {file, line}, {table, indices});
  std::optional<Names> along = call.isGood() ? call.names(name) : std::nullopt;
  if (!along)
    return {};
  const GraphValue rows = call[0], numbers = call[1];
  if (along->size() != 1 || !contains(rows.names, along->front()))
    return call.fail("one name of the table " + str(rows.names) + " is expected");
  if (runtime::isInexact(numbers.type) || numbers.type == ElementType::I1)
    return call.fail(Twine("indices are integers, not ") + nameOf(numbers.type));
  Names names = numbers.names;
  std::vector<std::string> offsets, sizes;
  for (const std::string &each : rows.names) {
    sizes.push_back(each == along->front() ? "1" : std::to_string(call.length(each)));
    if (each == along->front())
      continue;
    if (contains(names, each))
      return call.fail("table and indices both have the name " + each);
    offsets.push_back(std::to_string(names.size()));
    names.push_back(each);
  }
  const std::string place = GraphState::placesOf(*along, rows.names);
  return call.emit("\"stablehlo.gather\"(" + rows.text + ", " + numbers.text +
                       ") <{dimension_numbers = #stablehlo.gather<offset_dims = [" + llvm::join(offsets, ", ") +
                       "], collapsed_slice_dims = [" + place + "], start_index_map = [" + place +
                       "], index_vector_dim = " + Twine(numbers.names.size()) +
                       ">, slice_sizes = array<i64: " + llvm::join(sizes, ", ") + ">}>",
                   {table, indices}, rows.type, names);
}

Tensor constrain(const Tensor &x, absl::string_view sharding, const char *file, int line) {
  GraphCall call("constrain", {file, line}, x);
  std::optional<Sharding> parsed = call.isGood() ? call.shardingOf(call[0].names, sharding) : std::nullopt;
  if (!parsed)
    return {};
  const std::string attribute = call.state().attributeOf(*parsed);
  return attribute.empty()
             ? x
             : call.emitOfOneType("sharding.constraint " + call[0].text + " " + attribute, call[0].type, call[0].names);
}

} // namespace shardwright::graph
