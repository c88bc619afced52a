#include "shardwright/Plan/Problem.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <sstream>
#include <tuple>

namespace shardwright::plan {

std::string str(Total total) {
  std::ostringstream text;
  text << total;
  return text.str();
}

static absl::Status checkEntries(const char *table, size_t number, const std::vector<int64_t> &entries) {
  for (auto [i, entry] : llvm::enumerate(entries))
    if (entry < 0)
      return absl::InvalidArgumentError(
          absl::StrCat(table, "[", number, "][", i, "] is ", entry, "; it must not be negative"));
  return absl::OkStatus();
}

static absl::Status checkNode(const Problem::Node &node, size_t number) {
  if (node.costs.empty() && node.usages.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("nodes.costs[", number, "] is empty; a node has at least one choice"));
  if (node.costs.size() != node.usages.size())
    return absl::InvalidArgumentError(absl::StrCat("nodes.costs[", number, "] has ", node.costs.size(),
                                                   " entries, nodes.usages[", number, "] has ", node.usages.size()));
  if (node.begin > node.end)
    return absl::InvalidArgumentError(
        absl::StrCat("nodes.intervals[", number, "] ends at ", node.end, ", before it begins at ", node.begin));
  if (absl::Status status = checkEntries("nodes.costs", number, node.costs); !status.ok())
    return status;
  return checkEntries("nodes.usages", number, node.usages);
}

static absl::Status checkEdge(const Problem &problem, const Problem::Edge &edge, size_t number) {
  for (uint32_t node : {edge.first, edge.second})
    if (node >= problem.nodes.size())
      return absl::InvalidArgumentError(
          absl::StrCat("edges.nodes[", number, "] names node ", node, "; there are ", problem.nodes.size()));
  if (edge.first == edge.second)
    return absl::InvalidArgumentError(
        absl::StrCat("edges.nodes[", number, "] joins node ", edge.first, " to itself; add its costs to the node's"));
  size_t rows = problem.nodes[edge.first].numChoices(), columns = problem.nodes[edge.second].numChoices();
  if (edge.costs.size() != rows * columns)
    return absl::InvalidArgumentError(absl::StrCat("edges.costs[", number, "] has ", edge.costs.size(),
                                                   " entries; nodes ", edge.first, " and ", edge.second, " have ", rows,
                                                   " and ", columns, " choices, which makes ", rows * columns));
  return checkEntries("edges.costs", number, edge.costs);
}

absl::Status check(const Problem &problem) {
  for (auto [number, node] : llvm::enumerate(problem.nodes))
    if (absl::Status status = checkNode(node, number); !status.ok())
      return status;
  for (auto [number, edge] : llvm::enumerate(problem.edges))
    if (absl::Status status = checkEdge(problem, edge, number); !status.ok())
      return status;
  if (problem.usageLimit && *problem.usageLimit < 0)
    return absl::InvalidArgumentError(
        absl::StrCat("usage_limit is ", *problem.usageLimit, "; it must not be negative"));
  return absl::OkStatus();
}

absl::Status verify(const Problem &problem, const Choices &choices) {
  if (choices.size() != problem.nodes.size())
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", choices.size(), " choices for ", problem.nodes.size(), " nodes"));
  for (auto [number, choice] : llvm::enumerate(choices))
    if (choice >= problem.nodes[number].numChoices())
      return absl::InvalidArgumentError(
          absl::StrCat("choice ", choice, " of node ", number, "; it has ", problem.nodes[number].numChoices()));
  return absl::OkStatus();
}

int64_t addCosts(int64_t a, int64_t b) {
  return std::min(kForbidden, std::min(kForbidden, a) + std::min(kForbidden, b));
}

Choices leanestChoices(const Problem &problem) {
  Choices choices;
  for (const Problem::Node &node : problem.nodes)
    choices.push_back(static_cast<uint32_t>(llvm::min_element(node.usages) - node.usages.begin()));
  return choices;
}

Total costOf(const Problem &problem, const Choices &choices) {
  Total cost = 0;
  for (auto [node, choice] : llvm::zip_equal(problem.nodes, choices))
    cost += node.costs[choice];
  for (const Problem::Edge &edge : problem.edges)
    cost += edge.costs[choices[edge.first] * problem.nodes[edge.second].numChoices() + choices[edge.second]];
  return cost;
}

PeakUsage peakUsage(const Problem &problem, const Choices &choices) {
  struct Change {
    int64_t time, usage; ///< below 0 where an interval ends
    bool operator<(const Change &other) const { return std::tie(time, usage) < std::tie(other.time, other.usage); }
  };
  std::vector<Change> changes;
  changes.reserve(2 * problem.nodes.size());
  for (auto [node, choice] : llvm::zip_equal(problem.nodes, choices))
    if (int64_t usage = node.usages[choice]; node.isLive() && usage > 0) {
      changes.push_back({node.begin, usage});
      changes.push_back({node.end, -usage});
    }
  // Of one time, what ends comes first: intervals are half open, and usages are not negative.
  std::sort(changes.begin(), changes.end());
  PeakUsage peak;
  Total usage = 0;
  for (const Change &change : changes) {
    usage += change.usage;
    if (usage > peak.usage)
      peak = {usage, change.time};
  }
  return peak;
}

bool isWithinLimit(const Problem &problem, const Choices &choices) {
  return !problem.usageLimit || peakUsage(problem, choices).usage <= *problem.usageLimit;
}

} // namespace shardwright::plan
