#include "lib/Plan/BranchAndBound.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

namespace shardwright::plan {
namespace {

class DepthFirst {
public:
  DepthFirst(const Problem &problem, double mostWork)
      : problem(problem), workLeft(mostWork), order(problem.nodes.size()), place(problem.nodes.size()),
        chosen(problem.nodes.size()), edgesOf(problem.nodes.size()) {
    for (auto [edge, ends] : llvm::enumerate(problem.edges)) {
      edgesOf[ends.first].push_back(edge);
      edgesOf[ends.second].push_back(edge);
    }
    std::iota(order.begin(), order.end(), 0);
    llvm::stable_sort(order, [&](uint32_t a, uint32_t b) { return edgesOf[a].size() > edgesOf[b].size(); });
    for (auto [index, node] : llvm::enumerate(order))
      place[node] = index;
    for (const Problem::Node &node : problem.nodes)
      costs.emplace_back(node.costs.begin(), node.costs.end());
    for (size_t edge = 0; edge < problem.edges.size(); ++edge)
      addLeast(edge);
    makeTimes();
  }

  ExactResult run() {
    descend(0, 0);
    return {workLeft > 0, std::move(best)};
  }

private:
  uint32_t earlier(size_t edge) const {
    const auto &[first, second, table] = problem.edges[edge];
    return place[first] < place[second] ? first : second;
  }
  uint32_t later(size_t edge) const {
    const auto &[first, second, table] = problem.edges[edge];
    return place[first] < place[second] ? second : first;
  }
  int64_t entry(size_t edge, uint32_t node, size_t choice, size_t others) const {
    const Problem::Edge &it = problem.edges[edge];
    const size_t columns = problem.nodes[it.second].numChoices();
    return it.costs[it.first == node ? choice * columns + others : others * columns + choice];
  }

  /// What the edge costs at least with each choice of its earlier node, which costs as much more.
  void addLeast(size_t edge) {
    const uint32_t node = earlier(edge), other = later(edge);
    std::vector<int64_t> &least = leastOf.emplace_back();
    for (auto [choice, cost] : llvm::enumerate(costs[node])) {
      int64_t entries = entry(edge, node, choice, 0);
      for (size_t others = 1; others < problem.nodes[other].numChoices(); ++others)
        entries = std::min(entries, entry(edge, node, choice, others));
      least.push_back(entries);
      cost += entries;
    }
  }

  /// Once the earlier node is chosen, the later one costs what the edge costs with it.
  void addChosen(uint32_t node, size_t choice, int sign) {
    for (size_t edge : edgesOf[node]) {
      if (earlier(edge) != node)
        continue;
      for (auto [others, cost] : llvm::enumerate(costs[later(edge)]))
        cost += Total(sign) * entry(edge, node, choice, others);
    }
  }

  /// Only when a node begins to be live can the most be held.
  void makeTimes() {
    for (const Problem::Node &node : problem.nodes)
      if (node.isLive() && problem.usageLimit)
        times.push_back(node.begin);
    llvm::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    held.resize(times.size());
    for (uint32_t node = 0; node < problem.nodes.size(); ++node)
      hold(node, leastUsage(node));
  }

  Total leastUsage(uint32_t node) const { return *llvm::min_element(problem.nodes[node].usages); }

  void hold(uint32_t node, Total amount) {
    const auto &[begin, end, nodeCosts, usages] = problem.nodes[node];
    for (auto time = llvm::lower_bound(times, begin); time != times.end() && *time < end; ++time)
      held[time - times.begin()] += amount;
  }
  bool isWithinLimit() const {
    return llvm::all_of(held, [&](Total amount) { return amount <= *problem.usageLimit; });
  }

  Total leastOfRest(size_t from) const {
    Total sum = 0;
    for (uint32_t node : llvm::ArrayRef(order).drop_front(from))
      sum += *llvm::min_element(costs[node]);
    return sum;
  }

  /// Of the choice by itself: without what later nodes cost at least with it, which comes with theirs.
  Total ownCost(uint32_t node, size_t choice) const {
    Total cost = costs[node][choice];
    for (size_t edge : edgesOf[node])
      if (earlier(edge) == node)
        cost -= leastOf[edge][choice];
    return cost;
  }

  void descend(size_t at, Total sum) {
    if (workLeft <= 0 || (best && sum + leastOfRest(at) >= below) || !isWithinLimit())
      return;
    if (at == order.size()) {
      best = chosen;
      below = sum;
      return;
    }
    const uint32_t node = order[at];
    std::vector<uint32_t> choices(problem.nodes[node].numChoices());
    std::iota(choices.begin(), choices.end(), 0);
    llvm::stable_sort(choices, [&](uint32_t a, uint32_t b) { return costs[node][a] < costs[node][b]; });
    for (uint32_t choice : choices) {
      workLeft -= static_cast<double>(problem.nodes.size() * choices.size());
      const Total more = problem.nodes[node].usages[choice] - leastUsage(node);
      chosen[node] = choice;
      hold(node, more);
      addChosen(node, choice, 1);
      descend(at + 1, sum + ownCost(node, choice));
      addChosen(node, choice, -1);
      hold(node, -more);
    }
  }

  const Problem &problem;
  double workLeft;
  std::vector<uint32_t> order;
  std::vector<size_t> place; ///< in the order, by node
  Choices chosen;
  std::vector<std::vector<size_t>> edgesOf;
  std::vector<std::vector<int64_t>> leastOf; ///< by edge and choice of its earlier node
  std::vector<std::vector<Total>> costs;     ///< with chosen neighbours, and at least with later ones
  std::vector<int64_t> times;
  std::vector<Total> held; ///< by time, with the least of what is not chosen yet
  std::optional<Choices> best;
  Total below = 0;
};

} // namespace

ExactResult searchExactly(const Problem &problem, double mostWork) { return DepthFirst(problem, mostWork).run(); }

} // namespace shardwright::plan
