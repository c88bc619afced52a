#include "test/cuda-double/machine/Warp.h"

#include "test/cuda-double/machine/Launch.h"

#include <algorithm>
#include <cstdio>

namespace shardwright::cudadouble {

namespace {

constexpr uint64_t kCallStackBytes = 65536;

uint32_t special(const Warp &warp, Special which, uint32_t lane) {
  const Block &block = *warp.block;
  const Launch &launch = *block.launch;
  uint32_t thread = warp.index * 32 + lane;
  switch (which) {
  case Special::TidX:
    return thread % launch.block[0];
  case Special::TidY:
    return thread / launch.block[0] % launch.block[1];
  case Special::TidZ:
    return thread / launch.block[0] / launch.block[1];
  case Special::NtidX:
    return launch.block[0];
  case Special::NtidY:
    return launch.block[1];
  case Special::NtidZ:
    return launch.block[2];
  case Special::CtaidX:
    return block.coordinates[0];
  case Special::CtaidY:
    return block.coordinates[1];
  case Special::CtaidZ:
    return block.coordinates[2];
  case Special::NctaidX:
    return launch.grid[0];
  case Special::NctaidY:
    return launch.grid[1];
  case Special::NctaidZ:
    return launch.grid[2];
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return warp.index;
  case Special::NwarpId:
    return static_cast<uint32_t>(block.warps.size());
  case Special::SmId:
    return block.index % launch.machine.multiprocessors();
  case Special::NsmId:
    return launch.machine.multiprocessors();
  case Special::LanemaskEq:
    return 1u << lane;
  case Special::LanemaskLt:
    return (1u << lane) - 1;
  case Special::LanemaskLe:
    return (2u << lane) - 1;
  case Special::LanemaskGt:
    return ~((2u << lane) - 1);
  case Special::LanemaskGe:
    return ~((1u << lane) - 1);
  case Special::GridId:
    return launch.operation;
  case Special::DynamicSmemSize:
    return static_cast<uint32_t>(launch.dynamicShared);
  case Special::TotalSmemSize:
    return static_cast<uint32_t>(block.sharedBytes);
  case Special::WarpSize:
    return 32;
  default:
    return 0; // clocks are read by instructions
  }
}

} // namespace

void Warp::start(Block &owner, uint32_t warpIndex, uint32_t mask) {
  block = &owner;
  index = warpIndex;
  lanes = mask;
  epoch = floor = 1;
  synced = 0;
  accessed = false;
  lastBarrier = 0;
  seen.assign((owner.threads + 31) / 32, 0);
  const Kernel &kernel = owner.launch->kernel;
  const Code &code = kernel.codes.front();
  localPerLane = code.calls ? std::max<uint64_t>(kCallStackBytes, 4 * kernel.localBytes) : code.localBytes;
  local.resize(localPerLane * 32);
  localWritten.assign(localPerLane * 32, 0);
  std::fill(std::begin(global.known), std::end(global.known), 0);
  groups.clear();
  pending.clear();
  std::fill(committed, committed + 32, 0);
  carry = 0;
  laneSteps = 0;
  // The first frame's memory is kept from block to block.
  if (frames.size() > 1)
    frames.resize(1);
  int frame = 0;
  if (frames.empty()) {
    frame = pushFrame(code, -1);
  } else {
    std::vector<uint8_t> registers = std::move(frames[0].registers);
    frames[0] = Frame();
    frames[0].code = &code;
    frames[0].registers = std::move(registers);
    frames[0].registers.assign(code.frameBytes, 0);
    enter(0);
  }
  groups.push_back({0, mask, frame, -1, false, 0});
  current = 0;
  divergedSteps = 0;
  updateAgents();
  global.bytesRead = global.bytesWritten = shared.bytesRead = shared.bytesWritten = 0;
}

int Warp::pushFrame(const Code &code, int parent) {
  Frame &made = frames.emplace_back();
  made.code = &code;
  made.parent = parent;
  made.registers.resize(code.frameBytes, 0);
  if (parent >= 0) {
    const Frame &caller = frames[static_cast<size_t>(parent)];
    made.depth = caller.depth + 1;
    made.localBase = caller.localBase + caller.code->localBytes;
  }
  int frame = static_cast<int>(frames.size()) - 1;
  enter(frame);
  return frame;
}

void Warp::enter(int frame) {
  Frame &it = frames[static_cast<size_t>(frame)];
  base[0] = it.registers.data();
  base[1] = const_cast<uint8_t *>(it.code->constants.data());
  for (const auto &[which, slot] : it.code->specials)
    for (uint32_t lane = 0; lane < 32; ++lane)
      to<uint32_t>(slot)[lane] = special(*this, which, lane);
}

uint32_t Warp::live() const {
  uint32_t mask = 0;
  for (const Group &group : groups)
    mask |= group.mask;
  return mask;
}

bool Warp::waits() const {
  for (const Group &group : groups)
    if (group.barrier < 0)
      return false;
  return !groups.empty();
}

void Warp::updateAgents() {
  Launch &launch = *block->launch;
  global.self = launch.record(block->index, epoch, RecordKind::Plain, index);
  global.limit = launch.limit;
  global.block = launch.record(block->index, floor / kEpochs * kEpochs, RecordKind::Plain, 0);
  global.floor = launch.record(block->index, floor, RecordKind::Plain, 0);
  global.manyInWarp = launch.record(block->index, epoch, RecordKind::ManyInBlock, index) | 1;
  global.manyInBlock = launch.record(block->index, block->events, RecordKind::ManyInBlock, 0);
  global.manyInLaunch = makeRecord(launch.operation, 0, 0, RecordKind::ManyInLaunch, 0, 0);
  global.first = Record(launch.operation) << kOperationShift;
  global.ordering = this;
  shared.self = global.self;
  shared.block = global.block;
  shared.floor = global.floor;
  shared.manyInWarp = global.manyInWarp;
  shared.manyInBlock = global.manyInBlock;
  shared.manyInLaunch = global.manyInLaunch;
  shared.first = 0;
  shared.ordering = this;
  shared.limit = 1; // cleared for each block
}

void Warp::nextEpoch() {
  synced = ++epoch;
  accessed = false;
  updateAgents();
}

void Warp::converged() {
  if (!accessed)
    return;
  ++epoch;
  accessed = false;
  updateAgents();
}

bool Warp::isOrdered(Record record, uint32_t lane, uint32_t own) const {
  Launch &launch = *block->launch;
  const Clocks &clocks = launch.machine.clocks();
  const Operation &operation = clocks.operation(operationOf(record));
  if (operation.launch != launch.operation)
    return clocks.ordered(operationOf(record), launch.before);
  if (kindOf(record) == RecordKind::ManyInLaunch)
    return launch.order.acquiredAny(block->index); // who the readers are is not kept
  uint32_t its = operation.era * kEpochs + epochOf(record);
  if (blockOf(record) != (block->index & kBlockMask))
    return launch.order.ordered(block->index & kBlockMask, blockOf(record), its);
  const bool many = kindOf(record) == RecordKind::ManyInBlock;
  if (many && laneOf(record) == 0)
    return lastBarrier > its;
  if (warpOf(record) == index)
    return (!many && laneOf(record) == lane) || its < own;
  return its < seen[warpOf(record)];
}

bool Warp::operationOrdered(OperationId operation) const {
  Launch &launch = *block->launch;
  const Clocks &clocks = launch.machine.clocks();
  return clocks.operation(operation).launch != launch.operation && clocks.ordered(operation, launch.before);
}

Record Warp::merged(Record old, Record mine) {
  Launch &launch = *block->launch;
  const Operation &operation = launch.machine.clocks().operation(operationOf(old));
  if (operation.launch != launch.operation)
    return makeRecord(launch.machine.clocks().readersWith(operationOf(old), launch.operation), 0, 0,
                      RecordKind::ManyInLaunch, 0, 0);
  if (!operation.readers.empty())
    return old;
  if (kindOf(old) == RecordKind::ManyInLaunch || blockOf(old) != (block->index & kBlockMask))
    return global.manyInLaunch;
  const bool ofWarp = kindOf(old) != RecordKind::ManyInBlock || laneOf(old) == 1;
  return ofWarp && warpOf(old) == index ? global.manyInWarp : global.manyInBlock;
}

std::string Warp::where(uint32_t lane) const {
  auto triple = [](uint32_t x, uint32_t y, uint32_t z) {
    return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
  };
  std::string text = "kernel '" + block->launch->kernel.name + "', line " + std::to_string(running ? running->line : 0);
  if (!frames.empty() && !groups.empty() && frames[static_cast<size_t>(frame())].depth)
    text += " in '" + frames[static_cast<size_t>(frame())].code->name + "'";
  return text + ", thread " +
         triple(special(*this, Special::TidX, lane), special(*this, Special::TidY, lane),
                special(*this, Special::TidZ, lane)) +
         " of block " + triple(block->coordinates[0], block->coordinates[1], block->coordinates[2]);
}

void Warp::fail(int error, const char *kind, uint32_t lane, const std::string &text) {
  Launch &launch = *block->launch;
  if (!launch.error)
    launch.error = error;
  launch.machine.report(kind, launch.kernel.name + ":" + std::to_string(running ? running->line : 0),
                        where(lane) + ": " + text);
}

bool Warp::run(uint64_t limit) {
  Launch &launch = *block->launch;
  for (uint64_t end = steps + limit; steps < end;) {
    if (groups.empty() || waits())
      return true;
    current = pick();
    if (groups[current].barrier >= 0 || groups[current].blocked) {
      std::string text = "lanes wait for each other in vain: ";
      for (const Group &group : groups)
        text += (&group == &groups[0] ? "" : ", ") + std::to_string(__builtin_popcount(group.mask)) + " at line " +
                std::to_string(group.line);
      fail(kErrorLaunchFailed, "divergent-sync", static_cast<uint32_t>(__builtin_ctz(groups[current].mask)), text);
      return false;
    }
    // The frame's registers and constants; the inner loop stays in it as long as there is one group.
    Frame &its = frames[static_cast<size_t>(groups[current].frame)];
    base[0] = its.registers.data();
    base[1] = const_cast<uint8_t *>(its.code->constants.data());
    do {
      if ((groups.size() == 1 && !straight(end)) || !step())
        return false;
    } while (groups.size() == 1 && groups[0].barrier < 0 && steps < end &&
             base[0] == frames[static_cast<size_t>(groups[0].frame)].registers.data());
    if (launch.error)
      return false;
  }
  return true;
}

// What the only group does up to the next instruction that is not for straight() to decide.
bool Warp::straight(uint64_t end) {
  Group &group = groups[0];
  const Instruction *instructions = frames[static_cast<size_t>(group.frame)].code->instructions.data();
  const uint32_t mask = group.mask;
  const int &error = block->launch->error;
  uint32_t pc = group.pc;
  for (; steps < end; ++steps) {
    const Instruction &instruction = instructions[pc];
    exec = mask;
    if (instruction.guard != kNoSlot) {
      uint32_t bits = predicate(instruction.guard);
      exec &= instruction.guardNegated ? ~bits : bits;
    }
    if (instruction.flow == Flow::Branch && (exec == 0 || exec == mask)) {
      pc = exec ? instruction.target : pc + 1;
    } else if (instruction.flow == Flow::Next) {
      ++pc;
      running = &instruction;
      if (exec)
        instruction.run(*this, instruction);
      if (error)
        return false;
    } else {
      break;
    }
    laneSteps += static_cast<uint32_t>(__builtin_popcount(exec));
  }
  group.pc = pc;
  return true;
}

// One instruction of the current group.
bool Warp::step() {
  Group &group = groups[current];
  const Code &code = *frames[static_cast<size_t>(group.frame)].code;
  const Instruction &instruction = code.instructions[group.pc];
  running = &instruction;
  exec = group.mask;
  ++steps;
  if (instruction.guard != kNoSlot) {
    uint32_t bits = predicate(instruction.guard);
    exec &= instruction.guardNegated ? ~bits : bits;
  }
  laneSteps += static_cast<uint32_t>(__builtin_popcount(exec));
  if (instruction.flow == Flow::Next) {
    ++group.pc;
    if (exec) {
      instruction.run(*this, instruction);
      if (block->launch->error)
        return false;
    }
  } else if (!control(instruction)) {
    return false;
  }
  if (groups.size() > 1)
    merge();
  return true;
}

bool Warp::control(const Instruction &instruction) {
  if (!exec) {
    ++groups[current].pc;
    return true;
  }
  switch (instruction.flow) {
  case Flow::Next:
    break;
  case Flow::Branch:
    branch(instruction);
    break;
  case Flow::BranchIndexed:
    branchIndexed(instruction);
    break;
  case Flow::Call:
    call(instruction);
    break;
  case Flow::Return:
    leave(instruction, false);
    break;
  case Flow::Exit:
    leave(instruction, true);
    break;
  case Flow::Converge:
    return converge(instruction);
  case Flow::Barrier:
    return barrier(instruction);
  case Flow::Trap:
    fail(kErrorLaunchFailed, "trap", static_cast<uint32_t>(__builtin_ctz(exec)), "a trap instruction was executed");
    return false;
  }
  return !block->launch->error;
}

// Lanes MASK of the current group go to PC.
void Warp::split(uint32_t mask, uint32_t pc) {
  Group &group = groups[current];
  if (group.mask == mask) {
    group.pc = pc;
    return;
  }
  group.mask &= ~mask;
  Group taken = group;
  taken.mask = mask;
  taken.pc = pc;
  groups.push_back(taken);
}

void Warp::branch(const Instruction &instruction) {
  ++groups[current].pc;
  split(exec, instruction.target);
}

void Warp::branchIndexed(const Instruction &instruction) {
  const std::vector<uint32_t> &targets = instruction.extra->targets;
  const uint32_t *indices = from<uint32_t>(instruction.from[0]);
  ++groups[current].pc;
  size_t mine = current;
  for (uint32_t rest = exec; rest;) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest)), same = 0;
    uint32_t which = indices[lane];
    for (uint32_t others = rest; others; others &= others - 1)
      if (indices[__builtin_ctz(others)] == which)
        same |= others & -others;
    rest &= ~same;
    if (which >= targets.size()) {
      fail(kErrorLaunchFailed, "branch-target", lane,
           "brx.idx by " + std::to_string(which) + " of " + std::to_string(targets.size()) + " targets");
      return;
    }
    current = mine;
    split(same, targets[which]);
  }
}

void Warp::call(const Instruction &instruction) {
  Group &group = groups[current];
  const CallOperand &operand = instruction.extra->call;
  ++group.pc;
  uint32_t returnTo = group.pc;
  int caller = group.frame;
  if (frames[static_cast<size_t>(caller)].depth > 1000 || frames[static_cast<size_t>(caller)].localBase +
                                                                  frames[static_cast<size_t>(caller)].code->localBytes +
                                                                  operand.callee->localBytes >
                                                              localPerLane) {
    fail(kErrorIllegalAddress, "stack-overflow", static_cast<uint32_t>(__builtin_ctz(exec)),
         "calls are nested too deeply");
    return;
  }
  bool whole = group.mask == exec;
  split(exec, 0); // GROUP may be elsewhere from here on
  size_t called = whole ? current : groups.size() - 1;
  int frame = pushFrame(*operand.callee, caller);
  Frame &made = frames[static_cast<size_t>(frame)];
  made.returnTo = returnTo;
  made.call = &operand;
  const Frame &its = frames[static_cast<size_t>(caller)];
  for (const CallOperand::Copy &copy : operand.arguments)
    std::memcpy(made.registers.data() + copy.toOffset, its.registers.data() + copy.fromOffset, 32 * copy.bytes);
  groups[called].frame = frame;
  groups[called].pc = 0;
}

void Warp::leave(const Instruction &instruction, bool exits) {
  Group &group = groups[current];
  const Frame &its = frames[static_cast<size_t>(group.frame)];
  ++group.pc;
  if (exits || its.parent < 0) {
    group.mask &= ~exec;
    if (!group.mask)
      groups.erase(groups.begin() + static_cast<ptrdiff_t>(current));
    current = 0;
    return;
  }
  Frame &caller = frames[static_cast<size_t>(its.parent)];
  for (const CallOperand::Copy &copy : its.call->results)
    for (uint32_t rest = exec; rest; rest &= rest - 1) {
      uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
      std::memcpy(caller.registers.data() + copy.toOffset + lane * copy.bytes,
                  its.registers.data() + copy.fromOffset + lane * copy.bytes, copy.bytes);
    }
  int parent = its.parent;
  bool whole = group.mask == exec;
  split(exec, its.returnTo); // GROUP may be elsewhere from here on
  groups[whole ? current : groups.size() - 1].frame = parent;
  // Frames go when nobody is in them; only from the top, since others are named by their number.
  auto used = [&](int which) {
    for (const Group &each : groups)
      for (int at = each.frame; at >= 0; at = frames[static_cast<size_t>(at)].parent)
        if (at == which)
          return true;
    return false;
  };
  while (frames.size() > 1 && !used(static_cast<int>(frames.size()) - 1))
    frames.pop_back();
}

// The group that goes on: in the deepest call, at the smallest instruction. Now and then another one, so that lanes
// that wait in a loop for others of their warp do not wait for ever.
size_t Warp::pick() {
  if (groups.size() == 1)
    return 0;
  ++divergedSteps;
  size_t turn = (divergedSteps >> 14) % (groups.size() + 1);
  if (turn && groups[turn - 1].barrier < 0 && !groups[turn - 1].blocked && divergedSteps > (1u << 16))
    return turn - 1;
  size_t best = 0;
  auto key = [&](const Group &group) {
    uint64_t waits = group.barrier >= 0 || group.blocked;
    return waits << 63 | uint64_t(0xffffff - frames[static_cast<size_t>(group.frame)].depth) << 32 | group.pc;
  };
  for (size_t i = 1; i < groups.size(); ++i)
    if (key(groups[i]) < key(groups[best]))
      best = i;
  return best;
}

// Groups at the same instruction of the same call become one.
void Warp::merge() {
  bool any = false;
  for (size_t i = 0; i < groups.size(); ++i)
    for (size_t j = i + 1; j < groups.size();) {
      if (groups[i].pc == groups[j].pc && groups[i].frame == groups[j].frame && groups[i].barrier < 0 &&
          groups[j].barrier < 0) {
        groups[i].mask |= groups[j].mask;
        groups[i].blocked = false;
        groups.erase(groups.begin() + static_cast<ptrdiff_t>(j));
        any = true;
      } else {
        ++j;
      }
    }
  if (any && groups.size() == 1) {
    current = 0;
    divergedSteps = 0;
  }
}

// An instruction for the lanes of a mask, its last source: it runs when all of them have come that have not left.
bool Warp::converge(const Instruction &instruction) {
  const uint32_t wanted = from<uint32_t>(instruction.from[3])[__builtin_ctz(exec)];
  Group &group = groups[current];
  uint32_t lane = static_cast<uint32_t>(__builtin_ctz(exec));
  if (exec & ~wanted) {
    char text[96];
    std::snprintf(text, sizeof text, "lanes 0x%08x execute it, the mask of lanes is 0x%08x", exec, wanted);
    fail(kErrorLaunchFailed, "divergent-sync", lane, text);
    return false;
  }
  if (exec != group.mask) { // those whose predicate is false go on
    uint32_t others = group.mask & ~exec;
    uint32_t pc = group.pc;
    split(others, pc + 1);
    uint32_t mine = exec;
    for (size_t i = 0; i < groups.size(); ++i)
      if (groups[i].mask == mine)
        current = i;
  }
  Group &its = groups[current];
  if ((wanted & live()) & ~exec) {
    its.blocked = true;
    its.line = instruction.line;
    return true;
  }
  its.blocked = false;
  ++its.pc;
  instruction.run(*this, instruction);
  converged();
  return !block->launch->error;
}

bool Warp::barrier(const Instruction &instruction) {
  const BarrierOperand &operand = instruction.extra->barrier;
  uint32_t lane = static_cast<uint32_t>(__builtin_ctz(exec));
  if (operand.aligned && (exec != groups[current].mask || exec != live())) {
    char text[160];
    std::snprintf(text, sizeof text, "divergent barrier: lanes 0x%08x of the warp are at it, 0x%08x are elsewhere",
                  exec, live() & ~exec);
    fail(kErrorLaunchFailed, "divergent-barrier", lane, text);
    return false;
  }
  if (exec != groups[current].mask) {
    uint32_t mine = exec;
    split(groups[current].mask & ~exec, groups[current].pc + 1);
    for (size_t i = 0; i < groups.size(); ++i)
      if (groups[i].mask == mine)
        current = i;
  }
  uint32_t id = operand.id == kNoSlot ? 0 : from<uint32_t>(operand.id)[lane];
  uint32_t threads = operand.threads == kNoSlot ? 0 : from<uint32_t>(operand.threads)[lane];
  uint32_t bits = 0;
  if (operand.predicate != kNoSlot)
    bits = (operand.predicateNegated ? ~predicate(operand.predicate) : predicate(operand.predicate)) & exec;
  Group &group = groups[current];
  group.line = instruction.line;
  ++group.pc;
  return block->arrive(*this, group, operand, id, threads, bits);
}

} // namespace shardwright::cudadouble
