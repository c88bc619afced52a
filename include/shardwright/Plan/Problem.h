#ifndef SHARDWRIGHT_PLAN_PROBLEM_H
#define SHARDWRIGHT_PLAN_PROBLEM_H

#include "absl/numeric/int128.h"
#include "absl/status/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::plan {

/// Of many costs or usages: each fits 64 bits, their sum need not.
using Total = absl::int128;
/// All its digits.
std::string str(Total total);

/// A cost of this or more marks what must not be chosen. An answer that has it is still an answer.
inline constexpr int64_t kForbidden = 1'000'000'000'000'000'000;
/// Of costs that are not negative; what is forbidden is so in the sum, which is kForbidden at most.
int64_t addCosts(int64_t a, int64_t b);

/// One choice for every node: its cost, what it holds of the memory while the node is live, and for pairs of nodes what
/// their choices cost together (weighted constraint satisfaction with a knapsack for every time).
struct Problem {
  struct Node {
    /// Live in begin <= time < end; of equal ends: never.
    int64_t begin = 0, end = 0;
    /// By choice, of the same length, at least one; none negative.
    std::vector<int64_t> costs, usages;

    size_t numChoices() const { return costs.size(); }
    bool isLive() const { return begin < end; }
  };

  /// Of two different nodes. Several of one pair add up.
  struct Edge {
    uint32_t first = 0, second = 0;
    /// By choice of the first, then of the second; none negative.
    std::vector<int64_t> costs;
  };

  std::string name;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  /// Of what live nodes hold at any time; none: no limit.
  std::optional<int64_t> usageLimit;
};

/// Errors: a node without choices, tables of unequal length, negative entries, an interval that ends before it begins,
/// an edge to a node that is not there or to itself, a negative limit. They name a part as files do that hold a problem
/// (IopddlFormat.h): `nodes.costs[12] has 3 entries, nodes.usages[12] has 4`.
absl::Status check(const Problem &problem);

/// Indices, one for each node.
using Choices = std::vector<uint32_t>;

/// Errors: another number of choices than there are nodes, a choice that its node does not have.
absl::Status verify(const Problem &problem, const Choices &choices);

/// Of each node the first that holds the least: of all choices those with the lowest peak.
Choices leanestChoices(const Problem &problem);

/// Of choices that verify.
Total costOf(const Problem &problem, const Choices &choices);

/// The most that live nodes hold at a time, and when that is first so; 0 at 0 where they never hold anything. Sorts the
/// ends of intervals: O(n log n) in nodes, whatever the times are.
struct PeakUsage {
  Total usage = 0;
  int64_t time = 0;
};
PeakUsage peakUsage(const Problem &problem, const Choices &choices);
bool isWithinLimit(const Problem &problem, const Choices &choices);

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_PROBLEM_H
