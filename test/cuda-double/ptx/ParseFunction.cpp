// Functions: their heads, declarations in bodies, instructions and operands.
#include "test/cuda-double/ptx/Parser.h"

#include <cstdlib>
#include <cstring>

namespace shardwright::cudadouble {

namespace {

constexpr std::pair<std::string_view, Special> kSpecials[] = {
    {"%tid.x", Special::TidX},
    {"%tid.y", Special::TidY},
    {"%tid.z", Special::TidZ},
    {"%ntid.x", Special::NtidX},
    {"%ntid.y", Special::NtidY},
    {"%ntid.z", Special::NtidZ},
    {"%ctaid.x", Special::CtaidX},
    {"%ctaid.y", Special::CtaidY},
    {"%ctaid.z", Special::CtaidZ},
    {"%nctaid.x", Special::NctaidX},
    {"%nctaid.y", Special::NctaidY},
    {"%nctaid.z", Special::NctaidZ},
    {"%laneid", Special::LaneId},
    {"%warpid", Special::WarpId},
    {"%nwarpid", Special::NwarpId},
    {"%smid", Special::SmId},
    {"%nsmid", Special::NsmId},
    {"%gridid", Special::GridId},
    {"%clock", Special::Clock},
    {"%clock_hi", Special::ClockHi},
    {"%clock64", Special::Clock64},
    {"%lanemask_eq", Special::LanemaskEq},
    {"%lanemask_lt", Special::LanemaskLt},
    {"%lanemask_le", Special::LanemaskLe},
    {"%lanemask_gt", Special::LanemaskGt},
    {"%lanemask_ge", Special::LanemaskGe},
    {"%dynamic_smem_size", Special::DynamicSmemSize},
    {"%total_smem_size", Special::TotalSmemSize},
    {"%globaltimer", Special::GlobalTimer},
    {"%globaltimer_lo", Special::GlobalTimerLo},
    {"%globaltimer_hi", Special::GlobalTimerHi},
    {"WARP_SZ", Special::WarpSize},
};

} // namespace

bool specialNamed(std::string_view name, Special &special) {
  for (const auto &[spelling, value] : kSpecials)
    if (spelling == name) {
      special = value;
      return true;
    }
  return false;
}

std::string_view nameOf(Special special) {
  for (const auto &[spelling, value] : kSpecials)
    if (value == special)
      return spelling;
  return "?";
}

bool Parser::function(bool entry) {
  // A function may be declared before it is defined: the declaration is replaced.
  Function parsed;
  parsed.entry = entry;
  parsed.line = in.peek().line;
  module.functions.push_back(std::move(parsed));
  Function &function = module.functions.back();
  scopes.emplace_back();
  if (!entry && in.is("(") && !parameterList(function, function.results, false))
    return false;
  std::string_view name;
  if (!in.word(name))
    return false;
  function.name = std::string(name);
  if (in.is("(") && !parameterList(function, function.parameters, entry))
    return false;
  if (!functionAttributes(function))
    return false;
  if (in.take("{")) {
    function.defined = true;
    if (!body(function))
      return false;
  } else if (!in.expect(";")) {
    return false;
  }
  scopes.pop_back();
  for (size_t i = 0; i + 1 < module.functions.size(); ++i)
    if (module.functions[i].name == function.name) {
      if (module.functions[i].defined && function.defined)
        return in.failAt(function.line, "'" + function.name + "' is defined twice");
      if (function.defined)
        module.functions.erase(module.functions.begin() + static_cast<ptrdiff_t>(i));
      else
        module.functions.pop_back();
      break;
    }
  return true;
}

bool Parser::parameterList(Function &function, std::vector<const Variable *> &list, bool arguments) {
  if (!in.expect("("))
    return false;
  while (!in.take(")")) {
    if (!in.expect(".param"))
      return false;
    Variable &declared = function.variables.emplace_back();
    std::string_view name;
    if (!variable(Space::Param, {}, declared, name))
      return false;
    scopes.back().variables[name] = &declared;
    if (arguments) {
      function.parameterBytes = (function.parameterBytes + declared.align - 1) / declared.align * declared.align;
      declared.offset = function.parameterBytes;
      function.parameterBytes += declared.bytes;
    }
    list.push_back(&declared);
    if (!in.is(")") && !in.expect(","))
      return false;
  }
  return true;
}

bool Parser::functionAttributes(Function &function) {
  auto triple = [&](unsigned *values) {
    int64_t number;
    for (int i = 0; i < 3; ++i) {
      if (!in.integer(number) || number < 0)
        return false;
      values[i] = static_cast<unsigned>(number);
      if (!in.take(","))
        break;
    }
    return true;
  };
  for (;;) {
    unsigned values[3] = {1, 1, 1};
    if (in.take(".maxntid")) {
      if (!triple(values))
        return false;
      function.maxThreads = values[0] * values[1] * values[2];
    } else if (in.take(".reqntid")) {
      if (!triple(values))
        return false;
      std::memcpy(function.requiredThreads, values, sizeof values);
    } else if (in.take(".minnctapersm") || in.take(".maxnreg") || in.take(".maxnctapersm")) {
      if (!triple(values))
        return false;
    } else if (in.take(".noreturn")) {
    } else if (in.peek().kind == Token::Word) {
      return in.fail("unknown attribute '" + std::string(in.peek().text) + "' of a function");
    } else {
      return true;
    }
  }
}

bool Parser::body(Function &function) {
  size_t outer = scopes.size();
  scopes.emplace_back();
  while (scopes.size() > outer) {
    if (in.peek().kind == Token::End)
      return in.fail("the body of '" + function.name + "' has no end");
    if (in.take("{"))
      scopes.emplace_back();
    else if (in.take("}"))
      scopes.pop_back();
    else if (!in.take(";") && !statement(function))
      return false;
  }
  return true;
}

bool Parser::statement(Function &function) {
  const Token token = in.peek();
  if (token.kind == Token::Word && in.peek(1).text == ":" && token.text[0] != '.') {
    in.next();
    in.next();
    if (in.take(".branchtargets"))
      return branchTargets(function, token.text);
    if (in.is(".callprototype") || in.is(".calltargets"))
      return in.fail("indirect calls are not supported");
    if (!function.labels.emplace(token.text, function.statements.size()).second)
      return in.failAt(token.line, "the label '" + std::string(token.text) + "' is there twice");
    return true;
  }
  if (token.kind == Token::Word && token.text[0] == '.') {
    in.next();
    bool known = false;
    if (!debugDirective(token.text, known))
      return false;
    if (known)
      return true;
    if (token.text == ".reg" || token.text.substr(0, 5) == ".reg.") // CUDA's headers write ".reg.b32"
      return registers(function, token.text.substr(4));
    if (token.text == ".local")
      return variables(Space::Local, {}, function.variables, scopes.back());
    if (token.text == ".shared")
      return variables(Space::Shared, {}, function.variables, scopes.back());
    if (token.text == ".param")
      return variables(Space::Param, {}, function.variables, scopes.back());
    return in.failAt(token.line, "unknown directive '" + std::string(token.text) + "' in a function");
  }
  return instruction(function);
}

bool Parser::branchTargets(Function &function, std::string_view label) {
  std::vector<std::string_view> &targets = function.branchTargets[label];
  do {
    std::string_view name;
    if (!in.word(name))
      return false;
    targets.push_back(name);
  } while (in.take(","));
  return in.expect(";");
}

bool Parser::registers(Function &function, std::string_view word) {
  if (word.empty() && !in.word(word))
    return false;
  Type type = typeNamed(word.substr(1));
  if (type == Type::None || word[0] != '.')
    return in.fail("registers of type '" + std::string(word) + "' are not known");
  Scope &scope = scopes.back();
  do {
    std::string_view name;
    if (!in.word(name))
      return false;
    int first = static_cast<int>(function.registers.size());
    if (in.take("<")) {
      int64_t count;
      if (!in.integer(count) || count < 0 || count > (1 << 24) || !in.expect(">"))
        return in.fail("wrong number of registers");
      for (int64_t i = 0; i < count; ++i)
        function.registers.push_back({std::string(name) + std::to_string(i), type});
      scope.ranges.push_back({name, {static_cast<unsigned>(count), first}});
    } else {
      function.registers.push_back({std::string(name), type});
      scope.registers[name] = first;
    }
  } while (in.take(","));
  return in.expect(";");
}

int Parser::registerNamed(std::string_view name) const {
  for (size_t i = scopes.size(); i-- > 0;) {
    const Scope &scope = scopes[i];
    if (auto found = scope.registers.find(name); found != scope.registers.end())
      return found->second;
    for (const auto &[prefix, range] : scope.ranges) {
      if (name.size() <= prefix.size() || name.substr(0, prefix.size()) != prefix || name.size() > prefix.size() + 9)
        continue;
      unsigned number = 0;
      bool digits = true;
      for (char c : name.substr(prefix.size())) {
        digits &= c >= '0' && c <= '9';
        number = number * 10 + static_cast<unsigned>(c - '0');
      }
      if (digits && number < range.first)
        return range.second + static_cast<int>(number);
    }
  }
  return -1;
}

const Variable *Parser::variableNamed(std::string_view name) const {
  for (size_t i = scopes.size(); i-- > 0;)
    if (auto found = scopes[i].variables.find(name); found != scopes[i].variables.end())
      return found->second;
  return nullptr;
}

bool Parser::instruction(Function &function) {
  Statement parsed;
  parsed.line = in.peek().line;
  if (in.take("@")) {
    parsed.guardNegated = in.take("!");
    std::string_view name;
    if (!in.word(name))
      return false;
    parsed.guard = registerNamed(name);
    if (parsed.guard < 0 || function.registers[static_cast<size_t>(parsed.guard)].type != Type::Pred)
      return in.failAt(parsed.line, "'" + std::string(name) + "' is no predicate register");
  }
  if (!in.word(parsed.opcode))
    return false;
  if (parsed.opcode == "call" || parsed.opcode == "call.uni") {
    if (!call(parsed))
      return false;
  } else {
    while (!in.is(";")) {
      if (!operand(parsed.operands.emplace_back()))
        return false;
      if (!in.is(";") && !in.expect(","))
        return false;
    }
  }
  function.statements.push_back(std::move(parsed));
  return in.expect(";");
}

bool Parser::call(Statement &statement) {
  if (in.is("(") && (!callList(statement.results) || !in.expect(",")))
    return false;
  Operand &callee = statement.operands.emplace_back();
  callee.kind = Operand::Name;
  if (!in.word(callee.name))
    return false;
  if (registerNamed(callee.name) >= 0)
    return in.fail("indirect calls are not supported");
  if (in.take(",") && !callList(statement.arguments))
    return false;
  if (in.is(","))
    return in.fail("indirect calls are not supported");
  return true;
}

bool Parser::callList(std::vector<const Variable *> &list) {
  if (!in.expect("("))
    return false;
  while (!in.take(")")) {
    std::string_view name;
    if (!in.word(name))
      return false;
    const Variable *variable = variableNamed(name);
    if (!variable || variable->space != Space::Param)
      return in.fail("'" + std::string(name) + "' is no .param variable");
    list.push_back(variable);
    if (!in.is(")") && !in.expect(","))
      return false;
  }
  return true;
}

bool Parser::operand(Operand &operand) {
  if (in.take("["))
    return addressOperand(operand);
  if (in.take("{")) {
    operand.kind = Operand::Vector;
    while (!in.take("}")) {
      if (!this->operand(operand.elements.emplace_back()))
        return false;
      if (!in.is("}") && !in.expect(","))
        return false;
    }
    return true;
  }
  if (in.take("!")) {
    operand.negated = true;
    std::string_view name;
    if (!in.word(name) || !named(operand, name))
      return false;
    return operand.kind == Operand::Register || in.fail("'!' stands before a predicate");
  }
  if (in.peek().kind == Token::Number || in.is("-") || in.is("+")) {
    size_t ahead = in.is("-") || in.is("+") ? 1 : 0;
    std::string text(in.peek(ahead).text);
    if (text.size() == 10 && (text.substr(0, 2) == "0f" || text.substr(0, 2) == "0F") && !ahead) {
      in.next();
      operand.kind = Operand::Single;
      operand.offset = static_cast<int64_t>(std::strtoull(text.c_str() + 2, nullptr, 16));
      return true;
    }
    bool hex64 = text.size() == 18 && (text.substr(0, 2) == "0d" || text.substr(0, 2) == "0D") && !ahead;
    if (hex64 || (text.find('.') != std::string::npos && text.substr(0, 2) != "0x")) {
      double value = 0;
      operand.kind = Operand::Double;
      if (hex64) {
        operand.offset = static_cast<int64_t>(std::strtoull(text.c_str() + 2, nullptr, 16));
      } else {
        value = std::strtod(text.c_str(), nullptr) * (in.is("-") ? -1 : 1);
        std::memcpy(&operand.offset, &value, 8);
        if (ahead)
          in.next();
      }
      in.next();
      return true;
    }
    operand.kind = Operand::Integer;
    return in.integer(operand.offset);
  }
  std::string_view name;
  if (!in.word(name) || !named(operand, name))
    return false;
  if (in.take("|")) {
    if (!in.word(name))
      return false;
    operand.second = name == "_" ? -2 : registerNamed(name);
    if (operand.second == -1)
      return in.fail("'" + std::string(name) + "' is no register");
  }
  if (operand.kind == Operand::Symbol && (in.is("+") || in.is("-")))
    return in.integer(operand.offset);
  return true;
}

bool Parser::named(Operand &operand, std::string_view name) {
  operand.name = name;
  Special special;
  if (name == "_") {
    operand.kind = Operand::Sink;
  } else if (int found = registerNamed(name); found >= 0) {
    operand.kind = Operand::Register;
    operand.index = found;
  } else if (specialNamed(name, special)) {
    operand.kind = Operand::SpecialRegister;
    operand.index = static_cast<int>(special);
  } else if (const Variable *variable = variableNamed(name)) {
    operand.kind = Operand::Symbol;
    operand.variable = variable;
  } else if (name[0] == '%') {
    return in.fail("unknown register '" + std::string(name) + "'");
  } else {
    operand.kind = Operand::Name;
  }
  return true;
}

bool Parser::addressOperand(Operand &operand) {
  if (in.peek().kind == Token::Number) {
    operand.kind = Operand::Integer;
    if (!in.integer(operand.offset))
      return false;
  } else {
    std::string_view name;
    if (!in.word(name) || !named(operand, name))
      return false;
    if (operand.kind != Operand::Register && operand.kind != Operand::Symbol)
      return in.fail("'" + std::string(name) + "' is no address");
    if (in.is("+") || in.is("-"))
      if (!in.integer(operand.offset))
        return false;
  }
  operand.address = true;
  return in.expect("]");
}

} // namespace shardwright::cudadouble
