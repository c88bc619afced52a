#include "shardwright/Plan/Problem.h"

#include <gtest/gtest.h>

#include <limits>

namespace shardwright::plan {
namespace {

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

/// Three nodes in a row, the last two joined in both directions.
Problem chain() {
  Problem problem;
  problem.name = "chain";
  problem.nodes = {{0, 4, {3, 1}, {10, 40}}, {2, 6, {2, 2, 5}, {30, 20, 0}}, {6, 7, {0, 9}, {50, 5}}};
  problem.edges = {{0, 1, {0, 4, 4, 2, 0, 1}}, {1, 2, {0, 1, 2, 3, 4, 5}}, {2, 1, {10, 20, 30, 40, 50, 60}}};
  problem.usageLimit = 60;
  return problem;
}

std::string errorOf(const Problem &problem) { return std::string(check(problem).message()); }

TEST(Problem, ACheckedOneIsFine) {
  EXPECT_TRUE(check(chain()).ok());
  EXPECT_TRUE(check(Problem()).ok());
}

TEST(Problem, CheckNamesThePartAndBothNumbers) {
  Problem problem = chain();
  problem.nodes[1].usages.push_back(1);
  EXPECT_EQ(errorOf(problem), "nodes.costs[1] has 3 entries, nodes.usages[1] has 4");
  problem = chain();
  problem.nodes[2].costs.clear();
  EXPECT_EQ(errorOf(problem), "nodes.costs[2] has 0 entries, nodes.usages[2] has 2");
  problem.nodes[2].usages.clear();
  EXPECT_EQ(errorOf(problem), "nodes.costs[2] is empty; a node has at least one choice");
  problem = chain();
  problem.nodes[0].costs[1] = -1;
  EXPECT_EQ(errorOf(problem), "nodes.costs[0][1] is -1; it must not be negative");
  problem = chain();
  problem.nodes[0].usages[0] = -7;
  EXPECT_EQ(errorOf(problem), "nodes.usages[0][0] is -7; it must not be negative");
  problem = chain();
  problem.nodes[1].end = 1;
  EXPECT_EQ(errorOf(problem), "nodes.intervals[1] ends at 1, before it begins at 2");
  problem = chain();
  problem.usageLimit = -1;
  EXPECT_EQ(errorOf(problem), "usage_limit is -1; it must not be negative");
}

TEST(Problem, CheckOfEdges) {
  Problem problem = chain();
  problem.edges[1].second = 3;
  EXPECT_EQ(errorOf(problem), "edges.nodes[1] names node 3; there are 3");
  problem = chain();
  problem.edges[2].second = 2;
  EXPECT_EQ(errorOf(problem), "edges.nodes[2] joins node 2 to itself; add its costs to the node's");
  problem = chain();
  problem.edges[0].costs.pop_back();
  EXPECT_EQ(errorOf(problem), "edges.costs[0] has 5 entries; nodes 0 and 1 have 2 and 3 choices, which makes 6");
  problem = chain();
  problem.edges[2].costs[4] = -2;
  EXPECT_EQ(errorOf(problem), "edges.costs[2][4] is -2; it must not be negative");
}

TEST(Problem, VerifyOfChoices) {
  EXPECT_TRUE(verify(chain(), {1, 2, 1}).ok());
  EXPECT_EQ(verify(chain(), {1, 2}).message(), "there are 2 choices for 3 nodes");
  EXPECT_EQ(verify(chain(), {1, 3, 0}).message(), "choice 3 of node 1; it has 3");
}

TEST(Problem, CostsOfNodesAndEdgesAddUp) {
  // nodes 1 + 5 + 9; edges [1][2] = 1, [2][1] = 5, reversed [1][2] = 60
  EXPECT_EQ(costOf(chain(), {1, 2, 1}), 1 + 5 + 9 + 1 + 5 + 60);
  // nodes 3 + 2 + 0; edges [0][0] = 0, [0][0] = 0, reversed [0][0] = 10
  EXPECT_EQ(costOf(chain(), {0, 0, 0}), 3 + 2 + 0 + 0 + 0 + 10);
  EXPECT_EQ(costOf(Problem(), {}), 0);
}

TEST(Problem, TotalsNeedMoreThan64Bits) {
  Problem problem;
  for (int node = 0; node < 5000; ++node)
    problem.nodes.push_back({0, 1, {kForbidden}, {kLargest}});
  problem.edges = {{0, 1, {kLargest}}, {1, 0, {kLargest}}, {0, 1, {kLargest}}};
  problem.usageLimit = kLargest;
  Choices choices(5000, 0);
  EXPECT_EQ(str(costOf(problem, choices)), "5027670116110564327421");           // 5000 * 10^18 + 3 * (2^63 - 1)
  EXPECT_EQ(str(peakUsage(problem, choices).usage), "46116860184273879035000"); // 5000 * (2^63 - 1)
  EXPECT_FALSE(isWithinLimit(problem, choices));
  EXPECT_EQ(str(Total(-3)), "-3");
}

TEST(Problem, IntervalsAreHalfOpen) {
  Problem problem = chain();
  // 0..2: 40, 2..4: 40 + 20, 4..6: 20, 6..7: 5
  PeakUsage peak = peakUsage(problem, {1, 1, 1});
  EXPECT_EQ(peak.usage, 60);
  EXPECT_EQ(peak.time, 2);
  EXPECT_TRUE(isWithinLimit(problem, {1, 1, 1}));
  // 2..4: 40 + 30
  EXPECT_FALSE(isWithinLimit(problem, {1, 0, 1}));
  // what ends at 6 is gone when the last begins, of equal peaks the first counts
  peak = peakUsage(problem, {1, 2, 0});
  EXPECT_EQ(peak.usage, 50);
  EXPECT_EQ(peak.time, 6);
  problem.nodes[1].end = 7;
  EXPECT_EQ(peakUsage(problem, {1, 1, 0}).usage, 70);
  problem.nodes[2].usages[0] = 40;
  EXPECT_EQ(peakUsage(problem, {1, 1, 0}).time, 2);
}

TEST(Problem, TimesMayBeFarApart) {
  constexpr int64_t kFar = 1'000'000'000'000'000;
  Problem problem;
  problem.nodes = {{0, 4 * kFar, {0}, {1}}, {kFar, 2 * kFar, {0}, {10}}, {2 * kFar, 3 * kFar, {0}, {11}}};
  PeakUsage peak = peakUsage(problem, {0, 0, 0});
  EXPECT_EQ(peak.usage, 12);
  EXPECT_EQ(peak.time, 2 * kFar);
  problem.nodes = {{-kLargest - 1, kLargest, {0}, {3}}};
  EXPECT_EQ(peakUsage(problem, {0}).time, -kLargest - 1);
}

TEST(Problem, WhatIsNeverLiveHoldsNothing) {
  Problem problem;
  problem.nodes = {{5, 5, {0}, {100}}, {0, 0, {0}, {100}}};
  problem.usageLimit = 0;
  EXPECT_EQ(peakUsage(problem, {0, 0}).usage, 0);
  EXPECT_EQ(peakUsage(problem, {0, 0}).time, 0);
  EXPECT_TRUE(isWithinLimit(problem, {0, 0}));
  problem.nodes[0].end = 6;
  EXPECT_FALSE(isWithinLimit(problem, {0, 0}));
  problem.usageLimit.reset();
  EXPECT_TRUE(isWithinLimit(problem, {0, 0}));
}

} // namespace
} // namespace shardwright::plan
