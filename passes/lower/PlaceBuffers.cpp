// Where buffers lie: lives (LiveRange.h), then coalescing of copies and of in-place pairs, then results that take over
// the memory of donated arguments, then places in the arena and in what arguments and results lend (Packing.h).
#include "passes/lower/LiveRange.h"
#include "passes/lower/Packing.h"
#include "passes/lower/VirtualProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <optional>

using namespace shardwright::runtime;

namespace shardwright::lower {
namespace {

/// What a thorough search for places may save: this share.
constexpr uint64_t kWithinReach = 50;

class Assigner {
public:
  Assigner(const VirtualProgram &program, const LoweringOptions &choices)
      : program(program), choices(choices), steps(program.steps), parent(program.buffers.size()),
        argumentOf(program.buffers.size(), kNone), resultsOf(program.buffers.size()),
        successor(program.buffers.size(), kNone), predecessor(program.buffers.size(), kNone) {
    std::iota(parent.begin(), parent.end(), 0u);
    for (auto [number, buffer] : llvm::enumerate(program.buffers)) {
      if (auto argument = llvm::dyn_cast<exec::ArgumentOp>(buffer.op)) {
        argumentOf[number] = buffer.number;
        if (argument.getTo())
          wanted[buffer.number] = *argument.getTo();
      }
      if (buffer.space == SlotSpace::Result) {
        resultsOf[number].push_back(buffer.number);
        places.results.emplace_back();
      }
    }
  }

  BufferPlaces run() {
    lives = computeLives(program);
    // Arguments are there before the first step.
    for (auto [buffer, life] : llvm::zip(program.buffers, lives))
      if (buffer.isDonated)
        life.add(LiveRange({{0, 0}}));
    coalesce();
    removeIdleCopies();
    if (choices.memoryReuse)
      aliasDonated();
    findLargestLiveSet();
    listLargestLiveSet();
    place();
    for (uint32_t b = 0; b < program.buffers.size(); ++b)
      places.sameAs.push_back(find(b));
    return std::move(places);
  }

private:
  void joinNames();
  void coalesce();
  void removeIdleCopies();
  /// Whether the caller wants the argument's memory to become the result's.
  bool isWanted(uint32_t argument, uint32_t result) const {
    auto it = wanted.find(argumentOf[argument]);
    return it != wanted.end() && llvm::is_contained(resultsOf[result], it->second);
  }
  void aliasDonated();
  bool tryAlias(uint32_t argument, uint32_t result);
  void findLargestLiveSet();
  void sortBuffers();
  Packing packInto(llvm::ArrayRef<uint32_t> buffers, llvm::ArrayRef<uint32_t> lenders, bool isThorough) const;
  void place();
  void place(const Packing &packing, llvm::ArrayRef<uint32_t> buffers, llvm::ArrayRef<uint32_t> lenders);
  void recordOwners();
  void listLargestLiveSet();

  uint32_t find(uint32_t buffer) {
    while (parent[buffer] != buffer)
      buffer = parent[buffer] = parent[parent[buffer]];
    return buffer;
  }
  bool mayShareAt(uint32_t step, uint32_t a, uint32_t b);
  bool mayShareDuring(LiveRange::Span span, uint32_t a, uint32_t b);
  /// Makes two buffers one if their lives allow it.
  void tryJoin(uint32_t a, uint32_t b);
  void join(uint32_t a, uint32_t b);
  /// Whether it is an argument, a result or a constant, with a block of its own.
  bool isNamed(uint32_t buffer) const { return program.buffers[buffer].space != SlotSpace::Arena; }
  /// Whether others may lie where it does while it does not live.
  bool sharesMemory(uint32_t b) const {
    const VirtualBuffer &buffer = program.buffers[b];
    return buffer.space == SlotSpace::Arena || buffer.isDonated ||
           (buffer.space == SlotSpace::Result && choices.resultReuse);
  }
  bool canBeOne(uint32_t a, uint32_t b) const {
    // Only one result takes over an argument's memory.
    const bool hasArgument = argumentOf[a] != kNone || argumentOf[b] != kNone;
    return a != b && (sharesMemory(a) || !isNamed(b)) && (sharesMemory(b) || !isNamed(a)) &&
           (!hasArgument || resultsOf[a].size() + resultsOf[b].size() < 2);
  }

  const VirtualProgram &program;
  const LoweringOptions &choices;
  const std::vector<VirtualStep> &steps;
  static constexpr uint32_t kNone = ~0u;
  std::vector<uint32_t> parent;
  std::vector<uint32_t> argumentOf;                      ///< by root: the one that is among what it stands for
  std::vector<llvm::SmallVector<uint32_t, 1>> resultsOf; ///< by root: those that are among what it stands for
  std::vector<uint32_t> successor, predecessor; ///< by root: a donated argument's result that takes over its memory
  std::map<uint32_t, uint32_t> wanted;          ///< argument -> result that its memory should become
  std::vector<LiveRange> lives;
  BufferPlaces places;
  std::vector<uint32_t> temporaries, donated,
      results;               ///< roots that share memory; results that take over no argument's
  uint32_t fullestPoint = 0; ///< as in LiveRange
  uint64_t fullestBytes = 0; ///< of what shares memory
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

/// While both live. Of a collective, that is from its start until it is waited for, and nothing else may see them then.
bool Assigner::mayShareDuring(LiveRange::Span span, uint32_t a, uint32_t b) {
  const uint32_t first = span.first / 2, last = span.second / 2;
  if (span.first % 2 == 1 || span.second % 2 == 1 || !mayShareAt(first, a, b))
    return false;
  if (first == last)
    return true;
  if (steps[last].kind != StepKind::Wait || steps[last].target != first)
    return false;
  return llvm::none_of(llvm::ArrayRef(steps).slice(first + 1, last - first - 1), [&](const VirtualStep &between) {
    return llvm::any_of(between.accesses, [&](const BufferAccess &access) {
      const uint32_t root = find(access.buffer);
      return root == a || root == b;
    });
  });
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
  for (LiveRange::Span span : both.spans())
    if (!mayShareDuring(span, a, b))
      return;
  join(a, b);
}

void Assigner::join(uint32_t a, uint32_t b) {
  if (isNamed(b))
    std::swap(a, b);
  parent[b] = a;
  argumentOf[a] = std::min(argumentOf[a], argumentOf[b]);
  resultsOf[a].append(resultsOf[b]);
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
  // As the caller pairs arguments and results before anything else.
  for (bool onlyWanted : {true, false})
    for (const VirtualStep &step : steps)
      for (auto [read, written] : step.mayShare)
        if (uint32_t from = step.accesses[read].buffer, to = step.accesses[written].buffer;
            choices.inPlace && (!onlyWanted || isWanted(find(from), find(to))))
          tryJoin(from, to);
}

void Assigner::removeIdleCopies() {
  places.isRemoved.assign(steps.size(), false);
  for (uint32_t s = 0; s < steps.size(); ++s) {
    if (steps[s].kind == StepKind::Copy)
      places.isRemoved[s] = find(steps[s].accesses[0].buffer) == find(steps[s].accesses[1].buffer) ||
                            program.buffers[steps[s].accesses[0].buffer].bytes == 0;
  }
}

bool Assigner::tryAlias(uint32_t argument, uint32_t result) {
  if (!resultsOf[argument].empty() || argumentOf[result] != kNone || resultsOf[result].size() != 1 ||
      !sharesMemory(result) || successor[argument] != kNone || predecessor[result] != kNone ||
      program.buffers[argument].bytes != program.buffers[result].bytes || program.buffers[argument].bytes == 0 ||
      lives[argument].meets(lives[result]))
    return false;
  successor[argument] = result;
  predecessor[result] = argument;
  return true;
}

/// Results that are written after the last use of a donated argument of their size take over its memory: as
/// `tf.aliasing_output` pairs them, then those that look alike, then any.
void Assigner::aliasDonated() {
  std::vector<uint32_t> arguments, results; // by the order of their numbers
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    if (program.buffers[b].isDonated)
      arguments.push_back(b);
    if (program.buffers[b].space == SlotSpace::Result)
      results.push_back(b);
  }
  auto wholeOf = [&](uint32_t buffer) { return program.buffers[buffer].op->getAttrOfType<mlir::TypeAttr>("whole"); };
  auto looksAlike = [&](uint32_t argument, uint32_t result) { return wholeOf(argument) == wholeOf(result); };
  auto pair = [&](llvm::function_ref<bool(uint32_t, uint32_t)> fits) {
    for (uint32_t argument : arguments)
      for (uint32_t result : results)
        if (uint32_t from = find(argument), to = find(result); fits(from, to) && tryAlias(from, to))
          break;
  };
  pair([&](uint32_t argument, uint32_t result) { return isWanted(argument, result); });
  pair(looksAlike);
  pair([](uint32_t, uint32_t) { return true; });
}

void Assigner::findLargestLiveSet() {
  std::vector<int64_t> change(2 * steps.size() + 2, 0);
  for (uint32_t b = 0; b < program.buffers.size(); ++b)
    if (find(b) == b && sharesMemory(b))
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
  largest.sharedBytes = fullestBytes;
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    if (find(b) != b || program.buffers[b].space == SlotSpace::Constant)
      continue;
    if (!sharesMemory(b)) {
      largest.buffers.push_back(b);
      largest.ownBytes += program.buffers[b].bytes;
      continue;
    }
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

void Assigner::sortBuffers() {
  places.slots.resize(program.buffers.size());
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    const VirtualBuffer &buffer = program.buffers[b];
    if (find(b) != b)
      continue;
    const bool isConstant = buffer.space == SlotSpace::Constant, isTemporary = buffer.space == SlotSpace::Arena;
    places.slots[b] = {buffer.space, isConstant || isTemporary ? 0 : static_cast<uint32_t>(buffer.number), 0,
                       buffer.bytes};
    if (buffer.bytes == 0 || lives[b].empty() || !sharesMemory(b))
      continue;
    if (predecessor[b] == kNone)
      (isTemporary ? temporaries : argumentOf[b] != kNone ? donated : results).push_back(b);
  }
}

/// Places the buffers in the arena and in the blocks of `lenders`.
Packing Assigner::packInto(llvm::ArrayRef<uint32_t> buffers, llvm::ArrayRef<uint32_t> lenders, bool isThorough) const {
  std::vector<BufferRequest> requests;
  std::vector<LentBlock> lent;
  std::deque<LiveRange> both;
  for (uint32_t b : buffers)
    requests.push_back({program.buffers[b].bytes, &lives[b], resultsOf[b].empty()});
  for (uint32_t b : lenders) {
    const LiveRange *life = &lives[b];
    if (successor[b] != kNone) {
      both.push_back(*life);
      both.back().add(lives[successor[b]]);
      life = &both.back();
    }
    lent.push_back({program.buffers[b].bytes, life});
  }
  return pack(requests, lent, choices.memoryReuse, fullestBytes, isThorough);
}

/// Results have a block each, which they lend until they are written, where that takes no more memory than results in
/// the arena: there, a temporary may be over several of them, but they have to leave before the next execution.
void Assigner::place() {
  sortBuffers();
  std::vector<uint32_t> lenders = donated, others = temporaries, all = temporaries;
  all.insert(all.end(), results.begin(), results.end());
  uint64_t ofResults = 0;
  for (uint32_t b : results)
    if (resultsOf[b].size() == 1) {
      lenders.push_back(b);
      ofResults += program.buffers[b].bytes;
    } else { // several results are one: no block is
      others.push_back(b);
    }
  Packing inBlocks = packInto(others, lenders, /*isThorough=*/false);
  // No arrangement takes less than what lives together.
  if (inBlocks.bytes + ofResults <= fullestBytes || !choices.memoryReuse)
    return place(inBlocks, others, lenders);
  Packing inArena = packInto(all, donated, /*isThorough=*/true);
  if (const uint64_t total = inBlocks.bytes + ofResults;
      total > inArena.bytes && total - inArena.bytes <= total / kWithinReach)
    inBlocks = packInto(others, lenders, /*isThorough=*/true);
  if (inBlocks.bytes + ofResults <= inArena.bytes)
    place(inBlocks, others, lenders);
  else
    place(inArena, all, donated);
}

void Assigner::place(const Packing &packing, llvm::ArrayRef<uint32_t> buffers, llvm::ArrayRef<uint32_t> lenders) {
  for (auto [buffer, place] : llvm::zip(buffers, packing.places)) {
    if (!resultsOf[buffer].empty()) {
      for (uint32_t result : resultsOf[buffer])
        places.results[result].offset = static_cast<int64_t>(place.offset);
      continue;
    }
    const uint64_t bytes = places.slots[buffer].bytes;
    if (place.block >= 0)
      places.slots[buffer] = places.slots[lenders[place.block]];
    places.slots[buffer].offset = place.offset;
    places.slots[buffer].bytes = bytes;
  }
  places.arenaBytes = packing.bytes;
  recordOwners();
}

/// Whose memory results are.
void Assigner::recordOwners() {
  for (uint32_t b = 0; b < program.buffers.size(); ++b) {
    if (find(b) != b || argumentOf[b] == kNone)
      continue;
    uint32_t last = successor[b] == kNone ? b : successor[b];
    if (!resultsOf[last].empty())
      places.results[resultsOf[last].front()].alias = argumentOf[b];
  }
}

BufferPlaces placeBuffers(const VirtualProgram &program, const LoweringOptions &choices) {
  return Assigner(program, choices).run();
}

} // namespace shardwright::lower
