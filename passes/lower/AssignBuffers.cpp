// Where buffers lie: lives (Life.h), then coalescing of copies and of in-place pairs, then places in the arena
// (Packing.h).
#include "passes/lower/LiveRange.h"
#include "passes/lower/Packing.h"
#include "passes/lower/VirtualProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

using namespace shardwright::runtime;

namespace shardwright::lower {
namespace {

class Assigner {
public:
  Assigner(VirtualProgram &program, const LoweringOptions &choices)
      : program(program), choices(choices), steps(program.steps), parent(program.buffers.size()) {
    std::iota(parent.begin(), parent.end(), 0u);
  }

  void run() {
    lives = computeLives(program);
    // Arguments are there before the first step.
    for (auto [buffer, life] : llvm::zip(program.buffers, lives))
      if (buffer.isDonated)
        life.add(LiveRange({{0, 0}}));
    coalesce();
    removeIdleCopies();
    findLargestLiveSet();
    listLargestLiveSet();
    place();
    emit();
  }

private:
  void joinNames();
  void coalesce();
  void removeIdleCopies();
  void findLargestLiveSet();
  void place();
  void emit();
  void listLargestLiveSet();
  void describeLargestLiveSet(const std::map<uint32_t, uint32_t> &slotOf, const std::vector<uint32_t> &newIndex);

  uint32_t find(uint32_t buffer) {
    while (parent[buffer] != buffer)
      buffer = parent[buffer] = parent[parent[buffer]];
    return buffer;
  }
  bool mayShareAt(uint32_t step, uint32_t a, uint32_t b);
  /// Makes two buffers one if their lives allow it.
  void tryJoin(uint32_t a, uint32_t b);
  void join(uint32_t a, uint32_t b);
  /// Whether it is an argument, a result or a constant.
  bool isNamed(uint32_t buffer) const { return program.buffers[buffer].space != SlotSpace::Arena; }
  /// Whether it lies in the arena.
  bool isPlaced(uint32_t b) const {
    const VirtualBuffer &buffer = program.buffers[b];
    return buffer.space == SlotSpace::Arena || buffer.isDonated ||
           (buffer.space == SlotSpace::Result && choices.resultReuse);
  }
  bool canBeOne(uint32_t a, uint32_t b) const {
    return a != b && (isPlaced(a) || !isNamed(b)) && (isPlaced(b) || !isNamed(a));
  }

  VirtualProgram &program;
  const LoweringOptions &choices;
  std::vector<VirtualStep> &steps;
  std::vector<uint32_t> parent;
  std::vector<LiveRange> lives;
  std::vector<bool> isRemoved;
  std::vector<uint64_t> offsets;
  uint32_t fullestPoint = 0; ///< as in Life
  uint64_t fullestBytes = 0; ///< of what is placed
};

} // namespace

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
  if (!canBeOne(a, b) || program.buffers[a].bytes != program.buffers[b].bytes)
    return;
  // What the caller keeps and constants are never written.
  auto isReadOnly = [&](uint32_t x) {
    SlotSpace space = program.buffers[x].space;
    return space == SlotSpace::Constant || (space == SlotSpace::Argument && !program.buffers[x].isDonated);
  };
  if (isReadOnly(a) || isReadOnly(b))
    return;
  const LiveRange both = lives[a].common(lives[b]);
  for (auto [first, last] : both.spans())
    if (first != last || first % 2 == 1 || !mayShareAt(first / 2, a, b))
      return;
  join(a, b);
}

void Assigner::join(uint32_t a, uint32_t b) {
  if (isNamed(b))
    std::swap(a, b);
  parent[b] = a;
  lives[a].add(lives[b]);
}

/// A copy that is all that ever writes its target is another name for its source, as long as that does not change while
/// the target lives: how long either lives does not matter.
void Assigner::joinNames() {
  std::vector<llvm::SmallVector<uint32_t, 2>> writers(program.buffers.size()); // of all that is one with the buffer
  for (uint32_t s = 0; s < steps.size(); ++s)
    for (const BufferAccess &access : steps[s].accesses)
      if (access.writes)
        writers[access.buffer].push_back(s);
  for (const VirtualStep &step : steps) {
    if (step.kind != StepKind::Copy)
      continue;
    uint32_t to = step.accesses[1].buffer, source = find(step.accesses[0].buffer), target = find(to);
    if (to != target || writers[to].size() != 1 || !canBeOne(source, target) ||
        llvm::any_of(writers[source], [&](uint32_t s) {
          return lives[to].meets(LiveRange({{2 * s, 2 * s + 1}}));
        }))
      continue;
    llvm::SmallVector<uint32_t, 2> own = std::move(writers[source]);
    join(source, target);
    writers[find(source)] = std::move(own);
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

void Assigner::removeIdleCopies() {
  isRemoved.assign(steps.size(), false);
  for (uint32_t s = 0; s < steps.size(); ++s) {
    if (steps[s].kind == StepKind::Copy)
      isRemoved[s] = find(steps[s].accesses[0].buffer) == find(steps[s].accesses[1].buffer) ||
                     program.buffers[steps[s].accesses[0].buffer].bytes == 0;
  }
}

void Assigner::findLargestLiveSet() {
  std::vector<int64_t> change(2 * steps.size() + 2, 0);
  for (uint32_t b = 0; b < program.buffers.size(); ++b)
    if (find(b) == b && isPlaced(b))
      for (auto [first, last] : lives[b].spans()) {
        change[first] += program.buffers[b].bytes;
        change[last + 1] -= program.buffers[b].bytes;
      }
  uint64_t now = 0;
  program.liveBytes.assign(steps.size(), 0);
  for (uint32_t point = 0; point < change.size(); ++point) {
    now += change[point];
    if (point / 2 < steps.size())
      program.liveBytes[point / 2] = std::max(program.liveBytes[point / 2], now);
    if (now > fullestBytes) {
      fullestBytes = now;
      fullestPoint = point;
    }
  }
}

void Assigner::listLargestLiveSet() {
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    VirtualBuffer &root = program.buffers[find(b)];
    if (!root.value)
      root.value = program.buffers[b].value;
    if (find(b) != b || root.space == SlotSpace::Constant)
      continue;
    llvm::ArrayRef<LiveRange::Span> spans = lives[b].spans();
    if (!isPlaced(b) || llvm::any_of(spans, [&](const LiveRange::Span &span) {
          return span.first <= fullestPoint && fullestPoint <= span.second;
        }))
      program.largest.push_back(b);
  }
  llvm::stable_sort(program.largest,
                    [&](uint32_t a, uint32_t b) { return program.buffers[a].bytes > program.buffers[b].bytes; });
}

void Assigner::place() {
  std::vector<uint32_t> roots;
  std::vector<BufferRequest> blocks;
  for (uint32_t b = 0; b < program.buffers.size(); ++b)
    if (find(b) == b && isPlaced(b) && program.buffers[b].bytes > 0 && !lives[b].empty()) {
      roots.push_back(b);
      blocks.push_back({program.buffers[b].bytes, &lives[b]});
    }
  Packing packing = pack(blocks, choices.memoryReuse, fullestBytes);
  offsets.assign(program.buffers.size(), 0);
  for (auto [root, offset] : llvm::zip(roots, packing.offsets))
    offsets[root] = offset;
  program.executable.arenaBytes = packing.bytes;
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    const VirtualBuffer &buffer = program.buffers[b];
    if (isNamed(b) && isPlaced(b))
      (buffer.space == SlotSpace::Result ? program.executable.results : program.executable.arguments)[buffer.offset]
          .place = offsets[find(b)];
  }
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
        e.slots.push_back({buffer.space, isNamed(root) ? buffer.offset : offsets[root], buffer.bytes});
      }
      e.stepSlots.push_back(it->second);
    }
    e.steps.push_back(step);
  }
  for (std::vector<uint32_t> &targets : e.switches)
    for (uint32_t &target : targets)
      target = newIndex[target];
  describeLargestLiveSet(slotOf, newIndex);
}

void Assigner::describeLargestLiveSet(const std::map<uint32_t, uint32_t> &slotOf,
                                      const std::vector<uint32_t> &newIndex) {
  LiveSet &largest = program.executable.largest;
  largest.bytes = fullestBytes + program.executable.constants.size();
  largest.step = newIndex[fullestPoint / 2];
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    if (!isPlaced(b) && program.buffers[b].space != SlotSpace::Constant)
      largest.bytes += program.buffers[b].bytes;
    auto it = slotOf.find(b);
    if (!isPlaced(b) || find(b) != b || it == slotOf.end())
      continue;
    for (auto [first, last] : lives[b].spans())
      if (first <= fullestPoint && fullestPoint <= last)
        largest.buffers.push_back({it->second, newIndex[first / 2]});
  }
  const std::vector<Slot> &slots = program.executable.slots;
  llvm::stable_sort(largest.buffers, [&](const LiveSet::Buffer &x, const LiveSet::Buffer &y) {
    return slots[x.slot].bytes > slots[y.slot].bytes;
  });
}

void assignBuffers(VirtualProgram &program, const LoweringOptions &choices) { Assigner(program, choices).run(); }

} // namespace shardwright::lower
