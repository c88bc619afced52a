#include "test/cuda-double/machine/Decoder.h"

#include "test/cuda-double/machine/Launch.h"
#include "test/cuda-double/memory/AddressSpace.h"

#include <algorithm>
#include <cstring>

namespace shardwright::cudadouble {

namespace {

const FamilyTable &families() {
  static const FamilyTable *table = [] {
    auto *made = new FamilyTable;
    addMoves(*made);
    addComparisons(*made);
    addIntegers(*made);
    addBits(*made);
    addFloats(*made);
    addConversions(*made);
    addMemory(*made);
    addAtomics(*made);
    addWarpOperations(*made);
    addControl(*made);
    addMatrices(*made);
    return made;
  }();
  return *table;
}

uint32_t alignUp(uint64_t value, uint64_t alignment) {
  return static_cast<uint32_t>((value + alignment - 1) / alignment * alignment);
}

// The place of a register at the end of a frame, aligned for vectors; predicates are words.
Slot placeRegister(uint32_t &frameBytes, Type type) {
  const bool predicate = type == Type::Pred;
  Slot slot = predicate ? frameBytes : alignUp(frameBytes, 64);
  frameBytes = slot + (predicate ? 4 : 32 * std::max(2u, sizeOf(type)));
  return slot;
}

} // namespace

Decoder::Decoder(KernelDecoder &kernel, const Function &function, Code &code, PtxError &error)
    : kernel(kernel), function(function), code(code), error(error) {}

bool Decoder::fail(const std::string &message) {
  if (error.message.empty())
    error = {statement ? statement->line : function.line,
             (statement ? std::string(statement->opcode) + ": " : "") + message};
  return false;
}

bool Decoder::run() {
  code.name = function.name;
  if (!layOut())
    return false;
  code.instructions.reserve(function.statements.size() + 1);
  for (size_t i = 0; i < function.statements.size(); ++i)
    if (!one(i))
      return false;
  // Behind the last statement: what follows a body without a return.
  statement = nullptr;
  in = Instruction();
  in.flow = Flow::Return;
  in.line = static_cast<uint32_t>(function.statements.empty() ? function.line : function.statements.back().line);
  code.instructions.push_back(in);
  code.constants.resize(std::max<size_t>(code.constants.size(), 64));
  return true;
}

// Registers, then the .param variables of functions and calls, in the frame; .local ones in the thread's own memory.
bool Decoder::layOut() {
  for (const RegisterInfo &each : function.registers) {
    slots.push_back(placeRegister(code.frameBytes, each.type));
  }
  code.frameBytes = alignUp(code.frameBytes, 64);
  std::map<const Variable *, uint32_t> &offsets = *kernel.parametersOf(&code);
  for (const Variable &each : function.variables) {
    if (each.space == Space::Param) {
      bool ofEntry = function.entry && std::find(function.parameters.begin(), function.parameters.end(), &each) !=
                                           function.parameters.end();
      if (ofEntry)
        continue;
      code.frameBytes = alignUp(code.frameBytes, 16);
      offsets[&each] = code.frameBytes;
      frameVariables[&each] = {code.frameBytes, true};
      code.frameBytes += static_cast<uint32_t>(alignUp(each.bytes, std::max(8u, each.align)) * 32);
    } else if (each.space == Space::Local) {
      code.localBytes = alignUp(code.localBytes, std::max(each.align, 1u));
      localVariables[&each] = code.localBytes;
      code.localBytes += static_cast<uint32_t>(each.bytes);
    }
  }
  code.localBytes = alignUp(code.localBytes, 16);
  return true;
}

bool Decoder::one(size_t index) {
  statement = &function.statements[index];
  in = Instruction();
  in.line = static_cast<uint32_t>(statement->line);
  if (statement->guard >= 0) {
    in.guard = registerSlot(statement->guard);
    in.guardNegated = statement->guardNegated;
  }
  std::string_view opcode = statement->opcode;
  size_t dot = opcode.find('.');
  std::string_view name = opcode.substr(0, dot);
  modifiers.clear();
  while (dot != std::string_view::npos) {
    size_t next = opcode.find('.', dot + 1);
    modifiers.push_back(opcode.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1));
    dot = next;
  }
  auto family = families().find(name);
  if (family == families().end())
    return fail("unknown instruction");
  size_t before = code.instructions.size();
  if (!family->second(*this))
    return fail("not understood");
  if (code.instructions.size() != before + 1)
    return fail("not understood");
  return true;
}

bool Decoder::flag(std::string_view name) {
  auto found = std::find(modifiers.begin(), modifiers.end(), name);
  if (found == modifiers.end())
    return false;
  modifiers.erase(found);
  return true;
}

Type Decoder::type() {
  for (auto each = modifiers.begin(); each != modifiers.end(); ++each)
    if (Type type = typeNamed(*each); type != Type::None) {
      modifiers.erase(each);
      return type;
    }
  return Type::None;
}

int Decoder::choice(std::string_view names) {
  for (auto each = modifiers.begin(); each != modifiers.end(); ++each) {
    int position = 0;
    for (size_t at = 0; at < names.size(); ++position) {
      size_t end = std::min(names.find(' ', at), names.size());
      if (names.substr(at, end - at) == *each) {
        modifiers.erase(each);
        return position;
      }
      at = end + 1;
    }
  }
  return -1;
}

Rounding Decoder::rounding(bool &given) {
  int which = choice("rn rz rm rp rna");
  given = which >= 0;
  return given ? static_cast<Rounding>(which) : Rounding::Nearest;
}

bool Decoder::finish() {
  if (modifiers.empty())
    return true;
  return fail("unknown modifier '." + std::string(modifiers[0]) + "'");
}

bool Decoder::operands(size_t least, size_t most) {
  size_t count = operandCount();
  if (count >= least && count <= most)
    return true;
  return fail(std::to_string(count) + " operands, " + std::to_string(least) +
              (most > least ? " to " + std::to_string(most) : "") + " are wanted");
}

unsigned Decoder::registerBytes(const Operand &operand, Type type) const {
  if (operand.kind != Operand::Register)
    return std::max(2u, sizeOf(type));
  Type its = registerInfo(operand.index).type;
  return its == Type::Pred ? 0 : std::max(2u, sizeOf(its));
}

bool Decoder::uniform(Type type, size_t count) {
  if (!operands(count + 1) || !destination(0, type, in.to))
    return false;
  for (size_t i = 0; i < count; ++i)
    if (!source(i + 1, type, in.from[i]))
      return false;
  return true;
}

bool Decoder::source(size_t i, Type type, Slot &slot) { return source(operand(i), type, slot); }

bool Decoder::source(const Operand &operand, Type type, Slot &slot) {
  const unsigned size = std::max(2u, sizeOf(type));
  if (operand.address || operand.negated)
    return fail("an operand is no value of type " + std::string(nameOf(type)));
  switch (operand.kind) {
  case Operand::Register:
    if (registerBytes(operand, type) != size)
      return fail("register '" + std::string(operand.name) + "' has " + std::to_string(registerBytes(operand, type)) +
                  " bytes, " + std::to_string(size) + " are wanted");
    slot = registerSlot(operand.index);
    return true;
  case Operand::SpecialRegister: {
    Special which = static_cast<Special>(operand.index);
    if (size != 4 || (which >= Special::Clock && which <= Special::GlobalTimerHi))
      return fail("'" + std::string(operand.name) + "' is read by a mov of its size");
    auto [at, added] = specials.emplace(which, 0);
    if (added) {
      at->second = temporary(4);
      code.specials.push_back({which, at->second});
    }
    slot = at->second;
    return true;
  }
  case Operand::Integer:
    if (isFloat(type) && type != Type::F16x2 && type != Type::BF16x2 && type != Type::F16 && type != Type::BF16 &&
        type != Type::TF32)
      return fail("an integer is no value of type " + std::string(nameOf(type)));
    slot = constant(size, static_cast<uint64_t>(operand.offset));
    return true;
  case Operand::Single:
  case Operand::Double: {
    uint64_t bits = static_cast<uint64_t>(operand.offset);
    if (operand.kind == Operand::Single && size == 8)
      bits = bitsOf(static_cast<double>(floatOf(static_cast<uint32_t>(bits))));
    else if (operand.kind == Operand::Double && size == 4)
      bits = bitsOf(static_cast<float>(doubleOf(bits)));
    else if (size < 4 || isInteger(type))
      return fail("a floating-point constant is no value of type " + std::string(nameOf(type)));
    slot = constant(size, bits);
    return true;
  }
  case Operand::Symbol: {
    uint64_t value;
    if (size < 4)
      return fail("an address has 8 bytes");
    if (!variableAddress(*operand.variable, value))
      return false;
    if (operand.variable->space == Space::Local)
      return fail("the address of a .local variable is read by a mov");
    slot = constant(size, value + static_cast<uint64_t>(operand.offset));
    return true;
  }
  case Operand::Name:
    return fail("unknown name '" + std::string(operand.name) + "'");
  default:
    return fail("an operand is no value of type " + std::string(nameOf(type)));
  }
}

bool Decoder::predicateSource(const Operand &operand, Slot &slot, bool &negated) {
  negated = operand.negated;
  if (operand.kind == Operand::Integer) { // bar.red and vote take constants
    slot = constant(4, operand.offset ? ~uint64_t(0) : 0);
    return true;
  }
  if (operand.kind != Operand::Register || registerInfo(operand.index).type != Type::Pred)
    return fail("an operand is no predicate");
  slot = registerSlot(operand.index);
  return true;
}

bool Decoder::destination(const Operand &operand, Type type, Slot &slot) {
  if (operand.kind == Operand::Sink) {
    slot = temporary(std::max(2u, sizeOf(type)));
    return true;
  }
  if (operand.kind != Operand::Register || operand.address || operand.negated)
    return fail("the result is no register");
  if (registerBytes(operand, type) != std::max(2u, sizeOf(type)))
    return fail("register '" + std::string(operand.name) + "' has " + std::to_string(registerBytes(operand, type)) +
                " bytes, a result of type " + std::string(nameOf(type)) + " has " + std::to_string(sizeOf(type)));
  slot = registerSlot(operand.index);
  return true;
}

bool Decoder::predicateDestination(int index, Slot &slot) {
  if (index == -2) {
    slot = temporary(4);
    return true;
  }
  if (index < 0 || registerInfo(index).type != Type::Pred)
    return fail("a result is no predicate");
  slot = registerSlot(index);
  return true;
}

Slot Decoder::constant(unsigned bytes, uint64_t bits) {
  if (bytes < 8)
    bits &= (uint64_t(1) << (8 * bytes)) - 1;
  auto [at, added] = constants.emplace(std::make_pair(bytes, bits), 0);
  if (added) {
    size_t offset = code.constants.size();
    at->second = static_cast<Slot>(offset) | kConstantSlot;
    code.constants.resize(offset + 32 * bytes);
    for (size_t lane = 0; lane < 32; ++lane)
      std::memcpy(&code.constants[offset + lane * bytes], &bits, std::min(bytes, 8u));
  }
  return at->second;
}

Slot Decoder::temporary(unsigned bytes) {
  code.frameBytes = alignUp(code.frameBytes, 64);
  Slot slot = code.frameBytes;
  code.frameBytes += 32 * bytes;
  return slot;
}

Extra &Decoder::extra() {
  if (!in.extra)
    in.extra = &code.extras.emplace_back();
  return code.extras.back();
}

bool Decoder::variableAddress(const Variable &variable, uint64_t &address) {
  switch (variable.space) {
  case Space::Global:
  case Space::Const: {
    auto found = kernel.addresses.find(variable.name);
    if (found == kernel.addresses.end())
      return fail("the variable '" + variable.name + "' is not defined");
    address = found->second;
    return true;
  }
  case Space::Shared:
    return kernel.sharedAddress(variable, address);
  case Space::Local: {
    auto found = localVariables.find(&variable);
    if (found == localVariables.end())
      return fail("the variable '" + variable.name + "' is of another function");
    address = found->second;
    return true;
  }
  case Space::Param:
    if (frameVariables.count(&variable) || !function.entry)
      return fail("the address of a parameter of a call is not supported");
    address = variable.offset;
    return true;
  default:
    return fail("the variable '" + variable.name + "' has no address");
  }
}

bool Decoder::address(const Operand &operand, MemoryOperand &memory) {
  if (!operand.address)
    return fail("an operand is no address");
  memory.offset = operand.offset;
  if (operand.kind == Operand::Register) {
    unsigned bytes = registerBytes(operand, Type::B64);
    if (bytes != 4 && bytes != 8)
      return fail("an address has 4 or 8 bytes");
    memory.address = registerSlot(operand.index);
    memory.narrowAddress = bytes == 4;
    return true;
  }
  if (operand.kind == Operand::Integer) {
    if (memory.space != Space::Local)
      return fail("addresses that are constants are allowed in local memory only");
    memory.address = constant(8, 0);
    return true;
  }
  const Variable &variable = *operand.variable;
  if (memory.space != Space::Generic && memory.space != variable.space)
    return fail("'" + variable.name + "' is in the space ." + std::string(nameOf(variable.space)));
  if (variable.space == Space::Param)
    if (auto found = frameVariables.find(&variable); found != frameVariables.end()) {
      memory.inFrame = true;
      memory.frameOffset = found->second.first;
      memory.frameStride = alignUp(variable.bytes, std::max(8u, variable.align));
      if (memory.offset < 0 ||
          static_cast<uint64_t>(memory.offset) + memory.elementBytes * memory.count > variable.bytes)
        return fail("bytes " + std::to_string(memory.offset) + " to " +
                    std::to_string(memory.offset + memory.elementBytes * memory.count - 1) + " of '" + variable.name +
                    "', which has " + std::to_string(variable.bytes));
      return true;
    }
  uint64_t base;
  if (!variableAddress(variable, base))
    return false;
  if (memory.space == Space::Generic) {
    if (variable.space != Space::Global && variable.space != Space::Const)
      return fail("'" + variable.name + "' is no generic address: cvta makes one");
  }
  memory.ofFrame = variable.space == Space::Local;
  memory.address = constant(8, base);
  return true;
}

bool Decoder::emit(Handler handler) {
  if (!handler)
    return fail("the type is not one of this instruction's");
  in.run = handler;
  if (!finish())
    return false;
  code.instructions.push_back(in);
  return true;
}

// Index of the statement behind a label: one instruction is made of each.
bool Decoder::branch(std::string_view label, uint32_t &target) {
  auto found = function.labels.find(label);
  if (found == function.labels.end())
    return fail("unknown label '" + std::string(label) + "'");
  target = static_cast<uint32_t>(found->second);
  return true;
}

bool decodeBranch(Decoder &d) {
  d.flag("uni");
  d.in.flow = Flow::Branch;
  if (!d.operands(1))
    return false;
  return d.branch(d.operand(0).name, d.in.target) && d.emit([](Warp &, const Instruction &) {});
}

bool decodeBranchIndexed(Decoder &d) {
  d.flag("uni");
  if (!d.flag("idx") || !d.operands(2) || !d.source(0, Type::B32, d.in.from[0]))
    return d.fail("unknown form");
  d.in.flow = Flow::BranchIndexed;
  auto found = d.function.branchTargets.find(d.operand(1).name);
  if (found == d.function.branchTargets.end())
    return d.fail("unknown .branchtargets '" + std::string(d.operand(1).name) + "'");
  Extra &extra = d.extra();
  for (std::string_view label : found->second)
    if (!d.branch(label, extra.targets.emplace_back()))
      return false;
  return d.emit([](Warp &, const Instruction &) {});
}

namespace {

// cudaGraphSetConditional(handle, value), which the driver has.
void setConditional(Warp &warp, const Instruction &instruction) {
  Launch &launch = *warp.block->launch;
  const std::vector<CallOperand::Copy> &arguments = instruction.extra->call.arguments;
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(__builtin_ctz(rest));
    uint64_t handle;
    uint32_t value;
    std::memcpy(&handle, warp.base[0] + arguments[0].fromOffset + lane * arguments[0].bytes, sizeof handle);
    std::memcpy(&value, warp.base[0] + arguments[1].fromOffset + lane * arguments[1].bytes, sizeof value);
    const std::string wrong = launch.machine.setCondition(handle, value, launch.operation, launch.before);
    if (!wrong.empty())
      warp.fail(0, "condition", lane, wrong);
  }
}

} // namespace

bool Decoder::callDriver() {
  if (operand(0).name != "cudaGraphSetConditional")
    return fail("the function '" + std::string(operand(0).name) + "' has no body in this module");
  if (statement->arguments.size() != 2 || !statement->results.empty())
    return fail("cudaGraphSetConditional takes a handle and a value");
  constexpr uint64_t kBytes[] = {8, 4};
  Extra &its = extra();
  for (size_t i = 0; i < 2; ++i) {
    auto here = frameVariables.find(statement->arguments[i]);
    if (here == frameVariables.end() || statement->arguments[i]->bytes != kBytes[i])
      return fail("cudaGraphSetConditional takes a .b64 and a .b32");
    const auto stride = static_cast<uint32_t>(alignUp(kBytes[i], std::max(8u, statement->arguments[i]->align)));
    its.call.arguments.push_back({here->second.first, 0, stride});
  }
  return emit(setConditional);
}

bool decodeCall(Decoder &d) {
  d.flag("uni");
  const Function *callee = d.kernel.kernel.module->function(d.operand(0).name);
  if (!callee || callee->entry)
    return d.fail("unknown function '" + std::string(d.operand(0).name) + "'");
  if (!callee->defined)
    return d.callDriver();
  d.in.flow = Flow::Call;
  d.code.calls = true;
  const Statement &statement = *d.statement;
  if (callee->parameters.size() != statement.arguments.size() || callee->results.size() != statement.results.size())
    return d.fail("'" + callee->name + "' has " + std::to_string(callee->parameters.size()) + " parameters and " +
                  std::to_string(callee->results.size()) + " results, the call " +
                  std::to_string(statement.arguments.size()) + " and " + std::to_string(statement.results.size()));
  Extra &extra = d.extra();
  extra.call.callee = d.kernel.callee(*callee);
  if (!extra.call.callee)
    return false;
  const auto &theirs = *d.kernel.parametersOf(extra.call.callee);
  auto copies = [&](const std::vector<const Variable *> &mine, const std::vector<const Variable *> &other, bool back,
                    std::vector<CallOperand::Copy> &to) {
    for (size_t i = 0; i < mine.size(); ++i) {
      auto here = d.frameVariables.find(mine[i]);
      auto there = theirs.find(other[i]);
      if (here == d.frameVariables.end() || there == theirs.end() || mine[i]->bytes != other[i]->bytes ||
          mine[i]->align != other[i]->align)
        return d.fail("'" + mine[i]->name + "' and '" + other[i]->name + "' differ in size or alignment");
      uint32_t bytes = alignUp(mine[i]->bytes, std::max(8u, mine[i]->align));
      to.push_back(back ? CallOperand::Copy{there->second, here->second.first, bytes}
                        : CallOperand::Copy{here->second.first, there->second, bytes});
    }
    return true;
  };
  if (!copies(statement.arguments, callee->parameters, false, extra.call.arguments) ||
      !copies(statement.results, callee->results, true, extra.call.results))
    return false;
  return d.emit([](Warp &, const Instruction &) {});
}

bool KernelDecoder::run() {
  for (const Variable &each : kernel.module->variables)
    if (each.space == Space::Shared && !each.bytes)
      kernel.dynamicAlign = std::max<uint64_t>(kernel.dynamicAlign, each.align);
  const Function &entry = *kernel.function;
  if (!callee(entry))
    return false;
  while (!waiting.empty()) {
    auto [code, function] = waiting.back();
    waiting.pop_back();
    if (!Decoder(*this, *function, *code, error).run())
      return false;
    kernel.localBytes += code->localBytes;
  }
  kernel.dynamicOffset = alignUp(kernel.sharedBytes, std::max<uint64_t>(16, kernel.dynamicAlign));
  return true;
}

const Code *KernelDecoder::callee(const Function &function) {
  auto [at, added] = codes.emplace(&function, nullptr);
  if (added) {
    Code &code = kernel.codes.emplace_back();
    at->second = &code;
    // Its parameters have their places before its body is decoded: the call needs them. Registers come first in the
    // frame.
    waiting.push_back({&code, &function});
    uint32_t frame = 0;
    for (const RegisterInfo &each : function.registers)
      placeRegister(frame, each.type);
    frame = alignUp(frame, 64);
    for (const Variable &each : function.variables) {
      if (each.space != Space::Param || function.entry)
        continue;
      frame = alignUp(frame, 16);
      parameterOffsets[&code][&each] = frame;
      frame += static_cast<uint32_t>(alignUp(each.bytes, std::max(8u, each.align)) * 32);
    }
  }
  return at->second;
}

bool KernelDecoder::sharedAddress(const Variable &variable, uint64_t &address) {
  if (variable.bytes == 0) { // dynamic: behind all others, whose number is known at the end
    // Static variables get their places first, so that this one's does not depend on the order of uses.
    for (const Variable &each : kernel.module->variables)
      if (each.space == Space::Shared && each.bytes && !sharedAddress(each, address))
        return false;
    for (const Function &function : kernel.module->functions)
      if (&function == kernel.function || !function.entry)
        for (const Variable &each : function.variables)
          if (each.space == Space::Shared && each.bytes && !sharedAddress(each, address))
            return false;
    address = alignUp(kernel.sharedBytes, std::max<uint64_t>(16, kernel.dynamicAlign));
    return true;
  }
  auto [at, added] = sharedVariables.emplace(&variable, 0);
  if (added) {
    at->second = alignUp(kernel.sharedBytes, std::max(1u, variable.align));
    kernel.sharedBytes = at->second + variable.bytes;
  }
  address = at->second;
  return true;
}

} // namespace shardwright::cudadouble
