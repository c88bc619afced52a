#include "shardwright/Plan/Solve.h"

namespace shardwright::plan {
namespace {

/// Up to so many combinations are tried one by one.
constexpr size_t kMostCombinations = size_t(1) << 20;

bool hasFewCombinations(const Problem &problem) {
  size_t combinations = 1;
  for (const Problem::Node &node : problem.nodes)
    if (combinations *= node.numChoices(); combinations > kMostCombinations)
      return false;
  return true;
}

/// Goes on to the next combination; false behind the last.
bool advance(const Problem &problem, Choices &choices) {
  for (size_t node = 0; node < choices.size(); ++node) {
    if (++choices[node] < problem.nodes[node].numChoices())
      return true;
    choices[node] = 0;
  }
  return false;
}

Solution evaluated(const Problem &problem, const Choices &choices) {
  Solution solution;
  solution.choices = choices;
  solution.cost = costOf(problem, choices);
  solution.peakUsage = peakUsage(problem, choices).usage;
  solution.isWithinLimit = !problem.usageLimit || solution.peakUsage <= *problem.usageLimit;
  return solution;
}

bool isBetter(const Solution &one, const Solution &other) {
  if (one.isWithinLimit != other.isWithinLimit)
    return one.isWithinLimit;
  return one.isWithinLimit ? one.cost < other.cost : one.peakUsage < other.peakUsage;
}

Solution solveByEnumeration(const Problem &problem) {
  Choices choices(problem.nodes.size(), 0);
  Solution best = evaluated(problem, choices);
  while (advance(problem, choices))
    if (Solution next = evaluated(problem, choices); isBetter(next, best))
      best = std::move(next);
  if (best.isWithinLimit)
    best.lowerBound = best.cost;
  return best;
}

/// Each node by itself: a stand-in for a search.
Solution solveNodeByNode(const Problem &problem) {
  Choices choices;
  for (const Problem::Node &node : problem.nodes) {
    uint32_t best = 0;
    for (uint32_t choice = 1; choice < node.numChoices(); ++choice)
      if (node.costs[choice] < node.costs[best])
        best = choice;
    choices.push_back(best);
  }
  return evaluated(problem, choices);
}

} // namespace

absl::StatusOr<Solution> solve(const Problem &problem, const SolveOptions &options) {
  if (absl::Status status = check(problem); !status.ok())
    return status;
  Solution solution = hasFewCombinations(problem) ? solveByEnumeration(problem) : solveNodeByNode(problem);
  if (options.progress)
    options.progress(solution, 0);
  return solution;
}

} // namespace shardwright::plan
