#ifndef TEST_UNIT_PLACEMENT_PLANASSIGNMENT_H
#define TEST_UNIT_PLACEMENT_PLANASSIGNMENT_H

#include "lib/Placement/Assignment.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

namespace shardwright {

/// How a plan runs each op and carries each loop-carried value, in a state that was told nothing else: what a plan says
/// that it costs is compared with what this costs. `candidates` holds what the result points to.
inline Assignment assignmentOf(SolverState &state, const PlacementPlan &plan, std::deque<Candidate> &candidates) {
  for (auto [carried, sharding] : llvm::zip_equal(state.program.loopCarried, plan.loopCarried))
    state.setLoopCarried(carried, state.interner.sharding(sharding));
  Assignment assignment(plan.chosen.size());
  for (auto [op, chosen] : llvm::enumerate(plan.chosen)) {
    if (chosen < 0)
      continue;
    const PlacementChoice &choice = plan.choices[chosen];
    Candidate &candidate = candidates.emplace_back();
    candidate.placement = choice.placement;
    for (const AxisList &axes : choice.placement.factors)
      candidate.parts.push_back(numParts(state.mesh, axes));
    for (const Sharding &need : choice.needs)
      candidate.needs.push_back(state.interner.sharding(need));
    for (const Sharding &made : choice.makes)
      candidate.makes.push_back(state.interner.sharding(made));
    assignment[op] = &candidate;
  }
  return assignment;
}

} // namespace shardwright

#endif // TEST_UNIT_PLACEMENT_PLANASSIGNMENT_H
