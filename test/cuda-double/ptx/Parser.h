// Recursive descent over the tokens of a module; parseModule() in Module.h is what others call.
#ifndef TEST_CUDA_DOUBLE_PTX_PARSER_H
#define TEST_CUDA_DOUBLE_PTX_PARSER_H

#include "test/cuda-double/ptx/Module.h"

#include <optional>
#include <set>
#include <unordered_map>

namespace shardwright::cudadouble {

/// Tokens, and what the first error was: after one, everything returns false.
class TokenStream {
public:
  explicit TokenStream(PtxError &error) : error(error) {}
  bool open(std::string_view text) { return tokenize(text, tokens, error); }

  const Token &peek(size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  Token next() { return at + 1 < tokens.size() ? tokens[at++] : tokens.back(); }
  bool is(std::string_view text) const {
    return peek().text == text && peek().kind != Token::String && peek().kind != Token::End;
  }
  bool take(std::string_view text) {
    if (!is(text))
      return false;
    next();
    return true;
  }
  bool expect(std::string_view text);
  bool word(std::string_view &text);
  /// An integer with its sign, in any base.
  bool integer(int64_t &value);
  bool fail(std::string message) { return failAt(peek().line, std::move(message)); }
  bool failAt(int line, std::string message);

private:
  std::vector<Token> tokens;
  size_t at = 0;
  PtxError &error;
};

class Parser {
public:
  Parser(Module &module, PtxError &error) : module(module), in(error) {}
  bool run();

private:
  // What a name means within braces.
  struct Scope {
    std::unordered_map<std::string_view, int> registers;
    std::vector<std::pair<std::string_view, std::pair<unsigned, int>>> ranges; // prefix: count, first register
    std::unordered_map<std::string_view, const Variable *> variables;
  };
  struct Linking {
    bool external = false;
  };

  bool directive(std::string_view word, const Linking &linking);
  bool debugDirective(std::string_view word, bool &known);
  bool version();
  bool target();
  // After the word that names the space.
  bool variables(Space space, const Linking &linking, std::deque<Variable> &to, Scope &scope);
  bool variable(Space space, const Linking &linking, Variable &variable, std::string_view &name);
  bool initializer(Variable &variable, Type type);
  bool initialValue(Variable &variable, Type type);
  bool function(bool entry);
  bool parameterList(Function &function, std::vector<const Variable *> &list, bool arguments);
  bool functionAttributes(Function &function);
  bool body(Function &function);
  bool statement(Function &function);
  bool registers(Function &function, std::string_view type);
  bool branchTargets(Function &function, std::string_view label);
  bool instruction(Function &function);
  bool call(Statement &statement);
  bool callList(std::vector<const Variable *> &list);
  bool operand(Operand &operand);
  bool addressOperand(Operand &operand);
  bool named(Operand &operand, std::string_view name);
  int registerNamed(std::string_view name) const;
  const Variable *variableNamed(std::string_view name) const;

  Module &module;
  TokenStream in;
  std::vector<Scope> scopes; // the module's first
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_PTX_PARSER_H
