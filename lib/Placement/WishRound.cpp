#include "lib/Placement/WishRound.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

void WishRound::run() {
  std::vector<llvm::SmallVector<WishesId, 4>> askedBy(state.program.values.size());
  for (size_t index = state.program.steps.size(); index-- > 0;) {
    const ProgramState::Step &step = state.program.steps[index];
    for (size_t result : step.results)
      settle(result, askedBy[result]);
    if (step.kind < 0) {
      for (auto [operand, need] : llvm::zip_equal(step.operands, state.needs[index]))
        askedBy[operand].push_back(need != ProgramState::kAny ? state.interner.only(need)
                                                              : state.asked[step.results.front()]);
      continue;
    }
    llvm::ArrayRef<WishesId> wishes = wishesOf(step);
    for (auto [position, operand] : llvm::enumerate(step.operands))
      if (llvm::find(step.operands, operand) - step.operands.begin() == static_cast<ptrdiff_t>(position))
        askedBy[operand].push_back(wishes[position]);
  }
}

void WishRound::settle(size_t value, llvm::ArrayRef<WishesId> users) {
  WishesId ofSpec = state.interner.only(state.specs[value]);
  if (users.empty()) {
    state.asked[value] = ofSpec;
    return;
  }
  Interner::Key key{state.arrays[value]};
  key.append(users.begin(), users.end());
  auto [place, added] = merged.try_emplace(std::move(key), ofSpec);
  if (added) {
    llvm::SmallVector<llvm::ArrayRef<Wish>, 4> tables;
    for (WishesId user : users)
      tables.push_back(state.interner.wishes(user));
    Wishes all = mergeWishes(tables, state.arrays[value], limit, state.prices);
    if (!all.empty())
      place->second = state.interner.wishes(std::move(all));
  }
  state.asked[value] = place->second;
}

llvm::ArrayRef<WishesId> WishRound::wishesOf(const ProgramState::Step &step) {
  Interner::Key key{static_cast<uint32_t>(step.kind)};
  for (size_t operand : step.operands) {
    auto first = llvm::find(step.operands, operand) - step.operands.begin();
    auto before =
        llvm::count_if(step.operands, [&, operand](size_t o) { return state.definedAt[o] < state.definedAt[operand]; });
    key.append({state.lies[operand], static_cast<uint32_t>(first), static_cast<uint32_t>(before), state.isFree(operand),
                state.readWhole[state.rootOf(operand)]});
  }
  for (size_t result : step.results)
    key.push_back(state.asked[result]);
  auto [place, added] = wished.try_emplace(std::move(key));
  if (added)
    place->second = work(step);
  return place->second;
}

std::vector<WishesId> WishRound::work(const ProgramState::Step &step) {
  Situation situation = state.situationOf(step);
  for (size_t operand : step.operands)
    situation.operands.push_back({state.arrays[operand],
                                  {state.lies[operand]},
                                  static_cast<size_t>(llvm::find(step.operands, operand) - step.operands.begin()),
                                  /*resolvedElsewhere=*/false,
                                  state.isFree(operand),
                                  state.definedAt[operand],
                                  state.readWhole[state.rootOf(operand)]});
  for (size_t result : step.results)
    situation.results.push_back({state.arrays[result], state.interner.wishes(state.asked[result]), false});
  llvm::ArrayRef<Contender> contenders = state.candidates.find(state.ways[step.kind], situation);
  std::vector<WishesId> wishes;
  for (size_t position = 0; position < step.operands.size(); ++position)
    wishes.push_back(state.interner.wishes(operandWishes(situation, contenders, position, state.prices)));
  return wishes;
}

} // namespace shardwright
