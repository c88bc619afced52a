#include "tools/book/Formula.h"
#include "tools/book/FormulaNode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace shardwright::book {
namespace {

using llvm::json::Value;
using Result = absl::StatusOr<Value>;
using Numbers = absl::StatusOr<std::vector<double>>;

const char *kindOf(const Value &value) {
  switch (value.kind()) {
  case Value::Null:
    return "nothing";
  case Value::Boolean:
    return "a truth value";
  case Value::Number:
    return "a number";
  case Value::String:
    return "text";
  case Value::Array:
    return "a list";
  case Value::Object:
    return "a record";
  }
  return "nothing";
}

/// A function of one number.
struct NumberFunction {
  llvm::StringLiteral name;
  double (*compute)(double);
};
constexpr NumberFunction kNumberFunctions[] = {
    {"abs", [](double x) { return std::fabs(x); }},        {"ceil", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},     {"log2", [](double x) { return std::log2(x); }},
    {"round", [](double x) { return std::nearbyint(x); }}, {"sqrt", [](double x) { return std::sqrt(x); }},
};

/// A function of one list, or of several numbers.
struct ListFunction {
  llvm::StringLiteral name;
  double (*compute)(llvm::ArrayRef<double>);
};
constexpr ListFunction kListFunctions[] = {
    {"max", [](llvm::ArrayRef<double> xs) { return *std::max_element(xs.begin(), xs.end()); }},
    {"min", [](llvm::ArrayRef<double> xs) { return *std::min_element(xs.begin(), xs.end()); }},
    {"sum",
     [](llvm::ArrayRef<double> xs) {
       double total = 0;
       for (double x : xs)
         total += x;
       return total;
     }},
};

class Evaluator {
public:
  Evaluator(llvm::StringRef text, const llvm::json::Object &inputs) : text(text), inputs(inputs) {}
  Result value(const FormulaNode &node);

private:
  absl::StatusOr<double> number(const FormulaNode &node);
  Numbers numbers(llvm::ArrayRef<FormulaNode> arguments);
  Result name(const FormulaNode &node);
  Result binary(const FormulaNode &node);
  Result equality(const FormulaNode &node);
  Result arithmetic(const FormulaNode &node, double a, double b);
  Result call(const FormulaNode &node);
  Result index(const FormulaNode &node);
  Result list(const FormulaNode &node);
  Result each(const FormulaNode &node);
  Result record(const FormulaNode &node);
  Result choose(const FormulaNode &node);

  std::string source(const FormulaNode &node) const {
    return "'" + text.slice(node.begin, node.end).rtrim().str() + "'";
  }
  absl::Status wrongKind(const FormulaNode &node, const char *wanted, const Value &found) const {
    return absl::InvalidArgumentError(source(node) + " must be " + wanted + ", but is " + kindOf(found));
  }
  Result finite(const FormulaNode &node, double x) const {
    if (!std::isfinite(x))
      return absl::InvalidArgumentError(source(node) + " has no finite value");
    return Value(x);
  }

  llvm::StringRef text;
  const llvm::json::Object &inputs;
  std::vector<std::pair<llvm::StringRef, const Value *>> loops;
};

absl::StatusOr<double> Evaluator::number(const FormulaNode &node) {
  Result found = value(node);
  if (!found.ok())
    return found.status();
  std::optional<double> x = found->getAsNumber();
  if (!x)
    return wrongKind(node, "a number", *found);
  return *x;
}

Result Evaluator::name(const FormulaNode &node) {
  for (auto &[loop, bound] : llvm::reverse(loops))
    if (loop == node.text)
      return *bound;
  const Value *input = inputs.get(node.text);
  if (!input)
    return absl::InvalidArgumentError("input '" + node.text + "' is missing");
  return *input;
}

Result Evaluator::equality(const FormulaNode &node) {
  Result a = value(node.children[0]), b = value(node.children[1]);
  if (!a.ok() || !b.ok())
    return a.ok() ? b : a;
  if (a->kind() != b->kind() || (a->kind() != Value::Number && a->kind() != Value::String))
    return absl::InvalidArgumentError(source(node) + " compares " + kindOf(*a) + " with " + kindOf(*b));
  return Value((*a == *b) == (node.text == "=="));
}

Result Evaluator::arithmetic(const FormulaNode &node, double a, double b) {
  llvm::StringRef op = node.text;
  if (b == 0 && (op == "/" || op == "//" || op == "%"))
    return absl::InvalidArgumentError(source(node) + " divides by zero");
  if (op == "+")
    return finite(node, a + b);
  if (op == "-")
    return finite(node, a - b);
  if (op == "*")
    return finite(node, a * b);
  if (op == "/")
    return finite(node, a / b);
  if (op == "//")
    return finite(node, std::floor(a / b));
  if (op == "%")
    return finite(node, a - b * std::floor(a / b));
  return finite(node, std::pow(a, b));
}

Result Evaluator::binary(const FormulaNode &node) {
  llvm::StringRef op = node.text;
  if (op == "==" || op == "!=")
    return equality(node);
  absl::StatusOr<double> a = number(node.children[0]);
  if (!a.ok())
    return a.status();
  absl::StatusOr<double> b = number(node.children[1]);
  if (!b.ok())
    return b.status();
  if (op == "<")
    return Value(*a < *b);
  if (op == "<=")
    return Value(*a <= *b);
  if (op == ">")
    return Value(*a > *b);
  if (op == ">=")
    return Value(*a >= *b);
  return arithmetic(node, *a, *b);
}

Numbers Evaluator::numbers(llvm::ArrayRef<FormulaNode> arguments) {
  std::vector<double> all;
  if (arguments.size() != 1) {
    for (const FormulaNode &argument : arguments) {
      absl::StatusOr<double> x = number(argument);
      if (!x.ok())
        return x.status();
      all.push_back(*x);
    }
    return all;
  }
  Result list = value(arguments.front());
  if (!list.ok())
    return list.status();
  const llvm::json::Array *values = list->getAsArray();
  if (!values || values->empty())
    return wrongKind(arguments.front(), "a list of numbers", *list);
  for (const Value &element : *values) {
    std::optional<double> x = element.getAsNumber();
    if (!x)
      return wrongKind(arguments.front(), "a list of numbers", element);
    all.push_back(*x);
  }
  return all;
}

Result Evaluator::call(const FormulaNode &node) {
  for (const ListFunction &function : kListFunctions)
    if (function.name == node.text) {
      Numbers all = numbers(node.children);
      if (!all.ok())
        return all.status();
      return finite(node, function.compute(*all));
    }
  if (node.children.size() != 1)
    return absl::InvalidArgumentError(source(node) + " takes one argument");
  if (node.text == "len") {
    Result list = value(node.children[0]);
    if (!list.ok())
      return list;
    if (!list->getAsArray())
      return wrongKind(node.children[0], "a list", *list);
    return Value(double(list->getAsArray()->size()));
  }
  for (const NumberFunction &function : kNumberFunctions)
    if (function.name == node.text) {
      absl::StatusOr<double> x = number(node.children[0]);
      if (!x.ok())
        return x.status();
      return finite(node, function.compute(*x));
    }
  return absl::InvalidArgumentError("there is no function '" + node.text + "'");
}

Result Evaluator::index(const FormulaNode &node) {
  Result whole = value(node.children[0]), where = value(node.children[1]);
  if (!whole.ok() || !where.ok())
    return whole.ok() ? where : whole;
  if (const llvm::json::Object *record = whole->getAsObject()) {
    if (!where->getAsString())
      return wrongKind(node.children[1], "text", *where);
    if (const Value *found = record->get(*where->getAsString()))
      return *found;
    return absl::InvalidArgumentError(source(node.children[0]) + " has no '" + where->getAsString()->str() + "'");
  }
  const llvm::json::Array *list = whole->getAsArray();
  if (!list)
    return wrongKind(node.children[0], "a list or a record", *whole);
  std::optional<double> at = where->getAsNumber();
  if (!at)
    return wrongKind(node.children[1], "a number", *where);
  if (!(*at >= 0) || *at >= double(list->size()))
    return absl::InvalidArgumentError(source(node) + " is outside a list of " + std::to_string(list->size()));
  return (*list)[size_t(*at)];
}

Result Evaluator::list(const FormulaNode &node) {
  llvm::json::Array values;
  for (const FormulaNode &child : node.children) {
    Result made = value(child);
    if (!made.ok())
      return made;
    values.push_back(*std::move(made));
  }
  return Value(std::move(values));
}

Result Evaluator::each(const FormulaNode &node) {
  Result over = value(node.children[1]);
  if (!over.ok())
    return over;
  if (!over->getAsArray())
    return wrongKind(node.children[1], "a list", *over);
  llvm::json::Array values;
  for (const Value &element : *over->getAsArray()) {
    loops.emplace_back(node.text, &element);
    Result made = value(node.children[0]);
    loops.pop_back();
    if (!made.ok())
      return made;
    values.push_back(*std::move(made));
  }
  return Value(std::move(values));
}

Result Evaluator::record(const FormulaNode &node) {
  llvm::json::Object fields;
  for (auto [key, child] : llvm::zip(node.keys, node.children)) {
    Result made = value(child);
    if (!made.ok())
      return made;
    fields[key] = *std::move(made);
  }
  return Value(std::move(fields));
}

Result Evaluator::choose(const FormulaNode &node) {
  Result condition = value(node.children[0]);
  if (!condition.ok())
    return condition;
  if (!condition->getAsBoolean())
    return wrongKind(node.children[0], "a truth value", *condition);
  return value(node.children[*condition->getAsBoolean() ? 1 : 2]);
}

Result Evaluator::value(const FormulaNode &node) {
  switch (node.kind) {
  case FormulaNode::Number:
    return Value(node.number);
  case FormulaNode::Text:
    return Value(node.text);
  case FormulaNode::Name:
    return name(node);
  case FormulaNode::Negate: {
    absl::StatusOr<double> x = number(node.children[0]);
    return x.ok() ? Result(Value(-*x)) : x.status();
  }
  case FormulaNode::Binary:
    return binary(node);
  case FormulaNode::Call:
    return call(node);
  case FormulaNode::Index:
    return index(node);
  case FormulaNode::List:
    return list(node);
  case FormulaNode::Each:
    return each(node);
  case FormulaNode::Record:
    return record(node);
  case FormulaNode::Choose:
    return choose(node);
  }
  return absl::InternalError("a formula of no kind");
}

/// Where names stand in the text, from left to right.
void forEachName(const FormulaNode &node, llvm::function_ref<void(const FormulaNode &)> visit) {
  if (node.kind == FormulaNode::Name)
    visit(node);
  for (const FormulaNode &child : node.children)
    forEachName(child, visit);
}

} // namespace

absl::StatusOr<Value> Formula::evaluate(const llvm::json::Object &inputs) const {
  return Evaluator(text_, inputs).value(*root);
}

/// 197000000000000 as 1.97e+14, 4096 as 4096: the shorter, and always the number itself.
static std::string shortest(double x) {
  for (int digits = 1; digits <= 17; ++digits) {
    char buffer[40];
    snprintf(buffer, sizeof buffer, "%.*g", digits, x);
    if (std::strtod(buffer, nullptr) != x)
      continue;
    std::string whole = x == std::floor(x) && std::fabs(x) < 1e7 ? std::to_string((long long)(x)) : buffer;
    return whole;
  }
  return std::to_string(x);
}

std::string Formula::withNumbers(const llvm::json::Object &inputs) const {
  std::vector<const FormulaNode *> names;
  forEachName(*root, [&](const FormulaNode &name) { names.push_back(&name); });
  llvm::sort(names, [](auto *a, auto *b) { return a->begin < b->begin; });
  std::string result;
  size_t done = 0;
  for (const FormulaNode *name : names) {
    std::optional<double> x = inputs.getNumber(name->text);
    if (!x || !llvm::is_contained(inputs_, name->text))
      continue;
    result += text_.substr(done, name->begin - done);
    result += *x < 0 ? "(" + shortest(*x) + ")" : shortest(*x);
    done = name->end;
  }
  return result + text_.substr(done);
}

} // namespace shardwright::book
