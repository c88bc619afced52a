// A PTX module as parsed: names are resolved to registers and variables, instructions keep their opcodes as text, which
// decoding (machine/Decoder.h) turns into what runs.
#ifndef TEST_CUDA_DOUBLE_PTX_MODULE_H
#define TEST_CUDA_DOUBLE_PTX_MODULE_H

#include "test/cuda-double/ptx/Lexer.h"
#include "test/cuda-double/ptx/Types.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardwright::cudadouble {

struct Variable {
  std::string name;
  Space space = Space::Global;
  unsigned align = 1;
  uint64_t bytes = 0;       // 0 for an array without a size: dynamic shared memory
  bool external = false;    // .extern
  uint64_t offset = 0;      // of parameters: from the first one's begin
  std::string initial;      // as many bytes as are given; the rest is zero
  bool initialised = false; // .global and .const without an initialiser are zero too
  // (offset, name of a variable, whether its generic address is meant): eight bytes of the initial value.
  struct Relocation {
    uint64_t offset;
    std::string name;
    bool generic;
    int64_t addend;
    int line;
  };
  std::vector<Relocation> relocations;
};

enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  SmId,
  NsmId,
  LanemaskEq,
  LanemaskLt,
  LanemaskLe,
  LanemaskGt,
  LanemaskGe,
  GridId,
  DynamicSmemSize,
  TotalSmemSize,
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  GlobalTimerLo,
  GlobalTimerHi,
  WarpSize,
};

struct Operand {
  enum Kind : uint8_t { Register, SpecialRegister, Integer, Single, Double, Symbol, Vector, Sink, Name };
  Kind kind = Sink;
  bool negated = false; // !p
  bool address = false; // in brackets: OFFSET is added
  int index = -1;       // register, or the Special
  int second = -1;      // the register after '|', or -1 (-2: the sink)
  int64_t offset = 0;   // an Integer's value (bits of a Single or Double), or what is added to an address
  const Variable *variable = nullptr;
  std::string_view name; // of labels and functions
  std::vector<Operand> elements;
};

struct Statement {
  int line = 0;
  int guard = -1; // register
  bool guardNegated = false;
  std::string_view opcode;
  std::vector<Operand> operands;
  // Of a call.
  std::vector<const Variable *> results, arguments;
};

struct RegisterInfo {
  std::string name;
  Type type;
};

struct Function {
  std::string name;
  int line = 0;
  bool entry = false, defined = false;
  std::vector<const Variable *> results, parameters;
  uint64_t parameterBytes = 0;
  std::vector<RegisterInfo> registers;
  std::deque<Variable> variables; // parameters, and what is declared in the body
  std::vector<Statement> statements;
  std::map<std::string_view, size_t> labels; // index of the statement that follows
  std::map<std::string_view, std::vector<std::string_view>> branchTargets;
  unsigned requiredThreads[3] = {0, 0, 0}; // .reqntid
  unsigned maxThreads = 0;                 // .maxntid, as a product
};

struct Module {
  std::string text;
  int versionMajor = 0, versionMinor = 0;
  std::string target;
  std::deque<Variable> variables;
  std::deque<Function> functions;

  const Function *function(std::string_view name) const;
};

/// Parses MODULE.text. False, and ERROR says why, on anything that is not known.
bool parseModule(Module &module, PtxError &error);

/// The special register called NAME ("%tid.x"); false if there is none.
bool specialNamed(std::string_view name, Special &special);
std::string_view nameOf(Special special);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_PTX_MODULE_H
