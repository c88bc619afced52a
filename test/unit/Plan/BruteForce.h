#ifndef TEST_UNIT_PLAN_BRUTEFORCE_H
#define TEST_UNIT_PLAN_BRUTEFORCE_H

#include "shardwright/Plan/Problem.h"

#include <algorithm>
#include <optional>

namespace shardwright::plan {

/// The oracle of solvers: all choices of small problems one after another, in the words of Problem's definition and
/// with none of its functions. What is left out is only what cannot be the best: costs and usages are not negative, so
/// what costs as much as the best so far, or is above the limit, stays so.
class BruteForce {
public:
  explicit BruteForce(const Problem &problem) : problem_(problem), choices_(problem.nodes.size()) { visit(0, 0); }

  /// The least cost within the limit; nothing where no choices are.
  std::optional<Total> optimum() const { return optimum_; }

private:
  void visit(size_t node, Total cost) {
    if ((optimum_ && cost >= *optimum_) || isAboveLimit(node))
      return;
    if (node == choices_.size()) {
      optimum_ = cost;
      return;
    }
    for (uint32_t choice = 0; choice < problem_.nodes[node].costs.size(); ++choice) {
      choices_[node] = choice;
      visit(node + 1, cost + problem_.nodes[node].costs[choice] + costOfEdgesTo(node));
    }
  }

  /// Of edges whose later node it is.
  Total costOfEdgesTo(size_t node) const {
    Total cost = 0;
    for (const Problem::Edge &edge : problem_.edges)
      if (std::max(edge.first, edge.second) == node)
        cost += edge.costs[choices_[edge.first] * problem_.nodes[edge.second].costs.size() + choices_[edge.second]];
    return cost;
  }

  /// Whether the first `count` nodes hold too much at some time: at a node's begin, or at none.
  bool isAboveLimit(size_t count) const {
    if (!problem_.usageLimit)
      return false;
    for (size_t at = 0; at < count; ++at) {
      Total held = 0;
      for (size_t node = 0; node < count; ++node)
        if (problem_.nodes[node].begin <= problem_.nodes[at].begin &&
            problem_.nodes[at].begin < problem_.nodes[node].end)
          held += problem_.nodes[node].usages[choices_[node]];
      if (held > *problem_.usageLimit)
        return true;
    }
    return false;
  }

  const Problem &problem_;
  Choices choices_;
  std::optional<Total> optimum_;
};

} // namespace shardwright::plan

#endif // TEST_UNIT_PLAN_BRUTEFORCE_H
