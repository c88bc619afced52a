#include "lib/Placement/ForwardRound.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

void ForwardRound::begin() {
  copies.resize(state.specs.size());
  for (auto [value, spec] : llvm::enumerate(state.specs))
    copies[value].assign({spec});
  for (const ShardingProblem::LoopCarried &carried : state.program.loopCarried) {
    state.current[carried.result] = state.specs[carried.result];
    for (size_t value : carried.arguments)
      state.current[value] = state.specs[value];
  }
  last.assign(state.program.ops.size(), nullptr);
}

PlacementPlan ForwardRound::run() {
  begin();
  PlacementPlan plan;
  plan.chosen.assign(state.program.ops.size(), -1);
  for (auto [index, op] : llvm::enumerate(state.program.ops)) {
    if (op.opClass < 0) {
      if (following)
        resolveLoopCarried(index);
      for (auto [operand, need] : llvm::zip_equal(op.operands, state.needs[index]))
        if (need != SolverState::kAny)
          plan.total += reshardTo(operand, need);
      continue;
    }
    const Chosen &chosen = choiceFor(index);
    last[index] = &chosen;
    plan.chosen[index] = chosen.number;
    Price own = chosen.own;
    own *= op.times;
    plan.total += own;
    for (auto [operand, need] : llvm::zip_equal(op.operands, chosen.best->needs))
      plan.total += reshardTo(operand, need);
    for (auto [result, made] : llvm::zip_equal(op.results, chosen.best->makes)) {
      copies[result].assign({made});
      state.current[result] = made;
      state.nowhere[result] = following && madeOfNothing(op);
    }
  }
  for (const ShardingProblem::LoopCarried &carried : state.program.loopCarried)
    plan.loopCarried.push_back(state.interner.sharding(state.specs[carried.result]));
  return plan;
}

void ForwardRound::follow() {
  state.asked.assign(state.asked.size(), state.interner.demands(Demands()));
  following = true;
  run();
  following = false;
  state.nowhere.assign(state.nowhere.size(), false);
}

/// Whether the op makes its results wherever they are wanted: from numbers and what comes for free.
bool ForwardRound::madeOfNothing(const SolverState::Op &op) const {
  return llvm::all_of(op.operands, [&](size_t operand) {
    return state.program.values[operand].shape.empty() || state.isFree(state.rootOf(operand));
  });
}

/// A loop-carried value is sharded as what enters; where that has no sharding of its own (zeros to be added to or
/// written over), as what the first iteration yields.
void ForwardRound::resolveLoopCarried(size_t op) {
  for (const ShardingProblem::LoopCarried &carried : state.program.loopCarried) {
    bool entering = carried.entry == op;
    if (!entering && (carried.yield != op || !state.nowhere[carried.result]))
      continue;
    size_t made = state.program.ops[op].operands[carried.position];
    ShardingId current = carriedAs(carried, made);
    state.setLoopCarried(carried, current);
    bool nowhere = entering && carried.yield != op && state.isFree(state.rootOf(made));
    if (nowhere)
      state.needs[carried.yield][carried.position] = SolverState::kAny;
    llvm::SmallVector<size_t, 3> values(carried.arguments.begin(), carried.arguments.end());
    values.push_back(carried.result);
    for (size_t value : values) {
      state.nowhere[value] = nowhere;
      copies[value].assign({current});
      state.current[value] = current;
    }
  }
}

/// As what enters or is yielded, with nothing of it partial. A value that is carried whole is held whole in every
/// iteration, so the sharding never holds more than the one before.
ShardingId ForwardRound::carriedAs(const ShardingProblem::LoopCarried &carried, size_t value) const {
  ShardingId now = state.specs[carried.result], current = state.interner.combined(state.current[state.rootOf(value)]);
  return state.localBytes(carried.result, current) > state.localBytes(carried.result, now) ? now : current;
}

llvm::ArrayRef<ShardingId> ForwardRound::needsOf(size_t op) const {
  return last[op] ? llvm::ArrayRef<ShardingId>(last[op]->best->needs) : llvm::ArrayRef<ShardingId>(state.needs[op]);
}

/// Makes the value exist in a sharding; returns the price of the reshard.
Price ForwardRound::reshardTo(size_t value, ShardingId wanted) {
  size_t root = state.rootOf(value);
  return shardwright::reshardTo(state, root, copies[root], wanted).value_or(Price{});
}

Situation ForwardRound::situationAt(size_t index) const {
  const SolverState::Op &op = state.program.ops[index];
  Situation situation = state.situationOf(op);
  for (size_t operand : op.operands) {
    size_t root = state.rootOf(operand);
    // The first operand that is the same value, whatever sharding it was brought to.
    auto first = llvm::find_if(op.operands, [&](size_t o) { return state.rootOf(o) == root; });
    // Only what is partial: where nothing is, situations that differ in this are one.
    bool elsewhere =
        !state.interner.sharding(copies[root].front()).partial.empty() &&
        (copies[root].size() > 1 || state.combinedWhereMade[root] || !state.usersAcceptPartial(root, index));
    situation.operands.push_back({state.arrays[operand], copies[root], static_cast<size_t>(first - op.operands.begin()),
                                  elsewhere, state.isFree(root), 0, state.readWhole[root]});
  }
  for (size_t result : op.results)
    situation.results.push_back({state.arrays[result], state.interner.demands(state.asked[result]),
                                 state.usersAcceptPartial(result, state.program.ops.size())});
  return situation;
}

const ForwardRound::Chosen &ForwardRound::choiceFor(size_t index) {
  const SolverState::Op &op = state.program.ops[index];
  Situation situation = situationAt(index);
  Interner::Key key{state.kindOf(index)};
  for (const OperandState &operand : situation.operands) {
    key.append({static_cast<uint32_t>(operand.first), operand.resolvedElsewhere, operand.free, operand.readWhole,
                static_cast<uint32_t>(operand.available.size())});
    llvm::append_range(key, operand.available);
  }
  for (auto [value, result] : llvm::zip_equal(op.results, situation.results))
    key.append({state.asked[value], result.usersAcceptPartial});
  auto [place, added] = known.try_emplace(std::move(key));
  if (added) {
    place->second = choose(index, situation);
    byNumber.push_back(&place->second);
  }
  return place->second;
}

ForwardRound::Chosen ForwardRound::choose(size_t op, const Situation &situation) {
  std::vector<PricedCandidate> ranked = rankCandidates(situation, state.candidatesOf(op, situation), state.prices);
  Chosen chosen{static_cast<int64_t>(byNumber.size()), ranked.front().candidate, nullptr, {}, {}};
  chosen.own = priceOwn(situation, state.interner, *chosen.best);
  if (ranked.size() > 1) {
    chosen.next = ranked[1].candidate;
    chosen.nextCostsMore = ranked[1].price;
    chosen.nextCostsMore -= ranked[0].price;
  }
  return chosen;
}

PlacementChoice ForwardRound::inFull(const Chosen &chosen) const {
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

Assignment ForwardRound::assignmentOf(const PlacementPlan &plan) const {
  Assignment assignment;
  assignment.reserve(plan.chosen.size());
  for (int64_t chosen : plan.chosen)
    assignment.push_back(chosen < 0 ? nullptr : byNumber[chosen]->best);
  return assignment;
}

void ForwardRound::addChoices(PlacementPlan &plan) const {
  std::vector<int64_t> numbers(byNumber.size(), -1);
  plan.choices.reserve(byNumber.size()); // they are large to move
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
