#include "lib/Evaluate/CommonRemover.h"

#include "lib/Sharding/WordHash.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

using Runs = DeviceOp::Runs;

void CommonRemover::update() {
  states.resize(program.ops.size());
  live.resize(program.ops.size());
  effects.resize(program.blocks.size());
  classes.reserve(program.ops.size());
  isOtherwise.resize(program.regions.size());
  auto known = static_cast<LocalId>(values.size());
  values.resize(program.values.size());
  for (LocalId value = known; value < values.size(); ++value)
    values[value].same = value;
  llvm::ArrayRef<OpId> dropped = llvm::ArrayRef(program.dropped).drop_front(done.dropped);
  auto removeDropped = [&] {
    for (OpId op : dropped)
      if (states[op].isThere)
        remove(op);
  };
  removeDropped();
  for (OpId op : llvm::ArrayRef(program.added).drop_front(done.added))
    add(op);
  removeDropped(); // new ones, too
  for (OpId op : llvm::ArrayRef(program.rewired).drop_front(done.rewired))
    rewire(op);
  for (OpId op : llvm::ArrayRef(program.moved).drop_front(done.moved))
    if (states[op].isThere) {
      touchContent(op);
      if (states[op].key)
        moveInClass(op);
    }
  done = {program.dropped.size(), program.added.size(), program.rewired.size(), program.moved.size()};
  for (auto [op, by] : replacements)
    if (states[op].isThere) {
      states[op].replacement = by;
      if (by != kNone)
        values[by].replaces = program.ops[op].results.front();
      refreshClass(classes[states[op].key]);
      undecide(op);
    }
  replacements.clear();
  resolve();
  // Readers first: most are decided once.
  std::reverse(undecided.begin(), undecided.end());
  for (const DeviceProgram::Block &block : program.blocks)
    if (states[block.end].isUndecided)
      decide(block.end);
  for (size_t next = 0; next < undecided.size(); ++next) {
    OpId op = undecided[next];
    states[op].isUndecided = false;
    if (states[op].isThere)
      decide(op);
  }
  undecided.clear();
}

/// Until everybody knows what the operands are.
void CommonRemover::resolve() {
  while (!dirty.empty() || !otherwise.empty()) {
    for (size_t next = 0; next < dirty.size(); ++next) {
      OpId op = dirty[next];
      states[op].isDirty = false;
      if (states[op].isThere)
        rename(op);
    }
    dirty.clear();
    for (uint32_t region : std::exchange(otherwise, {})) {
      isOtherwise[region] = false;
      OpId op = program.blocks[program.regions[region].blocks.front()].region;
      uint64_t likeness = likenessOf(region);
      if (std::exchange(states[op].likeness, likeness) != likeness)
        classify(op);
    }
  }
}

void CommonRemover::forgetChanges() {
  for (OpId op : changes)
    states[op].isChanged = false;
  changes.clear();
  rereads.clear();
  done = {};
}

void CommonRemover::markChanged(OpId op) {
  if (!std::exchange(states[op].isChanged, true))
    changes.push_back(op);
}

void CommonRemover::add(OpId op) {
  State &state = states[op];
  const DeviceProgram::Op &placed = program.ops[op];
  state.isThere = true;
  state.likeness = placed.what->likeness;
  for (LocalId result : placed.results)
    values[result].same = result;
  if (hasEffects(op))
    effects[placed.block].push_back(op);
  if (placed.region != kNone && program.regions[placed.region].mayBeTwice &&
      !std::exchange(isOtherwise[placed.region], true))
    otherwise.push_back(placed.region);
  touchContent(op);
  rewire(op);
  touch(op);
  undecide(op);
}

/// Regions around it that may be like others.
void CommonRemover::touchContent(OpId op) {
  for (uint32_t block = program.ops[op].block; block != 0;) {
    const DeviceProgram::Op &around = program.ops[program.blocks[block].region];
    if (program.regions[around.region].mayBeTwice && !std::exchange(isOtherwise[around.region], true))
      otherwise.push_back(around.region);
    block = around.block;
  }
}

void CommonRemover::rewire(OpId op) {
  State &state = states[op];
  if (!state.isThere)
    return;
  for (LocalId value : state.operands)
    eraseOne(values[value].users, op);
  state.operands = program.ops[op].operands;
  for (LocalId value : state.operands)
    values[value].users.push_back(op);
  touch(op);
}

void CommonRemover::remove(OpId op) {
  State &state = states[op];
  const DeviceProgram::Op &placed = program.ops[op];
  setLive(op, false);
  leaveClass(op);
  if (hasEffects(op))
    eraseOne(effects[placed.block], op);
  touchContent(op);
  for (LocalId value : state.operands)
    eraseOne(values[value].users, op);
  state.operands.clear();
  state.reads.clear();
  for (LocalId result : placed.results) {
    values[result].same = result;
    values[result].replaces = kNone;
  }
  state.first = kNone;
  state.replacement = kNone;
  state.isThere = false;
}

/// What its operands are now.
void CommonRemover::rename(OpId op) {
  State &state = states[op];
  llvm::SmallVector<LocalId, 4> reads;
  for (LocalId value : state.operands)
    reads.push_back(values[value].same);
  bool isClassed = state.likeness == 0 || state.key != 0;
  if (isClassed && llvm::ArrayRef(state.reads) == llvm::ArrayRef(reads))
    return;
  setReads(op, reads);
  touchContent(op);
  classify(op);
}

void CommonRemover::classify(OpId op) {
  State &state = states[op];
  leaveClass(op);
  if (state.likeness == 0) {
    setFirst(op, kNone);
    return;
  }
  WordHash key;
  key.add(state.likeness);
  for (LocalId value : state.reads)
    key.add(value);
  state.key = key.get() >> 2 | 1;
  Class &members = classes[state.key];
  OpId first = firstBefore(members.leaders, op);
  (first == kNone ? members.leaders : members.followers).push_back(op);
  setFirst(op, first);
  if (first == kNone && members.leaders.size() + members.followers.size() > 1)
    refreshClass(members);
}

/// Regions of one number do the same with what they are given; 0 where something in them is like nothing else.
uint64_t CommonRemover::likenessOf(uint32_t region) const {
  llvm::DenseMap<LocalId, size_t> numbers;
  llvm::hash_code hash = llvm::hash_value(static_cast<int>(program.regions[region].form));
  for (uint32_t block : program.regions[region].blocks)
    if (!addLikeness(block, numbers, hash))
      return 0;
  return static_cast<uint64_t>(hash) | 1;
}

/// What permutes became that are one does not count: that follows.
bool CommonRemover::addLikeness(uint32_t block, llvm::DenseMap<LocalId, size_t> &numbers, llvm::hash_code &hash) const {
  auto made = [&](LocalId value) { numbers.try_emplace(value, numbers.size()); };
  auto read = [&](LocalId value) {
    value = original(value);
    auto known = numbers.find(value);
    hash = known == numbers.end() ? llvm::hash_combine(hash, value) : llvm::hash_combine(hash, true, known->second);
  };
  llvm::for_each(program.blocks[block].arguments, made);
  for (OpId op : program.blocks[block].ops) {
    const DeviceProgram::Op &placed = program.ops[op];
    if (!isFirst(op) || placed.isMerged)
      continue;
    if (placed.region == kNone && states[op].likeness == 0)
      return false;
    hash = llvm::hash_combine(hash, placed.region == kNone ? states[op].likeness : 0);
    llvm::for_each(states[op].reads, read);
    llvm::for_each(placed.results, made);
    if (placed.region == kNone)
      continue;
    hash = llvm::hash_combine(hash, static_cast<int>(program.regions[placed.region].form));
    for (uint32_t inner : program.regions[placed.region].blocks)
      if (!addLikeness(inner, numbers, hash))
        return false;
  }
  llvm::for_each(states[program.blocks[block].end].reads, read);
  return true;
}

void CommonRemover::leaveClass(OpId op) {
  State &state = states[op];
  uint64_t key = std::exchange(state.key, 0);
  if (key == 0)
    return;
  auto known = classes.find(key);
  Class &members = known->second;
  if (state.first != kNone)
    return eraseOne(members.followers, op);
  llvm::erase(members.leaders, op);
  if (members.leaders.empty() && members.followers.empty())
    classes.erase(known);
  else
    refreshClass(members);
}

/// The op is elsewhere than before.
void CommonRemover::moveInClass(OpId op) {
  Class &members = classes[states[op].key];
  OpId first = states[op].first == kNone ? kNone : firstBefore(members.leaders, op);
  if (first == kNone)
    refreshClass(members);
  else
    setFirst(op, first);
}

/// Whether the first comes before the second, or around it.
bool CommonRemover::precedes(OpId first, OpId second) const {
  uint32_t a = program.ops[first].block, b = program.ops[second].block;
  if (a == b)
    return program.at[first] < program.at[second];
  // Blocks inside others have higher numbers.
  if (a < b) {
    OpId around = program.blocks[b].region;
    return around == first || precedes(first, around);
  }
  OpId around = program.blocks[a].region;
  return around != second && precedes(around, second);
}

/// Whether the second can read what the first makes.
bool CommonRemover::isVisible(OpId first, OpId second) const {
  uint32_t block = program.ops[first].block;
  while (program.ops[second].block > block)
    second = program.blocks[program.ops[second].block].region;
  return program.ops[second].block == block && program.at[first] < program.at[second];
}

bool CommonRemover::areAlike(OpId first, OpId second) const {
  return states[first].likeness == states[second].likeness && states[first].reads == states[second].reads;
}

OpId CommonRemover::firstBefore(llvm::ArrayRef<OpId> leaders, OpId op) const {
  for (OpId leader : leaders)
    if (isVisible(leader, op) && areAlike(leader, op))
      return leader;
  return kNone;
}

/// The first of those that make the same stays.
void CommonRemover::refreshClass(Class &members) {
  llvm::SmallVector<OpId, 8> all(members.leaders.begin(), members.leaders.end());
  llvm::append_range(all, members.followers);
  if (all.size() > 1)
    llvm::sort(all, [&](OpId a, OpId b) { return precedes(a, b); });
  members.leaders.clear();
  members.followers.clear();
  for (OpId op : all) {
    OpId first = firstBefore(members.leaders, op);
    (first == kNone ? members.leaders : members.followers).push_back(op);
    setFirst(op, first);
  }
}

void CommonRemover::setFirst(OpId op, OpId first) {
  if (std::exchange(states[op].first, first) != first) {
    touchContent(op);
    undecide(op);
  }
  setSame(op);
}

/// Where what the op makes is to be read.
void CommonRemover::setSame(OpId op) {
  const State &state = states[op];
  const OpId from = state.first == kNone ? op : state.first;
  for (auto [place, result] : llvm::enumerate(program.ops[op].results)) {
    LocalId by = states[from].replacement, same = by == kNone ? program.ops[from].results[place] : by;
    if (std::exchange(values[result].same, same) == same)
      continue;
    for (OpId user : values[result].users)
      touch(user);
  }
}

void CommonRemover::setReads(OpId op, llvm::ArrayRef<LocalId> reads) {
  State &state = states[op];
  if (!live[op]) {
    state.reads.assign(reads.begin(), reads.end());
    if (state.replacement != kNone)
      markChanged(op);
    return;
  }
  setLive(op, false);
  state.reads.assign(reads.begin(), reads.end());
  setLive(op, true);
}

void CommonRemover::setLive(OpId op, bool isLive) {
  State &state = states[op];
  if (bool(live[op]) == isLive)
    return;
  live[op] = isLive;
  markChanged(op);
  for (LocalId value : state.reads) {
    rereads.push_back(value);
    llvm::SmallVector<OpId, 2> &readers = values[value].readers;
    if (isLive)
      readers.push_back(op);
    else
      eraseOne(readers, op);
    if (readers.size() == isLive) // it begins or ends to be read
      touchLife(value);
  }
}

void CommonRemover::decide(OpId op) {
  const DeviceProgram::Op &placed = program.ops[op];
  const State &state = states[op];
  auto isRead = [&](LocalId result) { return !values[result].readers.empty(); };
  if (placed.what->runs == Runs::End || hasEffects(op))
    setLive(op, isRun(placed.block));
  else
    setLive(op, state.first == kNone && state.replacement == kNone && llvm::any_of(placed.results, isRead));
  if (placed.region == kNone)
    return;
  // What stays in it does so with it.
  for (uint32_t block : program.regions[placed.region].blocks) {
    undecide(program.blocks[block].end);
    llvm::for_each(effects[block], [&](OpId inner) { undecide(inner); });
  }
}

} // namespace shardwright::evaluation
