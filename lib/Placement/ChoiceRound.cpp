#include "lib/Placement/ChoiceRound.h"

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
      for (auto [operand, need] : llvm::zip_equal(step.operands, state.needs[index]))
        if (need != ProgramState::kAny)
          plan.total += bring(operand, need);
      continue;
    }
    const Chosen &chosen = choiceFor(index);
    last[index] = &chosen;
    plan.chosen[index] = chosen.index;
    Price own = choices[chosen.index].own;
    own *= step.times;
    plan.total += own;
    for (auto [operand, need] : llvm::zip_equal(step.operands, chosen.needs))
      plan.total += bring(operand, need);
    for (auto [result, made] : llvm::zip_equal(step.results, chosen.makes)) {
      copies[result].assign({made});
      state.lies[result] = made;
    }
  }
  for (const PlacementProgram::Carry &carry : state.program.carries)
    plan.carries.push_back(state.interner.sharding(state.specs[carry.result]));
  return plan;
}

llvm::ArrayRef<ShardingId> ChoiceRound::needsOf(size_t step) const {
  return last[step] ? llvm::ArrayRef<ShardingId>(last[step]->needs) : llvm::ArrayRef<ShardingId>(state.needs[step]);
}

/// Makes the value exist in a sharding; what that costs.
Price ChoiceRound::bring(size_t value, ShardingId wanted) {
  size_t root = state.rootOf(value);
  llvm::SmallVector<ShardingId, 2> &existing = copies[root];
  if (llvm::is_contained(existing, wanted))
    return {};
  std::optional<Price> best;
  if (state.program.values[root].free)
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
                                  static_cast<size_t>(first - step.operands.begin()), elsewhere,
                                  state.program.values[root].free, 0, state.readWhole[root]});
  }
  for (size_t result : step.results)
    situation.results.push_back({state.arrays[result], state.interner.wishes(state.asked[result]),
                                 state.usersTakePartial(result, state.program.steps.size())});
  return situation;
}

const ChoiceRound::Chosen &ChoiceRound::choiceFor(size_t index) {
  const ProgramState::Step &step = state.program.steps[index];
  Situation situation = situationAt(index);
  auto kind = static_cast<uint32_t>(step.kind);
  Interner::Key key{kind};
  for (const OperandState &operand : situation.operands) {
    key.append({static_cast<uint32_t>(operand.first), operand.resolvedElsewhere, operand.free, operand.readWhole,
                static_cast<uint32_t>(operand.available.size())});
    llvm::append_range(key, operand.available);
  }
  for (auto [value, result] : llvm::zip_equal(step.results, situation.results))
    key.append({state.asked[value], result.usersTakePartial});
  auto [place, added] = known.try_emplace(std::move(key));
  if (added)
    place->second = choose(kind, situation);
  return place->second;
}

static std::string why(llvm::ArrayRef<PricedCandidate> ranked, const ShardingRule &rule) {
  std::string reason = "(" + ranked.front().candidate->placement.str(rule);
  if (ranked.size() > 1) {
    const Price &best = ranked[0].price, &next = ranked[1].price;
    auto more = static_cast<int64_t>(next.bytes + next.compute - best.bytes - best.compute);
    reason += "; next best " + ranked[1].candidate->placement.str(rule) + " costs " + std::to_string(more) + " more";
  }
  return reason + ")";
}

ChoiceRound::Chosen ChoiceRound::choose(uint32_t kind, const Situation &situation) {
  std::vector<PricedCandidate> ranked = rankCandidates(situation, state.candidates.find(kind, situation), state.prices);
  const Candidate &best = *ranked.front().candidate;
  PlacementChoice choice;
  choice.placement = best.placement;
  if (ranked.size() > 1) {
    choice.next = {ranked[1].candidate->placement, ranked[1].price};
    choice.next->more -= ranked[0].price;
  }
  choice.reason = why(ranked, situation.rule);
  choice.own = best.own;
  for (ShardingId need : best.needs)
    choice.needs.push_back(state.interner.sharding(need));
  for (ShardingId made : best.makes)
    choice.makes.push_back(state.interner.sharding(made));
  choices.push_back(std::move(choice));
  return {static_cast<int64_t>(choices.size() - 1), best.needs, best.makes};
}

} // namespace shardwright
