#ifndef SHARDWRIGHT_PLAN_FOLD_H
#define SHARDWRIGHT_PLAN_FOLD_H

#include "shardwright/Plan/Problem.h"

namespace shardwright::plan {

/// A problem in which nodes that are alike choose alike, as in repeated layers.
struct FoldedProblem {
  Problem problem;
  std::vector<uint32_t> nodeOf; ///< by node of the whole problem

  /// Choices of the whole problem, which cost the same there.
  Choices unfold(const Choices &choices) const;
  /// Of nodes that are alike, what the last chooses.
  Choices fold(const Choices &choices) const;
};

/// Joins nodes whose tables are equal, and those of all nodes and edges within `rounds` steps (colour refinement,
/// Weisfeiler and Leman 1968): layers, but for as many at either end. Costs are exact; a bound on them is none on those
/// of the whole problem, whose best may have equal layers take turns. A node has one time to live, so memory is that
/// around the time at which most is held by the leanest choices: of nodes several of which are live then, as many; of
/// others the one nearest to it. Look at peakUsage() of the whole problem. Linear in its size for each round. Of a
/// problem that checks.
FoldedProblem foldAlike(const Problem &problem, int rounds = 3);

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_FOLD_H
