// Turns a kernel's statements into instructions. Each family of opcodes has a function (Decode*.cpp) that takes the
// modifiers it knows; one that is left over is an error, and so is an opcode that no family has.
#ifndef TEST_CUDA_DOUBLE_MACHINE_DECODER_H
#define TEST_CUDA_DOUBLE_MACHINE_DECODER_H

#include "test/cuda-double/machine/Code.h"
#include "test/cuda-double/machine/Floats.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace shardwright::cudadouble {

/// Where a module's .global and .const variables lie.
using VariableAddresses = std::map<std::string, uint64_t>;

class KernelDecoder;

class Decoder {
public:
  Decoder(KernelDecoder &kernel, const Function &function, Code &code, PtxError &error);
  bool run();

  // What families use: the statement, and the instruction that is made of it.
  const Statement *statement = nullptr;
  Instruction in;

  bool fail(const std::string &message);
  /// Takes the modifier NAME wherever it is.
  bool flag(std::string_view name);
  /// Takes the first modifier that is a type; None if there is none.
  Type type();
  /// Takes one of NAMES (separated by spaces) and returns its position, or -1.
  int choice(std::string_view names);
  Rounding rounding(bool &given);
  /// Whether modifiers are left.
  bool finish();
  bool operands(size_t count) { return operands(count, count); }
  bool operands(size_t least, size_t most);
  size_t operandCount() const { return statement->operands.size(); }
  const Operand &operand(size_t i) const { return statement->operands[i]; }

  /// The slot of operand I as a source of TYPE.
  bool source(size_t i, Type type, Slot &slot);
  bool source(const Operand &operand, Type type, Slot &slot);
  /// A destination and behind it COUNT sources, all of TYPE.
  bool uniform(Type type, size_t count);
  bool predicateSource(const Operand &operand, Slot &slot, bool &negated);
  bool destination(size_t i, Type type, Slot &slot) { return destination(operand(i), type, slot); }
  bool destination(const Operand &operand, Type type, Slot &slot);
  bool predicateDestination(int registerIndex, Slot &slot);
  /// The size of operand I's register; 0 for predicates, that of TYPE for what is no register.
  unsigned registerBytes(const Operand &operand, Type type) const;
  Slot registerSlot(int index) const { return slots[static_cast<size_t>(index)]; }
  const RegisterInfo &registerInfo(int index) const { return function.registers[static_cast<size_t>(index)]; }
  Slot constant(unsigned bytes, uint64_t bits);
  /// A register that no statement names.
  Slot temporary(unsigned bytes);
  Extra &extra();
  /// An operand in brackets, in SPACE.
  bool address(const Operand &operand, MemoryOperand &memory);
  /// The address of a variable in its space; local ones are relative to the frame.
  bool variableAddress(const Variable &variable, uint64_t &address);
  bool emit(Handler handler);
  KernelDecoder &kernel;

private:
  bool layOut();
  bool one(size_t index);
  bool branch(std::string_view label, uint32_t &target);
  bool callDriver();
  friend bool decodeBranch(Decoder &);
  friend bool decodeBranchIndexed(Decoder &);
  friend bool decodeCall(Decoder &);

  const Function &function;
  Code &code;
  PtxError &error;
  std::vector<Slot> slots;
  std::map<const Variable *, std::pair<uint32_t, bool>> frameVariables; // offset in the frame
  std::map<const Variable *, uint64_t> localVariables;
  std::map<std::pair<unsigned, uint64_t>, Slot> constants;
  std::map<Special, Slot> specials;
  std::vector<std::string_view> modifiers;
};

/// One entry, and the functions that it calls.
class KernelDecoder {
public:
  KernelDecoder(Kernel &kernel, const VariableAddresses &addresses, PtxError &error)
      : kernel(kernel), addresses(addresses), error(error) {}
  bool run();
  /// The code of a function, decoded when it is first called.
  const Code *callee(const Function &function);
  bool sharedAddress(const Variable &variable, uint64_t &address);

  Kernel &kernel;
  const VariableAddresses &addresses;
  PtxError &error;
  std::map<std::string, const Function *> decoded;
  std::map<const Variable *, uint32_t> *parametersOf(const Code *code) { return &parameterOffsets[code]; }

private:
  std::map<const Function *, Code *> codes;
  std::map<const Code *, std::map<const Variable *, uint32_t>> parameterOffsets;
  std::map<const Variable *, uint64_t> sharedVariables;
  std::vector<std::pair<Code *, const Function *>> waiting;
};

using Family = bool (*)(Decoder &);
using FamilyTable = std::unordered_map<std::string_view, Family>;
void addMoves(FamilyTable &table);
void addComparisons(FamilyTable &table);
void addIntegers(FamilyTable &table);
void addBits(FamilyTable &table);
void addFloats(FamilyTable &table);
void addConversions(FamilyTable &table);
void addMemory(FamilyTable &table);
void addAtomics(FamilyTable &table);
void addWarpOperations(FamilyTable &table);
void addControl(FamilyTable &table);
void addMatrices(FamilyTable &table);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_DECODER_H
