#include "test/unit/Plan/Shrink.h"

#include <algorithm>

namespace shardwright::plan {
namespace {

Problem withoutNode(Problem problem, uint32_t node) {
  problem.nodes.erase(problem.nodes.begin() + node);
  auto touches = [&](const Problem::Edge &edge) { return edge.first == node || edge.second == node; };
  problem.edges.erase(std::remove_if(problem.edges.begin(), problem.edges.end(), touches), problem.edges.end());
  for (Problem::Edge &edge : problem.edges) {
    edge.first -= edge.first > node;
    edge.second -= edge.second > node;
  }
  return problem;
}

Problem withoutChoice(Problem problem, uint32_t node, size_t choice) {
  for (Problem::Edge &edge : problem.edges) {
    size_t columns = problem.nodes[edge.second].numChoices();
    std::vector<int64_t> costs;
    for (size_t i = 0; i < edge.costs.size(); ++i)
      if (!(edge.first == node && i / columns == choice) && !(edge.second == node && i % columns == choice))
        costs.push_back(edge.costs[i]);
    edge.costs = std::move(costs);
  }
  Problem::Node &shorter = problem.nodes[node];
  shorter.costs.erase(shorter.costs.begin() + choice);
  shorter.usages.erase(shorter.usages.begin() + choice);
  return problem;
}

/// Tries one step after another until none keeps the property.
class Shrinker {
public:
  Shrinker(Problem problem, const std::function<bool(const Problem &)> &hasProperty)
      : problem_(std::move(problem)), hasProperty_(hasProperty) {}

  Problem run() {
    while (dropParts() || lowerNumbers()) {
    }
    return problem_;
  }

private:
  bool keep(Problem smaller) {
    if (!hasProperty_(smaller))
      return false;
    problem_ = std::move(smaller);
    return true;
  }

  bool dropParts() {
    for (uint32_t node = 0; node < problem_.nodes.size(); ++node) {
      if (keep(withoutNode(problem_, node)))
        return true;
      for (size_t choice = 0; problem_.nodes[node].numChoices() > 1 && choice < problem_.nodes[node].numChoices();
           ++choice)
        if (keep(withoutChoice(problem_, node, choice)))
          return true;
    }
    for (size_t edge = 0; edge < problem_.edges.size(); ++edge) {
      Problem smaller = problem_;
      smaller.edges.erase(smaller.edges.begin() + edge);
      if (keep(std::move(smaller)))
        return true;
    }
    Problem unlimited = problem_;
    unlimited.usageLimit.reset();
    return problem_.usageLimit && keep(std::move(unlimited));
  }

  /// Every number that may be lower, with `visit`; a node's end not below its begin.
  template <typename Visit> static void visitNumbers(Problem &problem, Visit visit) {
    for (Problem::Node &node : problem.nodes) {
      for (int64_t &cost : node.costs)
        visit(cost, 0);
      for (int64_t &usage : node.usages)
        visit(usage, 0);
      visit(node.end, node.begin);
      visit(node.begin, 0);
    }
    for (Problem::Edge &edge : problem.edges)
      for (int64_t &cost : edge.costs)
        visit(cost, 0);
    if (problem.usageLimit)
      visit(*problem.usageLimit, 0);
  }

  bool lowerNumbers() {
    size_t count = 0;
    visitNumbers(problem_, [&](int64_t &, int64_t) { ++count; });
    for (size_t which = 0; which < count; ++which)
      if (lowerNumber(which))
        return true;
    return false;
  }

  /// By as much as can be, of what is above the least, its half, its quarter and so on: few steps for large numbers.
  bool lowerNumber(size_t which) {
    for (int halvings = 0;; ++halvings) {
      Problem smaller = problem_;
      uint64_t step = 0;
      size_t number = 0;
      visitNumbers(smaller, [&](int64_t &value, int64_t least) {
        if (number++ != which || value <= least)
          return;
        step = (uint64_t(value) - uint64_t(least)) >> halvings;
        value = int64_t(uint64_t(value) - step);
      });
      if (step == 0)
        return false;
      if (keep(std::move(smaller)))
        return true;
    }
  }

  Problem problem_;
  const std::function<bool(const Problem &)> &hasProperty_;
};

} // namespace

Problem shrink(Problem problem, const std::function<bool(const Problem &)> &hasProperty) {
  return Shrinker(std::move(problem), hasProperty).run();
}

} // namespace shardwright::plan
