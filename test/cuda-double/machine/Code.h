// Decoded instructions: what runs.
#ifndef TEST_CUDA_DOUBLE_MACHINE_CODE_H
#define TEST_CUDA_DOUBLE_MACHINE_CODE_H

#include "test/cuda-double/memory/Shadow.h"
#include "test/cuda-double/ptx/Module.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

struct Allocation;
class Warp;
struct Code;
struct Instruction;

using Handler = void (*)(Warp &, const Instruction &);

/// Where the 32 lanes' values of a register or constant lie: bytes from the frame's registers, or with kConstantSlot
/// from the constants. Lanes are next to each other, of the register's size; predicates are one word with a bit a lane.
using Slot = uint32_t;
constexpr Slot kConstantSlot = 0x80000000, kNoSlot = 0xffffffff;

/// What follows an instruction.
enum class Flow : uint8_t {
  Next,
  Branch,
  BranchIndexed,
  Call,
  Return,
  Exit,
  Barrier,  // the block's
  Converge, // runs when all lanes of its mask have come
  Trap,
};

/// A place in memory that an instruction names, and the values that go there or come from there.
struct MemoryOperand {
  Space space = Space::Generic;
  Access access = Access::Read;
  bool acquire = false, release = false, readOnly = false, signExtends = false;
  uint8_t elementBytes = 4, count = 1, registerBytes = 4;
  bool narrowAddress = false; // in a register of 32 bits
  bool ofFrame = false;       // a .local variable: its place is in the frame's part of local memory

  Slot address = kNoSlot;
  int64_t offset = 0;
  Slot values[8] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  // Of a function's .param variables: bytes of the frame, a lane's behind the other's.
  bool inFrame = false;
  uint32_t frameOffset = 0, frameStride = 0;
  // The allocation of the last access, which the next one likely meets.
  mutable Allocation *last = nullptr;
  mutable uint64_t lastGeneration = 0;
};

struct BarrierOperand {
  enum Kind : uint8_t { Sync, Arrive, Popc, And, Or };
  Kind kind = Sync;
  bool aligned = true;
  Slot id = kNoSlot, threads = kNoSlot, predicate = kNoSlot;
  bool predicateNegated = false;
};

struct CallOperand {
  const Code *callee = nullptr;
  struct Copy {
    uint32_t fromOffset, toOffset, bytes; // in the frames, bytes of a lane
  };
  std::vector<Copy> arguments, results; // of a function of the driver's own, only what is read
};

/// What few instructions need.
struct Extra {
  MemoryOperand memory, source; // the source of cp.async
  BarrierOperand barrier;
  CallOperand call;
  std::vector<uint32_t> targets;
  std::vector<Slot> slots; // fragments of matrices, parts of vectors
  uint64_t bits = 0;
};

struct Instruction {
  Handler run = nullptr;
  Slot to = kNoSlot, to2 = kNoSlot;
  Slot from[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  Slot guard = kNoSlot;
  bool guardNegated = false;
  Flow flow = Flow::Next;
  uint8_t flags = 0;
  uint32_t target = 0; // of a branch
  uint32_t line = 0;
  const Extra *extra = nullptr;
};

struct Code {
  std::string name;
  std::vector<Instruction> instructions;
  std::deque<Extra> extras;
  std::vector<uint8_t> constants;
  uint32_t frameBytes = 0;
  uint32_t localBytes = 0;
  std::vector<std::pair<Special, Slot>> specials;
  bool calls = false;
};

/// An entry with all that it calls.
struct Kernel {
  std::string name;
  const Function *function = nullptr;
  const Module *module = nullptr;
  std::deque<Code> codes;   // the entry's first
  uint64_t sharedBytes = 0; // without the dynamic part
  uint64_t dynamicAlign = 1, dynamicOffset = 0;
  uint64_t localBytes = 0;
  bool ordersBlocks = false; // has fences or atomics that order blocks
  uint64_t dynamicLimit = 0; // cuFuncSetAttribute
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_CODE_H
