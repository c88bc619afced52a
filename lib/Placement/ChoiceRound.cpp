#include "lib/Placement/ChoiceRound.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

void ChoiceRound::begin() {
  copies.resize(state.specs.size());
  for (auto [value, spec] : llvm::enumerate(state.specs))
    copies[value].assign({spec});
  for (const PlacementProgram::Carry &carry : state.program.carries) {
    state.lies[carry.result] = state.specs[carry.result];
    for (size_t value : carry.arguments)
      state.lies[value] = state.specs[value];
  }
  last.assign(state.program.steps.size(), nullptr);
}

PlacementPlan ChoiceRound::run() {
  begin();
  PlacementPlan plan;
  plan.chosen.assign(state.program.steps.size(), -1);
  for (auto [index, step] : llvm::enumerate(state.program.steps)) {
    if (step.kind < 0) {
      if (following)
        settleCarries(index);
      for (auto [operand, need] : llvm::zip_equal(step.operands, state.needs[index]))
        if (need != ProgramState::kAny)
          plan.total += bring(operand, need);
      continue;
    }
    const Chosen &chosen = choiceFor(index);
    last[index] = &chosen;
    plan.chosen[index] = chosen.number;
    Price own = chosen.own;
    own *= step.times;
    plan.total += own;
    for (auto [operand, need] : llvm::zip_equal(step.operands, chosen.best->needs))
      plan.total += bring(operand, need);
    for (auto [result, made] : llvm::zip_equal(step.results, chosen.best->makes)) {
      copies[result].assign({made});
      state.lies[result] = made;
      state.nowhere[result] = following && madeOfNothing(step);
    }
  }
  for (const PlacementProgram::Carry &carry : state.program.carries)
    plan.carries.push_back(state.interner.sharding(state.specs[carry.result]));
  return plan;
}

void ChoiceRound::follow() {
  state.asked.assign(state.asked.size(), state.interner.wishes(Wishes()));
  following = true;
  run();
  following = false;
  state.nowhere.assign(state.nowhere.size(), false);
}

/// Whether the step makes its results wherever they are wanted: from numbers and what comes for free.
bool ChoiceRound::madeOfNothing(const ProgramState::Step &step) const {
  return llvm::all_of(step.operands, [&](size_t operand) {
    return state.program.values[operand].shape.empty() || state.isFree(state.rootOf(operand));
  });
}

/// A carry lies as what enters; where that lies nowhere in particular (zeros to be added to or written over), as what
/// the first turn yields.
void ChoiceRound::settleCarries(size_t step) {
  for (const PlacementProgram::Carry &carry : state.program.carries) {
    bool entering = carry.entry == step;
    if (!entering && (carry.yield != step || !state.nowhere[carry.result]))
      continue;
    size_t made = state.program.steps[step].operands[carry.position];
    ShardingId lies = carriedAs(carry, made);
    state.setCarry(carry, lies);
    bool nowhere = entering && carry.yield != step && state.isFree(state.rootOf(made));
    if (nowhere)
      state.needs[carry.yield][carry.position] = ProgramState::kAny;
    llvm::SmallVector<size_t, 3> values(carry.arguments.begin(), carry.arguments.end());
    values.push_back(carry.result);
    for (size_t value : values) {
      state.nowhere[value] = nowhere;
      copies[value].assign({lies});
      state.lies[value] = lies;
    }
  }
}

/// As what enters or is yielded, with nothing of it pending. What is carried whole is held whole: it never grows.
ShardingId ChoiceRound::carriedAs(const PlacementProgram::Carry &carry, size_t value) const {
  ShardingId now = state.specs[carry.result], lies = state.interner.combined(state.lies[state.rootOf(value)]);
  return state.localBytes(carry.result, lies) > state.localBytes(carry.result, now) ? now : lies;
}

llvm::ArrayRef<ShardingId> ChoiceRound::needsOf(size_t step) const {
  return last[step] ? llvm::ArrayRef<ShardingId>(last[step]->best->needs)
                    : llvm::ArrayRef<ShardingId>(state.needs[step]);
}

/// Makes the value exist in a sharding; what that costs.
Price ChoiceRound::bring(size_t value, ShardingId wanted) {
  size_t root = state.rootOf(value);
  llvm::SmallVector<ShardingId, 2> &existing = copies[root];
  if (llvm::is_contained(existing, wanted))
    return {};
  std::optional<Price> best;
  if (state.isFree(root))
    best = Price{};
  for (ShardingId from : existing) {
    std::optional<Price> price = state.prices.between(state.arrays[root], from, wanted);
    if (price && (!best || *price < *best))
      best = price;
  }
  existing.push_back(wanted);
  if (!best)
    return {};
  *best *= state.timesOf[root];
  return *best;
}

Situation ChoiceRound::situationAt(size_t index) const {
  const ProgramState::Step &step = state.program.steps[index];
  Situation situation = state.situationOf(step);
  for (size_t operand : step.operands) {
    size_t root = state.rootOf(operand);
    // The first operand that is the same value, whatever sharding it was brought to.
    auto first = llvm::find_if(step.operands, [&](size_t o) { return state.rootOf(o) == root; });
    // Only what is pending: where nothing is, situations that differ in this are one.
    bool elsewhere = !state.interner.sharding(copies[root].front()).partial.empty() &&
                     (copies[root].size() > 1 || state.combinedWhereMade[root] || !state.usersTakePartial(root, index));
    situation.operands.push_back({state.arrays[operand], copies[root],
                                  static_cast<size_t>(first - step.operands.begin()), elsewhere, state.isFree(root), 0,
                                  state.readWhole[root]});
  }
  for (size_t result : step.results)
    situation.results.push_back({state.arrays[result], state.interner.wishes(state.asked[result]),
                                 state.usersTakePartial(result, state.program.steps.size())});
  return situation;
}

const ChoiceRound::Chosen &ChoiceRound::choiceFor(size_t index) {
  const ProgramState::Step &step = state.program.steps[index];
  Situation situation = situationAt(index);
  Interner::Key key{static_cast<uint32_t>(step.kind)};
  for (const OperandState &operand : situation.operands) {
    key.append({static_cast<uint32_t>(operand.first), operand.resolvedElsewhere, operand.free, operand.readWhole,
                static_cast<uint32_t>(operand.available.size())});
    llvm::append_range(key, operand.available);
  }
  for (auto [value, result] : llvm::zip_equal(step.results, situation.results))
    key.append({state.asked[value], result.usersTakePartial});
  auto [place, added] = known.try_emplace(std::move(key));
  if (added) {
    place->second = choose(state.ways[step.kind], situation);
    byNumber.push_back(&place->second);
  }
  return place->second;
}

ChoiceRound::Chosen ChoiceRound::choose(uint32_t ways, const Situation &situation) {
  std::vector<PricedContender> ranked = rankContenders(situation, state.candidates.find(ways, situation), state.prices);
  Chosen chosen{static_cast<int64_t>(byNumber.size()), ranked.front().candidate, nullptr, {}, {}};
  chosen.own = priceOwn(situation, state.interner, *chosen.best);
  if (ranked.size() > 1) {
    chosen.next = ranked[1].candidate;
    chosen.nextCostsMore = ranked[1].price;
    chosen.nextCostsMore -= ranked[0].price;
  }
  return chosen;
}

PlacementChoice ChoiceRound::inFull(const Chosen &chosen) const {
  PlacementChoice choice;
  choice.placement = chosen.best->placement;
  choice.own = chosen.own;
  if (chosen.next)
    choice.next = {chosen.next->placement, chosen.nextCostsMore};
  choice.needs.reserve(chosen.best->needs.size());
  for (ShardingId need : chosen.best->needs)
    choice.needs.push_back(state.interner.sharding(need));
  choice.makes.reserve(chosen.best->makes.size());
  for (ShardingId made : chosen.best->makes)
    choice.makes.push_back(state.interner.sharding(made));
  return choice;
}

void ChoiceRound::addChoices(PlacementPlan &plan) const {
  std::vector<int64_t> numbers(byNumber.size(), -1);
  for (int64_t &chosen : plan.chosen) {
    if (chosen < 0)
      continue;
    int64_t &number = numbers[chosen];
    if (number < 0) {
      number = static_cast<int64_t>(plan.choices.size());
      plan.choices.push_back(inFull(*byNumber[chosen]));
    }
    chosen = number;
  }
}

} // namespace shardwright
