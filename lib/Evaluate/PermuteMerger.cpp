#include "lib/Evaluate/PermuteMerger.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

namespace shardwright::evaluation {

bool PermuteMerger::update() {
  states.resize(program.ops.size());
  llvm::for_each(common.changed(), [&](OpId op) { touch(op); });
  for (OpId op : program.moved)
    if (states[op].value != kNone)
      touch(op);
  for (OpId op : touched)
    list(op);
  touched.clear();
  llvm::sort(open);
  open.erase(std::unique(open.begin(), open.end()), open.end());
  bool isChanged = false;
  // What goes does so first: its permutes may be part of others.
  for (const Key &key : open)
    isChanged |= dropOld(known[key]);
  for (const Key &key : open) {
    Permutes &permutes = known[key];
    for (Joint &joint : permutes.joints)
      if (joint.made.empty()) {
        make(joint, key.second);
        isChanged = true;
      }
    if (permutes.all.empty())
      known.erase(key);
  }
  open.clear();
  if (isChanged)
    instantiation.order();
  return isChanged;
}

void PermuteMerger::touch(OpId op) {
  if (states[op].permute != kNone)
    op = states[op].permute;
  if ((program.ops[op].what->mayMerge || states[op].value != kNone) && !std::exchange(states[op].isTouched, true))
    touched.push_back(op);
}

bool PermuteMerger::isWanted(OpId permute) const {
  if (program.ops[permute].isMerged || !common.isFirst(permute))
    return false;
  OpId part = states[permute].part;
  return common.isLive(permute) || (part != kNone && common.isLive(part));
}

void PermuteMerger::list(OpId permute) {
  State &state = states[permute];
  state.isTouched = false;
  const uint32_t block = program.ops[permute].block;
  const LocalId value = isWanted(permute) ? common.original(common.reads(permute).front()) : kNone;
  if (state.value != kNone)
    open.push_back({block, state.value});
  if (value != kNone)
    open.push_back({block, value});
  if (state.value == value)
    return;
  if (state.value != kNone)
    eraseOne(known[{block, state.value}].all, permute);
  if (value != kNone)
    known[{block, value}].all.push_back(permute);
  state.value = value;
}

/// Joints as they are to be; of those that are other than before, nothing is made yet.
bool PermuteMerger::dropOld(Permutes &permutes) {
  llvm::sort(permutes.all, [&](OpId a, OpId b) { return program.at[a] < program.at[b]; });
  std::vector<Joint> joints = jointsOf(permutes.all);
  bool isChanged = false;
  for (const Joint &before : permutes.joints) {
    auto same = llvm::find_if(joints, [&](const Joint &joint) { return joint.permutes == before.permutes; });
    if (same != joints.end()) {
      same->made = before.made;
      continue;
    }
    drop(before);
    isChanged = true;
  }
  permutes.joints = std::move(joints);
  return isChanged;
}

/// Each permute joins the first others that it can.
std::vector<PermuteMerger::Joint> PermuteMerger::jointsOf(llvm::ArrayRef<OpId> permutes) const {
  struct Ends {
    llvm::SmallSet<int64_t, 8> sources, targets;
  };
  std::vector<Joint> joints;
  std::vector<Ends> ends;
  auto sentBy = [&](OpId op) -> const Communication & { return *program.ops[op].what->communication; };
  for (OpId op : permutes) {
    const Communication &sent = sentBy(op);
    size_t number = 0;
    auto admits = [&](const Joint &joint, const Ends &own) {
      return sentBy(joint.permutes.front()).axes == sent.axes && llvm::none_of(sent.pairs, [&](const auto &pair) {
               return own.sources.contains(pair.first) || own.targets.contains(pair.second);
             });
    };
    while (number < joints.size() && !admits(joints[number], ends[number]))
      ++number;
    if (number == joints.size()) {
      joints.emplace_back();
      ends.emplace_back();
    }
    joints[number].permutes.push_back(op);
    for (auto [from, to] : sent.pairs) {
      ends[number].sources.insert(from);
      ends[number].targets.insert(to);
    }
  }
  llvm::erase_if(joints, [](const Joint &joint) { return joint.permutes.size() < 2; });
  return joints;
}

/// In the place of the first.
void PermuteMerger::make(Joint &joint, LocalId value) {
  llvm::SmallVector<const DeviceOp *, 2> permutes;
  std::vector<uint32_t> numbers;
  for (OpId op : joint.permutes) {
    permutes.push_back(program.ops[op].what);
    numbers.push_back(permutes.back()->number);
  }
  auto [place, isNew] = fragments.try_emplace(std::move(numbers));
  if (isNew)
    place->second = instantiation.deviceOps.ofMerged(permutes);
  llvm::SmallVector<LocalId, 8> values{value};
  joint.made = instantiation.addInFront(joint.permutes.front(), place->second, values);
  states.resize(program.ops.size());
  for (auto [permute, result] : llvm::zip_equal(joint.permutes, place->second.results)) {
    const LocalId part = values[result];
    states[permute].part = program.values[part].maker;
    states[states[permute].part].permute = permute;
    common.replace(permute, part);
  }
}

void PermuteMerger::drop(const Joint &joint) {
  for (OpId permute : joint.permutes) {
    State &state = states[permute];
    states[state.part].permute = kNone;
    state.part = kNone;
    common.replace(permute, kNone);
  }
  instantiation.dropInFront(joint.made);
}

} // namespace shardwright::evaluation
