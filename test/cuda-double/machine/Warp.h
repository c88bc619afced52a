// 32 threads that run together, and the block that they belong to.
//
// Lanes that are at the same instruction are a group. Of several groups the one in the deepest call and at the smallest
// instruction runs, and groups that meet become one: lanes come together again at the latest where their paths do in
// the text, and what a thread does never depends on it. Any order of groups is a legal execution since Volta.
#ifndef TEST_CUDA_DOUBLE_MACHINE_WARP_H
#define TEST_CUDA_DOUBLE_MACHINE_WARP_H

#include "test/cuda-double/machine/Code.h"
#include "test/cuda-double/memory/AddressSpace.h"

#include <cstring>
#include <memory>
#include <vector>

namespace shardwright::cudadouble {

class Block;
class Launch;

struct Frame {
  const Code *code = nullptr;
  int parent = -1;
  uint32_t returnTo = 0;
  const CallOperand *call = nullptr;
  uint32_t localBase = 0;
  uint32_t depth = 0;
  std::vector<uint8_t> registers;
};

struct Group {
  uint32_t pc = 0, mask = 0;
  int frame = 0;
  int barrier = -1;     // waits for it
  bool blocked = false; // waits for lanes of its own warp
  uint32_t line = 0;    // where it waits
};

/// A copy of cp.async that nobody has waited for: its bytes reach shared memory by the wait.
struct PendingCopy {
  uint32_t lane, group, bytes;
  uint64_t offset;
  uint8_t data[16];
};

class Warp final : public Ordering {
public:
  void start(Block &block, uint32_t index, uint32_t lanes);
  /// Runs until all lanes have left or wait, at most STEPS instructions. False when the launch has failed.
  bool run(uint64_t steps);
  bool done() const { return groups.empty(); }
  bool waits() const;

  template <class T> T *to(Slot slot) { return reinterpret_cast<T *>(base[0] + slot); }
  template <class T> const T *from(Slot slot) const {
    return reinterpret_cast<const T *>(base[slot >> 31] + (slot & ~kConstantSlot));
  }
  uint32_t predicate(Slot slot) const { return *from<uint32_t>(slot); }
  /// Lanes of the running instruction get VALUES.
  template <class T> void assign(Slot slot, const T *values) {
    T *registers = to<T>(slot);
    if (exec == ~0u)
      std::memcpy(registers, values, 32 * sizeof(T));
    else
      for (uint32_t rest = exec; rest; rest &= rest - 1)
        registers[__builtin_ctz(rest)] = values[__builtin_ctz(rest)];
  }
  void assignPredicate(Slot slot, uint32_t bits) {
    uint32_t &word = *to<uint32_t>(slot);
    word = (word & ~exec) | (bits & exec);
  }

  bool ordered(Record record, uint32_t lane) const override { return isOrdered(record, lane, synced); }
  bool readBefore(Record record, uint32_t lane) const override { return isOrdered(record, lane, epoch); }
  bool operationOrdered(OperationId operation) const override;
  Record merged(Record old, Record mine) override;
  /// Everything before is ordered before everything after for the lanes of this warp.
  void nextEpoch();
  /// The lanes have come together, without a barrier: what they have read so far they have read.
  void converged();
  void updateAgents();
  /// The launch fails (unless ERROR is 0), with a finding at the running instruction.
  void fail(int error, const char *kind, uint32_t lane, const std::string &text);
  /// "kernel 'k', line 7, thread (3, 0, 0) of block (1, 0, 0)".
  std::string where(uint32_t lane) const;

  Block *block = nullptr;
  uint32_t index = 0, lanes = 0, exec = 0;
  uint8_t *base[2] = {nullptr, nullptr};
  std::vector<Group> groups;
  std::vector<Frame> frames;
  size_t current = 0; // group
  const Instruction *running = nullptr;
  std::vector<uint8_t> local, localWritten;
  uint64_t localPerLane = 0;
  uint64_t steps = 0, laneSteps = 0;

  std::vector<PendingCopy> pending;
  uint32_t committed[32] = {}; // groups of copies, of each lane
  uint32_t carry = 0;          // the flag of add.cc and its like
  Agent global, shared;
  uint32_t epoch = 1, floor = 1, lastBarrier = 0;
  uint32_t synced = 0;        // epochs below are ordered before, for the warp's own lanes
  bool accessed = false;      // memory, in this epoch
  std::vector<uint32_t> seen; // of each warp: epochs below are ordered before
  uint32_t live() const;
  int frame() const { return groups[current].frame; }

private:
  bool isOrdered(Record record, uint32_t lane, uint32_t own) const;
  size_t pick();
  bool straight(uint64_t end);
  bool step();
  bool control(const Instruction &instruction);
  void branch(const Instruction &instruction);
  void branchIndexed(const Instruction &instruction);
  void call(const Instruction &instruction);
  void leave(const Instruction &instruction, bool exits);
  bool converge(const Instruction &instruction);
  bool barrier(const Instruction &instruction);
  void split(uint32_t mask, uint32_t pc);
  int pushFrame(const Code &code, int parent);
  void enter(int frame);
  void merge();
  uint64_t divergedSteps = 0;
};

struct Barrier {
  std::vector<uint32_t> arrived; // lanes of each warp
  uint32_t expected = 0;
  uint32_t popc = 0;
  bool all = true, any = false;
  bool used = false;
  bool ofAll = false; // threads of the block that have not left
};

class Block {
public:
  void start(Launch &launch, uint32_t index);
  /// Each warp runs for at most STEPS instructions. False when the launch has failed.
  bool run(uint64_t steps);
  bool done() const;
  /// GROUP of WARP has come to a barrier; false on a failure.
  bool arrive(Warp &warp, Group &group, const BarrierOperand &operand, uint32_t id, uint32_t threads,
              uint32_t predicate);

  Launch *launch = nullptr;
  uint32_t index = 0, coordinates[3] = {0, 0, 0};
  uint32_t threads = 0;
  std::vector<Warp> warps;
  std::vector<uint8_t> sharedMemory;
  uint64_t sharedBytes = 0;
  Shadow sharedShadow;
  Barrier barriers[16];
  uint32_t events = 1; // of barriers, counted in epochs

private:
  void complete(uint32_t id);
  bool completeForLive();
  bool stuck();
  uint64_t sharedCapacity = 0;
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_WARP_H
