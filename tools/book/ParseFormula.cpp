#include "tools/book/Formula.h"
#include "tools/book/FormulaNode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace shardwright::book {
namespace {

using Parsed = absl::StatusOr<FormulaNode>;

/// Formulas are short; what nests deeper is not one.
constexpr int kDeepest = 64;
constexpr llvm::StringLiteral kKeywords[] = {"if", "else", "for", "in"};

bool beginsName(char c) { return llvm::isAlpha(c) || c == '_'; }
bool inName(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Recursive descent, one function for each strength of operator.
class Parser {
public:
  explicit Parser(llvm::StringRef text) : text(text) {}

  Parsed whole();
  std::vector<std::string> inputs;

private:
  Parsed choice();
  Parsed comparison();
  Parsed sum();
  Parsed product();
  Parsed unary();
  Parsed power();
  Parsed indexed();
  Parsed primary();
  Parsed number();
  Parsed quoted();
  Parsed nameOrCall();
  Parsed bracket();
  Parsed brace();
  Parsed binary(llvm::ArrayRef<llvm::StringLiteral> operators, Parsed (Parser::*part)(), bool repeated);

  void skipSpace() {
    offset += text.drop_front(offset).take_while([](char c) { return c == ' '; }).size();
  }
  bool atKeyword(llvm::StringRef word);
  bool consume(llvm::StringRef token);
  bool consumeKeyword(llvm::StringRef word);
  absl::Status expected(llvm::StringRef what);
  llvm::StringRef word() { return text.drop_front(offset).take_while(inName); }
  FormulaNode node(FormulaNode::Kind kind, size_t begin, std::vector<FormulaNode> children = {});
  void noteInput(const std::string &name);
  /// The loop reads its name, which is then no input.
  void forgetInput(llvm::StringRef name, size_t firstSeen);

  llvm::StringRef text;
  size_t offset = 0;
  int depth = 0;
};

FormulaNode Parser::node(FormulaNode::Kind kind, size_t begin, std::vector<FormulaNode> children) {
  FormulaNode made;
  made.kind = kind;
  made.children = std::move(children);
  made.begin = begin;
  made.end = offset;
  return made;
}

bool Parser::consume(llvm::StringRef token) {
  skipSpace();
  if (!text.drop_front(offset).starts_with(token))
    return false;
  offset += token.size();
  return true;
}

bool Parser::atKeyword(llvm::StringRef keyword) {
  skipSpace();
  return word() == keyword;
}

bool Parser::consumeKeyword(llvm::StringRef keyword) {
  if (!atKeyword(keyword))
    return false;
  offset += keyword.size();
  return true;
}

absl::Status Parser::expected(llvm::StringRef what) {
  skipSpace();
  llvm::StringRef found = text.drop_front(offset).take_front(1);
  return absl::InvalidArgumentError(("offset " + llvm::Twine(offset) + ": expected " + what + ", found " +
                                     (found.empty() ? llvm::Twine("the end") : "'" + found + "'"))
                                        .str());
}

void Parser::noteInput(const std::string &name) {
  if (!llvm::is_contained(inputs, name))
    inputs.push_back(name);
}

void Parser::forgetInput(llvm::StringRef name, size_t firstSeen) {
  auto from = inputs.begin() + std::min(firstSeen, inputs.size());
  inputs.erase(std::remove(from, inputs.end(), name), inputs.end());
}

Parsed Parser::whole() {
  Parsed parsed = choice();
  if (!parsed.ok())
    return parsed;
  skipSpace();
  if (offset != text.size())
    return expected("an operator or the end");
  return parsed;
}

Parsed Parser::choice() {
  if (++depth > kDeepest)
    return absl::InvalidArgumentError("a formula nests at most " + std::to_string(kDeepest) + " deep");
  skipSpace();
  size_t begin = offset;
  Parsed value = comparison();
  if (value.ok() && consumeKeyword("if")) {
    Parsed condition = comparison();
    if (!condition.ok())
      return condition;
    if (!consumeKeyword("else"))
      return expected("'else'");
    Parsed other = choice();
    if (!other.ok())
      return other;
    value = node(FormulaNode::Choose, begin, {*std::move(condition), *std::move(value), *std::move(other)});
  }
  --depth;
  return value;
}

Parsed Parser::binary(llvm::ArrayRef<llvm::StringLiteral> operators, Parsed (Parser::*part)(), bool repeated) {
  skipSpace();
  size_t begin = offset;
  Parsed left = (this->*part)();
  while (left.ok()) {
    auto found = llvm::find_if(operators, [&](llvm::StringRef op) { return consume(op); });
    if (found == operators.end())
      break;
    Parsed right = (this->*part)();
    if (!right.ok())
      return right;
    FormulaNode made = node(FormulaNode::Binary, begin, {*std::move(left), *std::move(right)});
    made.text = found->str();
    left = std::move(made);
    if (!repeated)
      break;
  }
  return left;
}

Parsed Parser::comparison() {
  static constexpr llvm::StringLiteral kOperators[] = {"==", "!=", "<=", ">=", "<", ">"};
  return binary(kOperators, &Parser::sum, /*repeated=*/false);
}

Parsed Parser::sum() {
  static constexpr llvm::StringLiteral kOperators[] = {"+", "-"};
  return binary(kOperators, &Parser::product, /*repeated=*/true);
}

Parsed Parser::product() {
  static constexpr llvm::StringLiteral kOperators[] = {"//", "/", "*", "%"};
  return binary(kOperators, &Parser::unary, /*repeated=*/true);
}

Parsed Parser::unary() {
  skipSpace();
  size_t begin = offset;
  if (!consume("-"))
    return power();
  if (++depth > kDeepest)
    return absl::InvalidArgumentError("a formula nests at most " + std::to_string(kDeepest) + " deep");
  Parsed child = unary();
  --depth;
  if (!child.ok())
    return child;
  return node(FormulaNode::Negate, begin, {*std::move(child)});
}

Parsed Parser::power() {
  skipSpace();
  size_t begin = offset;
  Parsed base = indexed();
  if (!base.ok() || !consume("**"))
    return base;
  Parsed exponent = unary();
  if (!exponent.ok())
    return exponent;
  FormulaNode made = node(FormulaNode::Binary, begin, {*std::move(base), *std::move(exponent)});
  made.text = "**";
  return made;
}

Parsed Parser::indexed() {
  skipSpace();
  size_t begin = offset;
  Parsed value = primary();
  while (value.ok() && consume("[")) {
    Parsed where = choice();
    if (!where.ok())
      return where;
    if (!consume("]"))
      return expected("']'");
    value = node(FormulaNode::Index, begin, {*std::move(value), *std::move(where)});
  }
  return value;
}

Parsed Parser::primary() {
  skipSpace();
  char next = offset < text.size() ? text[offset] : '\0';
  if (llvm::isDigit(next))
    return number();
  if (next == '"')
    return quoted();
  if (beginsName(next))
    return nameOrCall();
  if (next == '[')
    return bracket();
  if (next == '{')
    return brace();
  if (!consume("("))
    return expected("a value");
  Parsed inner = choice();
  if (inner.ok() && !consume(")"))
    return expected("')'");
  return inner;
}

Parsed Parser::number() {
  size_t begin = offset;
  auto digits = [&] {
    size_t count = text.drop_front(offset).take_while(llvm::isDigit).size();
    offset += count;
    return count != 0;
  };
  digits();
  if (offset < text.size() && text[offset] == '.') {
    ++offset;
    digits();
  }
  if (offset < text.size() && text[offset] == 'e') {
    offset += text.drop_front(offset + 1).starts_with("-") ? 2 : 1;
    if (!digits())
      return expected("the digits of an exponent");
  }
  FormulaNode made = node(FormulaNode::Number, begin);
  if (text.slice(begin, offset).getAsDouble(made.number) || !std::isfinite(made.number))
    return absl::InvalidArgumentError("offset " + std::to_string(begin) + ": a number beyond what a double holds");
  return made;
}

Parsed Parser::quoted() {
  size_t begin = offset, end = text.find('"', offset + 1);
  if (end == llvm::StringRef::npos) {
    offset = text.size();
    return expected("'\"'");
  }
  offset = end + 1;
  FormulaNode made = node(FormulaNode::Text, begin);
  made.text = text.slice(begin + 1, end).str();
  return made;
}

Parsed Parser::nameOrCall() {
  size_t begin = offset;
  std::string name = word().str();
  if (llvm::is_contained(kKeywords, name))
    return expected("a value");
  offset += name.size();
  if (!consume("(")) {
    noteInput(name);
    FormulaNode made = node(FormulaNode::Name, begin);
    made.end = begin + name.size();
    made.text = name;
    return made;
  }
  std::vector<FormulaNode> arguments;
  do {
    Parsed argument = choice();
    if (!argument.ok())
      return argument;
    arguments.push_back(*std::move(argument));
  } while (consume(","));
  if (!consume(")"))
    return expected("',' or ')'");
  FormulaNode made = node(FormulaNode::Call, begin, std::move(arguments));
  made.text = name;
  return made;
}

Parsed Parser::bracket() {
  size_t begin = offset, seen = inputs.size();
  consume("[");
  std::vector<FormulaNode> values;
  if (consume("]"))
    return node(FormulaNode::List, begin);
  do {
    Parsed value = choice();
    if (!value.ok())
      return value;
    values.push_back(*std::move(value));
  } while (consume(","));
  FormulaNode::Kind kind = FormulaNode::List;
  std::string loop;
  if (values.size() == 1 && consumeKeyword("for")) {
    skipSpace();
    loop = word().str();
    if (loop.empty() || !beginsName(loop.front()))
      return expected("the loop's name");
    offset += loop.size();
    forgetInput(loop, seen);
    if (!consumeKeyword("in"))
      return expected("'in'");
    Parsed list = choice();
    if (!list.ok())
      return list;
    values.push_back(*std::move(list));
    kind = FormulaNode::Each;
  }
  if (!consume("]"))
    return expected(kind == FormulaNode::List ? "',', 'for' or ']'" : "']'");
  FormulaNode made = node(kind, begin, std::move(values));
  made.text = loop;
  return made;
}

Parsed Parser::brace() {
  size_t begin = offset;
  consume("{");
  std::vector<FormulaNode> values;
  std::vector<std::string> keys;
  do {
    skipSpace();
    keys.push_back(word().str());
    if (keys.back().empty())
      return expected("a name");
    offset += keys.back().size();
    if (!consume(":"))
      return expected("':'");
    Parsed value = choice();
    if (!value.ok())
      return value;
    values.push_back(*std::move(value));
  } while (consume(","));
  if (!consume("}"))
    return expected("',' or '}'");
  FormulaNode made = node(FormulaNode::Record, begin, std::move(values));
  made.keys = std::move(keys);
  return made;
}

} // namespace

absl::StatusOr<Formula> Formula::parse(llvm::StringRef text) {
  // What is not in brackets nests too: each operator of a sum holds those before it.
  constexpr size_t kLongest = 4096;
  if (text.size() > kLongest)
    return absl::InvalidArgumentError("a formula has at most " + std::to_string(kLongest) + " characters, this one " +
                                      std::to_string(text.size()));
  Parser parser(text);
  Parsed root = parser.whole();
  if (!root.ok())
    return root.status();
  Formula formula;
  formula.text_ = text.str();
  formula.inputs_ = std::move(parser.inputs);
  formula.root = std::make_shared<const FormulaNode>(*std::move(root));
  return formula;
}

} // namespace shardwright::book
