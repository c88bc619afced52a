#ifndef TEST_UNIT_PLAN_VARIABLEELIMINATION_H
#define TEST_UNIT_PLAN_VARIABLEELIMINATION_H

#include "shardwright/Plan/Problem.h"

#include <algorithm>
#include <optional>

namespace shardwright::plan {

/// The cheapest choices without a memory limit, by variable elimination (Bertelè and Brioschi 1972): exact, exponential
/// in the width of the graph. Nothing where a table would have more entries than the limit.
class VariableElimination {
public:
  explicit VariableElimination(const Problem &problem, size_t limit = size_t(1) << 22)
      : problem(problem), limit(limit) {
    for (uint32_t node = 0; node < problem.nodes.size(); ++node)
      factors.push_back({{node}, {problem.nodes[node].costs.begin(), problem.nodes[node].costs.end()}});
    for (const Problem::Edge &edge : problem.edges)
      factors.push_back({{edge.first, edge.second}, {edge.costs.begin(), edge.costs.end()}});
  }

  std::optional<Choices> find() {
    std::vector<uint32_t> left(problem.nodes.size());
    for (uint32_t node = 0; node < left.size(); ++node)
      left[node] = node;
    while (!left.empty()) {
      auto cheapest =
          std::min_element(left.begin(), left.end(), [&](uint32_t a, uint32_t b) { return sizeWith(a) < sizeWith(b); });
      if (sizeWith(*cheapest) > double(limit))
        return std::nullopt;
      eliminate(*cheapest);
      left.erase(cheapest);
    }
    Choices choices(problem.nodes.size());
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      choices[step->nodes.front()] = bestOf(*step, choices);
    return choices;
  }

private:
  /// The first node varies slowest.
  struct Factor {
    std::vector<uint32_t> nodes;
    std::vector<Total> costs;
  };

  size_t count(uint32_t node) const { return problem.nodes[node].costs.size(); }

  std::vector<uint32_t> nodesWith(uint32_t node) const {
    std::vector<uint32_t> all{node};
    for (const Factor &factor : factors)
      if (std::find(factor.nodes.begin(), factor.nodes.end(), node) != factor.nodes.end())
        for (uint32_t other : factor.nodes)
          if (std::find(all.begin(), all.end(), other) == all.end())
            all.push_back(other);
    return all;
  }

  double sizeWith(uint32_t node) const {
    double size = 1;
    for (uint32_t each : nodesWith(node))
      size *= double(count(each));
    return size;
  }

  size_t placeIn(const Factor &factor, const Choices &choices) const {
    size_t place = 0;
    for (uint32_t node : factor.nodes)
      place = place * count(node) + choices[node];
    return place;
  }

  uint32_t bestOf(const Factor &factor, Choices &choices) const {
    uint32_t node = factor.nodes.front(), best = 0;
    Total least = -1;
    for (uint32_t choice = 0; choice < count(node); ++choice) {
      choices[node] = choice;
      if (Total cost = factor.costs[placeIn(factor, choices)]; least < 0 || cost < least) {
        least = cost;
        best = choice;
      }
    }
    return best;
  }

  void eliminate(uint32_t node) {
    Factor joined{nodesWith(node), {}};
    std::vector<Factor> with;
    for (size_t i = 0; i < factors.size();)
      if (std::find(factors[i].nodes.begin(), factors[i].nodes.end(), node) != factors[i].nodes.end()) {
        with.push_back(std::move(factors[i]));
        factors[i] = std::move(factors.back());
        factors.pop_back();
      } else {
        ++i;
      }
    Choices choices(problem.nodes.size());
    joined.costs.resize(size_t(sizeOf(joined.nodes)));
    for (size_t place = 0; place < joined.costs.size(); ++place) {
      size_t rest = place;
      for (auto each = joined.nodes.rbegin(); each != joined.nodes.rend(); ++each) {
        choices[*each] = uint32_t(rest % count(*each));
        rest /= count(*each);
      }
      for (const Factor &factor : with)
        joined.costs[place] += factor.costs[placeIn(factor, choices)];
    }
    Factor least{{joined.nodes.begin() + 1, joined.nodes.end()}, {}};
    least.costs.resize(joined.costs.size() / count(node));
    for (size_t place = 0; place < least.costs.size(); ++place) {
      least.costs[place] = joined.costs[place];
      for (size_t choice = 1; choice < count(node); ++choice)
        least.costs[place] = std::min(least.costs[place], joined.costs[choice * least.costs.size() + place]);
    }
    steps.push_back(std::move(joined));
    factors.push_back(std::move(least));
  }

  double sizeOf(const std::vector<uint32_t> &nodes) const {
    double size = 1;
    for (uint32_t node : nodes)
      size *= double(count(node));
    return size;
  }

  const Problem &problem;
  size_t limit;
  std::vector<Factor> factors, steps;
};

/// In the words of Problem's definition.
inline Total totalOf(const Problem &problem, const Choices &choices) {
  Total total = 0;
  for (size_t node = 0; node < choices.size(); ++node)
    total += problem.nodes[node].costs[choices[node]];
  for (const Problem::Edge &edge : problem.edges)
    total += edge.costs[choices[edge.first] * problem.nodes[edge.second].costs.size() + choices[edge.second]];
  return total;
}

inline Total heldAt(const Problem &problem, const Choices &choices, int64_t time) {
  Total held = 0;
  for (size_t node = 0; node < choices.size(); ++node)
    if (problem.nodes[node].begin <= time && time < problem.nodes[node].end)
      held += problem.nodes[node].usages[choices[node]];
  return held;
}

/// When most is held: where some node begins.
inline int64_t peakTimeOf(const Problem &problem, const Choices &choices) {
  int64_t time = 0;
  for (const Problem::Node &node : problem.nodes)
    if (heldAt(problem, choices, node.begin) > heldAt(problem, choices, time))
      time = node.begin;
  return time;
}

inline Total peakOf(const Problem &problem, const Choices &choices) {
  return heldAt(problem, choices, peakTimeOf(problem, choices));
}

} // namespace shardwright::plan

#endif // TEST_UNIT_PLAN_VARIABLEELIMINATION_H
