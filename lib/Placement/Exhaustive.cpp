#include "shardwright/Placement/Exhaustive.h"

#include "lib/Placement/BranchAndBound.h"
#include "lib/Placement/CandidateSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

static PlacementPlan planOf(AssignmentPricer &pricer, const Assignment &assignment, const Price &total) {
  PlacementPlan plan;
  plan.total = total;
  for (auto [op, candidate] : llvm::enumerate(assignment)) {
    plan.chosen.push_back(candidate ? static_cast<int64_t>(plan.choices.size()) : -1);
    if (candidate)
      plan.choices.push_back(pricer.inFull(op, *candidate));
  }
  for (const ShardingProblem::LoopCarried &carried : pricer.state.program.loopCarried)
    plan.loopCarried.push_back(pricer.state.interner.sharding(pricer.state.specs[carried.result]));
  return plan;
}

ExhaustiveResult exhaustivePlacements(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                                      const ExhaustiveOptions &options) {
  SolverState state(costs, program, pricer);
  AssignmentPricer assignments(state);
  Assignment assignment(program.ops.size());
  std::vector<size_t> ops;
  for (auto [index, op] : llvm::enumerate(program.ops))
    if (op.opClass >= 0)
      ops.push_back(index);
  Window window(assignments, ops, findCandidateSpace(assignments, ops, assignment), assignment);
  SearchPrice below = options.below ? SearchPrice::of(*options.below) : SearchPrice::none();
  // Values that no open op makes or reads cost what they cost.
  for (size_t root = 0; root < program.values.size(); ++root)
    if (llvm::none_of(window.roots, [&](const Window::Root &open) { return open.value == root; }))
      if (std::optional<Price> price = assignments.reshards(root, assignment))
        below = below - SearchPrice::of(*price);
  BoundedSearch search = searchChoices(window, below, options.limit, options.below ? 1000 : 2);
  ExhaustiveResult result{std::nullopt, search.finished, search.visited};
  if (!search.best)
    return result;
  for (auto [op, candidate] : llvm::zip_equal(window.ops, *search.best))
    assignment[op.index] = op.candidates[candidate];
  result.plan = planOf(assignments, assignment, assignments.total(assignment).value_or(Price{}));
  return result;
}

} // namespace shardwright
