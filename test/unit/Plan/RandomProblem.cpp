#include "test/unit/Plan/RandomProblem.h"

#include <algorithm>
#include <limits>
#include <random>

namespace shardwright::plan {
namespace {

class Generator {
public:
  explicit Generator(uint64_t seed) : random_(seed), seed_(seed) {}

  Problem make(size_t mostNodes) {
    Problem problem;
    problem.name = "seed " + std::to_string(seed_);
    mostCost_ = oneIn(20) ? kLargest : oneIn(3) ? 3 : oneIn(2) ? 100 : 1'000'000'000'000;
    mostUsage_ = oneIn(20) ? kLargest : oneIn(8) ? 0 : oneIn(2) ? 10 : int64_t(1) << 40;
    timeStep_ = oneIn(4) ? 1'000'000'000'000'000 : 1;
    firstTime_ = oneIn(4) ? -2 : 0;
    numTimes_ = 1 + below(8);
    hasForbidden_ = oneIn(3);
    size_t nodes = oneIn(40) ? below(2) : 1 + below(mostNodes), combinations = 1;
    for (size_t node = 0; node < nodes; ++node) {
      problem.nodes.push_back(makeNode(combinations < kMostCombinations ? 1 + below(4) : 1));
      combinations *= problem.nodes.back().numChoices();
    }
    size_t edges = nodes < 2 ? 0 : below(oneIn(3) ? 4 * nodes : 2 * nodes);
    for (size_t edge = 0; edge < edges; ++edge)
      problem.edges.push_back(makeEdge(problem));
    problem.usageLimit = makeLimit(problem);
    return problem;
  }

private:
  static constexpr size_t kMostCombinations = 10'000;
  static constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

  uint64_t below(uint64_t end) { return random_() % end; }
  bool oneIn(uint64_t count) { return below(count) == 0; }
  int64_t cost() { return hasForbidden_ && oneIn(6) ? kForbidden : int64_t(below(mostCost_ + 1)); }

  Problem::Node makeNode(size_t choices) {
    Problem::Node node;
    uint64_t one = below(numTimes_ + 1), other = below(numTimes_ + 1);
    node.begin = (firstTime_ + int64_t(std::min(one, other))) * timeStep_;
    node.end = (firstTime_ + int64_t(std::max(one, other))) * timeStep_;
    for (size_t choice = 0; choice < choices; ++choice) {
      node.costs.push_back(cost());
      node.usages.push_back(int64_t(below(mostUsage_ + 1)));
    }
    return node;
  }

  Problem::Edge makeEdge(const Problem &problem) {
    // Often of a pair that is there, in either direction.
    uint32_t first = below(problem.nodes.size()),
             second = (first + 1 + below(problem.nodes.size() - 1)) % problem.nodes.size();
    if (!problem.edges.empty() && oneIn(3)) {
      const Problem::Edge &other = problem.edges[below(problem.edges.size())];
      first = other.first, second = other.second;
      if (oneIn(2))
        std::swap(first, second);
    }
    Problem::Edge edge{first, second, {}};
    for (size_t i = problem.nodes[first].numChoices() * problem.nodes[second].numChoices(); i > 0; --i)
      edge.costs.push_back(oneIn(3) ? 0 : cost());
    return edge;
  }

  /// Mostly what some choices need, a little more or less.
  std::optional<int64_t> makeLimit(const Problem &problem) {
    if (oneIn(6))
      return std::nullopt;
    if (oneIn(12))
      return 0;
    Choices choices;
    for (const Problem::Node &node : problem.nodes) {
      uint32_t choice = below(node.numChoices());
      if (!oneIn(3)) // often the least
        choice = std::min_element(node.usages.begin(), node.usages.end()) - node.usages.begin();
      choices.push_back(choice);
    }
    Total usage = peakUsage(problem, choices).usage + int64_t(below(3)) - 1;
    return static_cast<int64_t>(std::clamp<Total>(usage, 0, kLargest));
  }

  std::mt19937_64 random_;
  uint64_t seed_;
  uint64_t mostCost_ = 0, mostUsage_ = 0, numTimes_ = 1;
  int64_t timeStep_ = 1, firstTime_ = 0;
  bool hasForbidden_ = false;
};

} // namespace

Problem randomProblem(uint64_t seed, size_t mostNodes) { return Generator(seed).make(mostNodes); }

} // namespace shardwright::plan
