#include "lib/Placement/Neighbourhood.h"

#include "lib/Placement/CandidateSpace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

namespace shardwright {

Interner::Key neighbourhoodOf(const AssignmentPricer &pricer, const Assignment &assignment,
                              llvm::ArrayRef<size_t> ops) {
  const SolverState &state = pricer.state;
  Interner::Key key;
  llvm::SmallVector<size_t, 16> roots;
  auto slotOf = [&](int64_t op) { return static_cast<uint32_t>(llvm::find(ops, op) - ops.begin()); };
  for (size_t op : ops) {
    key.push_back(state.kindOf(op));
    Interner::appendWide(key, reinterpret_cast<uintptr_t>(assignment[op]));
    Interner::appendWide(key, llvm::bit_cast<uint64_t>(state.program.ops[op].times));
    for (size_t root : pricer.rootsAround(op)) {
      auto place = llvm::find(roots, root);
      key.push_back(static_cast<uint32_t>(place - roots.begin()));
      if (place == roots.end())
        roots.push_back(root);
    }
  }
  for (size_t root : roots) {
    uint32_t maker = slotOf(pricer.makerOf(root).op);
    key.append({state.arrays[root], state.specs[root], state.isFree(root), state.readWhole[root], maker});
    key.push_back(maker < ops.size() ? static_cast<uint32_t>(pricer.makerOf(root).result)
                                     : pricer.made(root, assignment));
    Interner::appendWide(key, llvm::bit_cast<uint64_t>(state.timesOf[root]));
    llvm::SmallVector<std::pair<ShardingId, bool>, 8> outside;
    for (AssignmentPricer::Use use : pricer.usesOf(root)) {
      uint32_t slot = slotOf(use.op);
      if (slot < ops.size()) {
        key.append({slot, use.position});
        continue;
      }
      std::pair<ShardingId, bool> need{pricer.need(use, assignment), use.handsOn};
      if (llvm::is_contained(outside, need))
        continue;
      outside.push_back(need);
      key.append({~0u - use.handsOn, need.first});
    }
  }
  return key;
}

/// What one op's candidate makes a difference to.
static std::optional<Price> priceAround(AssignmentPricer &pricer, const Assignment &assignment, size_t op) {
  Price total = pricer.own(op, *assignment[op]);
  for (size_t root : pricer.rootsAround(op)) {
    std::optional<Price> price = pricer.reshards(root, assignment);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

/// Whether it needs something otherwise than it is made.
static bool asksForCopies(const AssignmentPricer &pricer, const Assignment &assignment, size_t op) {
  const SolverState &state = pricer.state;
  return llvm::any_of(llvm::zip_equal(state.program.ops[op].operands, assignment[op]->needs), [&](const auto &pair) {
    auto [operand, need] = pair;
    return need != pricer.made(state.rootOf(operand), assignment);
  });
}

static PlacementChoice choiceOf(AssignmentPricer &pricer, Assignment &assignment, size_t op) {
  const Candidate *chosen = assignment[op], *second = nullptr;
  PlacementChoice choice = pricer.inFull(op, *chosen);
  if (!asksForCopies(pricer, assignment, op))
    return choice;
  std::optional<Price> cheapest = priceAround(pricer, assignment, op), next;
  for (const Candidate *candidate : findCandidatesOf(pricer, op, assignment)) {
    if (candidate == chosen)
      continue;
    assignment[op] = candidate;
    std::optional<Price> price = priceAround(pricer, assignment, op);
    if (!price || (cheapest && *price < *cheapest) || (next && !(*price < *next)))
      continue;
    next = price;
    second = candidate;
  }
  assignment[op] = chosen;
  if (!next || !cheapest)
    return choice;
  *next -= *cheapest;
  *next *= 1 / pricer.state.program.ops[op].times; // as of one run, like what the rounds tell
  choice.next = {second->placement, *next};
  return choice;
}

void describeChoices(AssignmentPricer &pricer, Assignment &assignment, llvm::ArrayRef<size_t> ops,
                     PlacementPlan &plan) {
  Interner::Memory<int64_t> numbers;
  for (size_t op : ops) {
    auto [place, added] =
        numbers.try_emplace(neighbourhoodOf(pricer, assignment, op), static_cast<int64_t>(plan.choices.size()));
    if (added)
      plan.choices.push_back(choiceOf(pricer, assignment, op));
    plan.chosen[op] = place->second;
  }
}

} // namespace shardwright
