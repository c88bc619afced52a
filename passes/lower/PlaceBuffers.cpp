// Where buffers lie: lives (Life.h), then coalescing of copies and of in-place pairs, then places in the arena
// (Packing.h).
#include "passes/lower/LiveRange.h"
#include "passes/lower/Packing.h"
#include "passes/lower/VirtualProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <optional>

using namespace shardwright::runtime;

namespace shardwright::lower {
namespace {

class Assigner {
public:
  Assigner(const VirtualProgram &program, const LoweringOptions &choices)
      : program(program), choices(choices), steps(program.steps), parent(program.buffers.size()) {
    std::iota(parent.begin(), parent.end(), 0u);
  }

  BufferPlaces run() {
    lives = computeLives(program);
    // Arguments are there before the first step.
    for (auto [buffer, life] : llvm::zip(program.buffers, lives))
      if (buffer.isDonated)
        life.add(LiveRange({{0, 0}}));
    coalesce();
    removeIdleCopies();
    findLargestLiveSet();
    place();
    listLargestLiveSet();
    for (uint32_t b = 0; b < program.buffers.size(); ++b)
      places.sameAs.push_back(find(b));
    return std::move(places);
  }

private:
  void joinNames();
  void coalesce();
  void removeIdleCopies();
  void findLargestLiveSet();
  void place();
  void listLargestLiveSet();

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

  const VirtualProgram &program;
  const LoweringOptions &choices;
  const std::vector<VirtualStep> &steps;
  std::vector<uint32_t> parent;
  std::vector<LiveRange> lives;
  uint32_t fullestPoint = 0; ///< as in LiveRange
  uint64_t fullestBytes = 0; ///< of what is placed
  BufferPlaces places;
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
  places.isRemoved.assign(steps.size(), false);
  for (uint32_t s = 0; s < steps.size(); ++s) {
    if (steps[s].kind == StepKind::Copy)
      places.isRemoved[s] = find(steps[s].accesses[0].buffer) == find(steps[s].accesses[1].buffer) ||
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
  places.liveBytes.assign(steps.size(), 0);
  for (uint32_t point = 0; point < change.size(); ++point) {
    now += change[point];
    if (point / 2 < steps.size())
      places.liveBytes[point / 2] = std::max(places.liveBytes[point / 2], now);
    if (now > fullestBytes) {
      fullestBytes = now;
      fullestPoint = point;
    }
  }
}

void Assigner::listLargestLiveSet() {
  BufferPlaces::Largest &largest = places.largest;
  largest.step = fullestPoint / 2;
  largest.arenaBytes = fullestBytes;
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    if (find(b) != b || program.buffers[b].space == SlotSpace::Constant)
      continue;
    if (!isPlaced(b))
      largest.buffers.push_back(b);
    else
      for (auto [first, last] : lives[b].spans())
        if (first <= fullestPoint && fullestPoint <= last) {
          largest.buffers.push_back(b);
          largest.since.push_back({b, first / 2});
        }
  }
  llvm::stable_sort(largest.buffers,
                    [&](uint32_t x, uint32_t y) { return program.buffers[x].bytes > program.buffers[y].bytes; });
  llvm::stable_sort(largest.since, [&](const auto &x, const auto &y) {
    return program.buffers[x.first].bytes > program.buffers[y.first].bytes;
  });
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
  places.offsets.assign(program.buffers.size(), -1);
  for (auto [root, offset] : llvm::zip(roots, packing.offsets))
    places.offsets[root] = static_cast<int64_t>(offset);
  places.arenaBytes = packing.bytes;
}

BufferPlaces placeBuffers(const VirtualProgram &program, const LoweringOptions &choices) {
  return Assigner(program, choices).run();
}

} // namespace shardwright::lower
