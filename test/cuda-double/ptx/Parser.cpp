// Directives at the level of the module, and variables.
#include "test/cuda-double/ptx/Parser.h"

#include <cstdlib>
#include <cstring>

namespace shardwright::cudadouble {

const Function *Module::function(std::string_view name) const {
  for (const Function &each : functions)
    if (each.name == name)
      return &each;
  return nullptr;
}

bool parseModule(Module &module, PtxError &error) { return Parser(module, error).run(); }

bool Parser::run() {
  if (!in.open(module.text))
    return false;
  scopes.emplace_back();
  if (!version() || !target())
    return false;
  Linking linking;
  while (in.peek().kind != Token::End) {
    if (in.take(";"))
      continue;
    std::string_view word;
    if (!in.word(word))
      return false;
    if (word == ".visible" || word == ".weak")
      continue;
    if (word == ".extern") {
      linking.external = true;
      continue;
    }
    if (!directive(word, linking))
      return false;
    linking = {};
  }
  for (const Function &each : module.functions)
    if (each.entry && !each.defined)
      return in.failAt(each.line, "the entry '" + each.name + "' has no body");
  return true;
}

bool Parser::version() {
  if (!in.expect(".version"))
    return false;
  Token number = in.next();
  if (number.kind != Token::Number ||
      std::sscanf(std::string(number.text).c_str(), "%d.%d", &module.versionMajor, &module.versionMinor) != 2)
    return in.failAt(number.line, "'" + std::string(number.text) + "' is no version of PTX");
  return true;
}

bool Parser::target() {
  std::string_view word;
  if (!in.expect(".target") || !in.word(word))
    return false;
  module.target = std::string(word);
  while (in.take(",")) {
    if (!in.word(word))
      return false;
    if (word != "debug" && word != "texmode_independent")
      return in.fail("unknown option '" + std::string(word) + "' of .target");
  }
  return true;
}

bool Parser::directive(std::string_view word, const Linking &linking) {
  bool known = false;
  if (!debugDirective(word, known))
    return false;
  if (known)
    return true;
  if (word == ".address_size") {
    int64_t bits;
    if (!in.integer(bits))
      return false;
    return bits == 64 || in.fail("addresses have " + std::to_string(bits) + " bits; the device's have 64");
  }
  if (word == ".entry")
    return function(true);
  if (word == ".func")
    return function(false);
  if (word == ".global")
    return variables(Space::Global, linking, module.variables, scopes[0]);
  if (word == ".const")
    return variables(Space::Const, linking, module.variables, scopes[0]);
  if (word == ".shared")
    return variables(Space::Shared, linking, module.variables, scopes[0]);
  return in.fail("unknown directive '" + std::string(word) + "'");
}

// .file, .loc, .section and .pragma say nothing about what runs.
bool Parser::debugDirective(std::string_view word, bool &known) {
  known = true;
  if (word == ".file" || word == ".loc") {
    int line = in.peek().line;
    while (in.peek().kind != Token::End && in.peek().line == line)
      in.next();
    return true;
  }
  if (word == ".section") {
    while (in.peek().kind != Token::End && !in.is("{"))
      in.next();
    while (in.peek().kind != Token::End && !in.is("}"))
      in.next();
    return in.expect("}");
  }
  if (word == ".pragma") {
    Token text = in.next();
    if (text.kind != Token::String || (text.text != "nounroll" && text.text.substr(0, 15) != "used_bytes_mask"))
      return in.failAt(text.line, "unknown pragma '" + std::string(text.text) + "'");
    return in.expect(";");
  }
  known = false;
  return true;
}

bool Parser::variables(Space space, const Linking &linking, std::deque<Variable> &to, Scope &scope) {
  do {
    Variable &declared = to.emplace_back();
    std::string_view name;
    if (!variable(space, linking, declared, name))
      return false;
    scope.variables[name] = &declared;
  } while (in.take(","));
  return in.expect(";");
}

bool Parser::variable(Space space, const Linking &linking, Variable &variable, std::string_view &name) {
  variable.space = space;
  variable.external = linking.external;
  Type type = Type::None;
  unsigned vector = 1;
  bool aligned = false;
  int64_t number;
  for (;;) {
    std::string_view word;
    if (!in.word(word))
      return false;
    if (word == ".align") {
      if (!in.integer(number) || number <= 0 || (number & (number - 1)))
        return in.fail("alignments are powers of two");
      variable.align = static_cast<unsigned>(number);
      aligned = true;
    } else if (word == ".v2" || word == ".v4") {
      vector = word == ".v2" ? 2 : 4;
    } else if (word == ".ptr" || (space == Space::Param &&
                                  (word == ".global" || word == ".shared" || word == ".const" || word == ".local"))) {
      // What a parameter points to: its alignment, of no consequence to the parameter itself.
      while (in.is(".global") || in.is(".shared") || in.is(".const") || in.is(".local"))
        in.next();
      if (in.take(".align") && !in.integer(number))
        return false;
    } else if (word[0] == '.' && type == Type::None) {
      type = typeNamed(word.substr(1));
      if (type == Type::None || type == Type::Pred)
        return in.fail("variables of type '" + std::string(word) + "' are not known");
    } else if (word[0] == '.') {
      return in.fail("unknown attribute '" + std::string(word) + "' of a variable");
    } else {
      name = word;
      break;
    }
  }
  if (type == Type::None)
    return in.fail("the variable '" + std::string(name) + "' has no type");
  variable.name = std::string(name);
  variable.bytes = uint64_t(sizeOf(type)) * vector;
  if (!aligned)
    variable.align = sizeOf(type) * vector;
  while (in.take("[")) {
    if (in.take("]")) {
      variable.bytes = 0;
      continue;
    }
    if (!in.integer(number) || number < 0 || !in.expect("]"))
      return false;
    variable.bytes *= static_cast<uint64_t>(number);
  }
  if (in.take("=")) {
    if (space != Space::Global && space != Space::Const)
      return in.fail("only .global and .const variables have initial values");
    variable.initialised = true;
    if (!initializer(variable, type))
      return false;
    if (variable.bytes == 0)
      variable.bytes = variable.initial.size();
    if (variable.initial.size() > variable.bytes)
      return in.fail("the initial value of '" + variable.name + "' has " + std::to_string(variable.initial.size()) +
                     " bytes, the variable " + std::to_string(variable.bytes));
  }
  return true;
}

bool Parser::initializer(Variable &variable, Type type) {
  if (!in.take("{"))
    return initialValue(variable, type);
  while (!in.take("}")) {
    if (!initializer(variable, type))
      return false;
    if (!in.is("}") && !in.expect(","))
      return false;
  }
  return true;
}

bool Parser::initialValue(Variable &variable, Type type) {
  unsigned size = sizeOf(type);
  uint64_t bits = 0;
  const Token &token = in.peek();
  if (token.kind == Token::Word) { // the address of a variable or function
    std::string_view name = in.next().text;
    bool generic = name == "generic";
    if (generic && (!in.expect("(") || !in.word(name) || !in.expect(")")))
      return false;
    int64_t addend = 0;
    if (in.is("+") || in.is("-"))
      if (!in.integer(addend))
        return false;
    if (size != 8)
      return in.fail("addresses have 8 bytes, elements of '" + variable.name + "' " + std::to_string(size));
    variable.relocations.push_back({variable.initial.size(), std::string(name), generic, addend, token.line});
  } else {
    Operand value;
    if (!operand(value))
      return false;
    bits = static_cast<uint64_t>(value.offset);
    if (value.kind == Operand::Double && type == Type::F32) {
      double wide;
      std::memcpy(&wide, &bits, 8);
      float narrow = static_cast<float>(wide);
      uint32_t narrowBits;
      std::memcpy(&narrowBits, &narrow, 4);
      bits = narrowBits;
    } else if (value.kind == Operand::Integer && isFloat(type)) {
      return in.fail("an initial value of type " + std::string(nameOf(type)) + " is an integer");
    }
  }
  char bytes[16] = {};
  std::memcpy(bytes, &bits, 8);
  variable.initial.append(bytes, size);
  return true;
}

} // namespace shardwright::cudadouble
