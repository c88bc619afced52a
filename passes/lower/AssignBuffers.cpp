// Where buffers lie. Liveness by data flow over the flat schedule; then coalescing of copies and of in-place pairs;
// then offsets in the arena, largest first, each at the lowest place that no buffer alive at the same time occupies.
#include "passes/lower/Program.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

using namespace shardwright::runtime;

namespace shardwright::lower {
namespace {

constexpr uint64_t kAlignment = 64;

class Assigner {
public:
  Assigner(Program &program, const HostChoices &choices)
      : program(program), choices(choices), steps(program.steps), parent(program.buffers.size()) {
    std::iota(parent.begin(), parent.end(), 0u);
  }

  void run() {
    computeLiveness();
    coalesce();
    settleDonations();
    removeIdleCopies();
    place();
    emit();
  }

private:
  /// The points of a buffer's life: 2s while step s runs, 2s + 1 between steps s and s + 1.
  using Life = llvm::BitVector;

  void computeLiveness();
  void joinNames();
  void coalesce();
  void settleDonations();
  void removeIdleCopies();
  void place();
  void emit();

  uint32_t find(uint32_t buffer) {
    while (parent[buffer] != buffer)
      buffer = parent[buffer] = parent[parent[buffer]];
    return buffer;
  }
  llvm::SmallVector<uint32_t, 4> successors(uint32_t step) const;
  bool mayShareAt(uint32_t step, uint32_t a, uint32_t b);
  /// Makes two buffers one if their lives allow it.
  void tryJoin(uint32_t a, uint32_t b);
  void join(uint32_t a, uint32_t b);
  bool isFixed(uint32_t buffer) const { return program.buffers[buffer].space != SlotSpace::Arena; }

  Program &program;
  const HostChoices &choices;
  std::vector<VirtualStep> &steps;
  std::vector<uint32_t> parent;
  std::vector<Life> lives;
  std::vector<bool> isRemoved;
  std::vector<uint64_t> offsets;
};

} // namespace

llvm::SmallVector<uint32_t, 4> Assigner::successors(uint32_t s) const {
  const VirtualStep &step = steps[s];
  llvm::SmallVector<uint32_t, 4> next;
  switch (step.kind) {
  case StepKind::End:
    break;
  case StepKind::Jump:
    next = {step.target};
    break;
  case StepKind::JumpIfFalse:
    next = {step.target, s + 1};
    break;
  case StepKind::Switch:
    for (uint32_t target : program.executable.switches[step.index])
      next.push_back(target);
    break;
  default:
    next = {s + 1};
  }
  return next;
}

void Assigner::computeLiveness() {
  size_t numBuffers = program.buffers.size(), numSteps = steps.size();
  std::vector<llvm::BitVector> liveIn(numSteps + 1, llvm::BitVector(numBuffers));
  lives.assign(numBuffers, Life(2 * numSteps + 2));
  llvm::BitVector results(numBuffers);
  for (size_t b = 0; b < numBuffers; ++b)
    if (program.buffers[b].space == SlotSpace::Result)
      results.set(b);
  std::vector<llvm::BitVector> liveOut(numSteps, llvm::BitVector(numBuffers));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t s = numSteps; s-- > 0;) {
      llvm::BitVector out(numBuffers);
      if (steps[s].kind == StepKind::End)
        out = results;
      for (uint32_t next : successors(s))
        out |= liveIn[next];
      llvm::BitVector in = out;
      for (const BufferAccess &access : steps[s].accesses)
        if (access.writes && !access.reads)
          in.reset(access.buffer);
      for (const BufferAccess &access : steps[s].accesses)
        if (access.reads)
          in.set(access.buffer);
      changed |= in != liveIn[s];
      liveIn[s] = std::move(in);
      liveOut[s] = std::move(out);
    }
  }
  for (size_t s = 0; s < numSteps; ++s) {
    for (unsigned b : liveIn[s].set_bits())
      lives[b].set(2 * s);
    for (const BufferAccess &access : steps[s].accesses) {
      lives[access.buffer].set(2 * s);
      // What nobody reads is there all the same once it is written: it must not be over something that is read.
      if (access.writes)
        lives[access.buffer].set(2 * s + 1);
    }
    for (unsigned b : liveOut[s].set_bits()) {
      lives[b].set(2 * s);
      lives[b].set(2 * s + 1);
    }
  }
}

/// Whether two buffers that both live while step `s` runs may be one there: a copy between them, or an in-place pair of
/// which no third access sees the mixture.
bool Assigner::mayShareAt(uint32_t s, uint32_t a, uint32_t b) {
  const VirtualStep &step = steps[s];
  std::optional<uint32_t> ofA, ofB;
  for (auto [i, access] : llvm::enumerate(step.accesses)) {
    uint32_t root = find(access.buffer);
    if (root != a && root != b)
      continue;
    std::optional<uint32_t> &slot = root == a ? ofA : ofB;
    if (slot)
      return false;
    slot = i;
  }
  if (!ofA || !ofB)
    return false;
  if (step.kind == StepKind::Copy)
    return true;
  return llvm::is_contained(step.mayShare, std::pair(*ofA, *ofB)) ||
         llvm::is_contained(step.mayShare, std::pair(*ofB, *ofA));
}

void Assigner::tryJoin(uint32_t a, uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b || program.buffers[a].bytes != program.buffers[b].bytes)
    return;
  // Arguments and constants are never written; a result is one place.
  auto isReadOnly = [&](uint32_t x) {
    return program.buffers[x].space == SlotSpace::Argument || program.buffers[x].space == SlotSpace::Constant;
  };
  if (isReadOnly(a) || isReadOnly(b) || (isFixed(a) && isFixed(b)))
    return;
  Life common = lives[a];
  common &= lives[b];
  for (unsigned point : common.set_bits())
    if (point % 2 == 1 || !mayShareAt(point / 2, a, b))
      return;
  join(a, b);
}

void Assigner::join(uint32_t a, uint32_t b) {
  if (isFixed(b))
    std::swap(a, b);
  parent[b] = a;
  lives[a] |= lives[b];
}

/// A copy that is all that ever writes its target is another name for its source, as long as that does not change: how
/// long either lives does not matter.
void Assigner::joinNames() {
  std::vector<unsigned> writers(program.buffers.size(), 0);
  for (const VirtualStep &step : steps)
    for (const BufferAccess &access : step.accesses)
      writers[access.buffer] += access.writes;
  for (const VirtualStep &step : steps) {
    if (step.kind != StepKind::Copy)
      continue;
    uint32_t from = step.accesses[0].buffer, to = step.accesses[1].buffer;
    if (writers[to] != 1 || writers[from] > 1)
      continue;
    from = find(from);
    to = find(to);
    if (from != to && !(isFixed(from) && isFixed(to)))
      join(from, to);
  }
}

void Assigner::coalesce() {
  if (choices.copyRemoval)
    joinNames();
  for (const VirtualStep &step : steps)
    if (choices.copyRemoval && step.kind == StepKind::Copy)
      tryJoin(step.accesses[0].buffer, step.accesses[1].buffer);
  for (const VirtualStep &step : steps)
    for (auto [read, written] : step.mayShare)
      if (choices.inPlace)
        tryJoin(step.accesses[read].buffer, step.accesses[written].buffer);
}

/// An argument may become a result's memory only when nothing reads it after the result is first written.
void Assigner::settleDonations() {
  std::map<uint64_t, uint32_t> resultBuffers;
  for (uint32_t b = 0; b < program.buffers.size(); ++b)
    if (program.buffers[b].space == SlotSpace::Result)
      resultBuffers[program.buffers[b].offset] = find(b);
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    if (program.buffers[b].space != SlotSpace::Argument)
      continue;
    Interface &argument = program.executable.arguments[program.buffers[b].offset];
    if (argument.donatedTo < 0)
      continue;
    auto it = resultBuffers.find(argument.donatedTo);
    bool fits = it != resultBuffers.end() && program.buffers[it->second].bytes == program.buffers[b].bytes;
    if (fits) {
      Life common = lives[b];
      common &= lives[it->second];
      // A copy of the argument into the result is the same memory then.
      for (uint32_t s = 0; s < steps.size(); ++s)
        if (steps[s].kind == StepKind::Copy && steps[s].accesses[0].buffer == b &&
            find(steps[s].accesses[1].buffer) == it->second)
          common.reset(2 * s);
      fits = common.none();
    }
    if (!fits)
      argument.donatedTo = -1;
  }
}

void Assigner::removeIdleCopies() {
  isRemoved.assign(steps.size(), false);
  for (uint32_t s = 0; s < steps.size(); ++s) {
    if (steps[s].kind == StepKind::Copy)
      isRemoved[s] = find(steps[s].accesses[0].buffer) == find(steps[s].accesses[1].buffer) ||
                     program.buffers[steps[s].accesses[0].buffer].bytes == 0;
  }
}

void Assigner::place() {
  struct Block {
    uint32_t buffer;
    int first, last;
    uint64_t bytes;
  };
  std::vector<Block> blocks;
  for (uint32_t b = 0; b < program.buffers.size(); ++b)
    if (find(b) == b && !isFixed(b) && lives[b].any())
      blocks.push_back({b, lives[b].find_first(), lives[b].find_last(),
                        llvm::alignTo(std::max<uint64_t>(program.buffers[b].bytes, 1), kAlignment)});
  llvm::stable_sort(blocks, [](const Block &x, const Block &y) {
    return x.bytes != y.bytes ? x.bytes > y.bytes : x.first < y.first;
  });
  offsets.assign(program.buffers.size(), 0);
  uint64_t total = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    std::vector<std::pair<uint64_t, uint64_t>> taken;
    for (size_t j = 0; j < i; ++j)
      if (!choices.memoryReuse || (blocks[j].first <= blocks[i].last && blocks[i].first <= blocks[j].last &&
                                   lives[blocks[i].buffer].anyCommon(lives[blocks[j].buffer])))
        taken.push_back({offsets[blocks[j].buffer], offsets[blocks[j].buffer] + blocks[j].bytes});
    llvm::sort(taken);
    uint64_t offset = 0;
    for (auto [begin, end] : taken) {
      if (offset + blocks[i].bytes <= begin)
        break;
      offset = std::max(offset, end);
    }
    offsets[blocks[i].buffer] = offset;
    total = std::max(total, offset + blocks[i].bytes);
  }
  program.executable.arenaBytes = total;
}

void Assigner::emit() {
  Executable &e = program.executable;
  std::vector<uint32_t> newIndex(steps.size() + 1);
  for (uint32_t s = 0, next = 0; s <= steps.size(); ++s) {
    newIndex[s] = next;
    next += s < steps.size() && !isRemoved[s];
  }
  std::map<uint32_t, uint32_t> slotOf;
  for (uint32_t s = 0; s < steps.size(); ++s) {
    if (isRemoved[s])
      continue;
    const VirtualStep &from = steps[s];
    Step step{from.kind,
              from.index,
              newIndex[from.target],
              static_cast<uint32_t>(e.stepSlots.size()),
              static_cast<uint32_t>(from.accesses.size()),
              from.debug};
    for (const BufferAccess &access : from.accesses) {
      uint32_t root = find(access.buffer);
      auto [it, isNew] = slotOf.try_emplace(root, e.slots.size());
      if (isNew) {
        const VirtualBuffer &buffer = program.buffers[root];
        e.slots.push_back({buffer.space, isFixed(root) ? buffer.offset : offsets[root], buffer.bytes});
      }
      e.stepSlots.push_back(it->second);
    }
    e.steps.push_back(step);
  }
  for (std::vector<uint32_t> &targets : e.switches)
    for (uint32_t &target : targets)
      target = newIndex[target];
}

void assignBuffers(Program &program, const HostChoices &choices) { Assigner(program, choices).run(); }

} // namespace shardwright::lower
