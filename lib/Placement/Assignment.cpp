#include "lib/Placement/Assignment.h"

#include "lib/Placement/Copies.h"
#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

std::optional<Price> reshardTo(SolverState &state, size_t root, llvm::SmallVectorImpl<ShardingId> &existing,
                               ShardingId wanted) {
  if (llvm::is_contained(existing, wanted))
    return Price{};
  std::optional<Price> best;
  if (state.isFree(root))
    best = Price{};
  for (ShardingId from : existing) {
    if (best && state.prices.ticksAtLeast(state.arrays[root], from, wanted) > best->ticks)
      continue;
    std::optional<Price> price = state.prices.between(state.arrays[root], from, wanted);
    if (price && (!best || *price < *best))
      best = price;
  }
  existing.push_back(wanted);
  if (best)
    *best *= state.timesOf[root];
  return best;
}

AssignmentPricer::AssignmentPricer(SolverState &state)
    : state(state), uses(state.specs.size()), makers(state.specs.size()), around(state.program.ops.size()) {
  for (auto [index, op] : llvm::enumerate(state.program.ops)) {
    auto note = [&, index = index](size_t root) {
      if (!llvm::is_contained(around[index], root))
        around[index].push_back(root);
    };
    for (auto [position, operand] : llvm::enumerate(op.operands)) {
      note(state.rootOf(operand));
      if (op.opClass >= 0 || state.needs[index][position] != SolverState::kAny)
        uses[state.rootOf(operand)].push_back(
            {static_cast<uint32_t>(index), static_cast<uint32_t>(position),
             position < op.results.size() && state.rootOf(op.results[position]) == state.rootOf(operand)});
    }
    for (auto [position, result] : llvm::enumerate(op.results)) {
      note(state.rootOf(result));
      if (op.opClass >= 0)
        makers[result] = {static_cast<int64_t>(index), position};
    }
  }
}

const Price &AssignmentPricer::ownOnce(size_t index, const Candidate &candidate) {
  const SolverState::Op &op = state.program.ops[index];
  auto [place, added] = owns.try_emplace({op.opClass, &candidate});
  if (added) {
    Situation situation = state.situationOf(op);
    for (size_t operand : op.operands)
      situation.operands.push_back({state.arrays[operand], {}, 0, false, false, 0, false});
    for (size_t result : op.results)
      situation.results.push_back({state.arrays[result], {}, false});
    place->second = priceOwn(situation, state.interner, candidate);
  }
  return place->second;
}

Price AssignmentPricer::own(size_t op, const Candidate &candidate) {
  Price price = ownOnce(op, candidate);
  price *= state.program.ops[op].times;
  return price;
}

PlacementChoice AssignmentPricer::inFull(size_t op, const Candidate &candidate) {
  PlacementChoice choice;
  choice.placement = candidate.placement;
  choice.own = ownOnce(op, candidate);
  for (ShardingId need : candidate.needs)
    choice.needs.push_back(state.interner.sharding(need));
  for (ShardingId made : candidate.makes)
    choice.makes.push_back(state.interner.sharding(made));
  return choice;
}

std::optional<Price> AssignmentPricer::reshards(size_t root, const Assignment &assignment) const {
  Copies<Price> copies(made(root, assignment));
  for (Use use : uses[root]) {
    auto priceOf = [&](ShardingId from, ShardingId to, const std::optional<Price> &best) -> std::optional<Price> {
      if (state.isFree(root))
        return Price{};
      if (best && state.prices.ticksAtLeast(state.arrays[root], from, to) > best->ticks)
        return std::nullopt;
      return state.prices.between(state.arrays[root], from, to);
    };
    bool known = copies.fetch(need(use, assignment), !use.handsOn, priceOf);
    if (!known)
      return std::nullopt;
  }
  Price total = copies.total();
  total *= state.timesOf[root];
  return total;
}

std::optional<Price> AssignmentPricer::total(const Assignment &assignment) {
  Price total;
  for (auto [index, candidate] : llvm::enumerate(assignment))
    if (candidate)
      total += own(index, *candidate);
  for (size_t root = 0; root < uses.size(); ++root) {
    std::optional<Price> price = reshards(root, assignment);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

} // namespace shardwright
