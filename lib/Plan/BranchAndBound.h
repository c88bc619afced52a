#ifndef LIB_PLAN_BRANCHANDBOUND_H
#define LIB_PLAN_BRANCHANDBOUND_H

#include "shardwright/Plan/Problem.h"

namespace shardwright::plan {

struct ExactResult {
  /// Everything was looked at, or ruled out; else the work was not enough.
  bool isComplete = false;
  /// The cheapest within the limit; none where there is none (or none was found yet).
  std::optional<Choices> choices;
};

/// Depth-first branch and bound, for small problems: what is left costs at least its cheapest choices with the cheapest
/// entries of edges (directed arc consistency, Larrosa & Meseguer 1996), and holds at least the least. All totals are
/// exact, whatever costs and usages are. `mostWork`: costs looked at.
ExactResult searchExactly(const Problem &problem, double mostWork);

} // namespace shardwright::plan

#endif // LIB_PLAN_BRANCHANDBOUND_H
