// Solvers against all choices, one after another.
#include "shardwright/Plan/Solve.h"
#include "shardwright/Plan/IopddlFormat.h"
#include "test/unit/Environment.h"
#include "test/unit/Plan/BruteForce.h"
#include "test/unit/Plan/RandomProblem.h"
#include "test/unit/Plan/Shrink.h"

#include "absl/strings/str_cat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>

namespace shardwright::plan {
namespace {

SolveOptions quickly() {
  SolveOptions options;
  options.seconds = 20; // more than any of these takes
  return options;
}

/// What `solution` says that is not so, whatever the best is; empty where nothing is.
std::string falseStatement(const Problem &problem, const Solution &solution) {
  if (absl::Status status = verify(problem, solution.choices); !status.ok())
    return std::string(status.message());
  if (solution.cost != costOf(problem, solution.choices))
    return "its cost is " + str(costOf(problem, solution.choices)) + ", not " + str(solution.cost);
  if (solution.peakUsage != peakUsage(problem, solution.choices).usage)
    return "it holds " + str(peakUsage(problem, solution.choices).usage) + ", not " + str(solution.peakUsage);
  if (solution.isWithinLimit != isWithinLimit(problem, solution.choices))
    return absl::StrCat("it says that it is ", solution.isWithinLimit ? "" : "not ", "within the limit");
  if (solution.lowerBound < 0)
    return "its bound is " + str(solution.lowerBound);
  return "";
}

/// What is wrong with what solve() finds; empty where it is the best, with a bound that holds.
std::string whatIsWrong(const Problem &problem) {
  absl::StatusOr<Solution> solution = solve(problem, quickly());
  if (!solution.ok())
    return solution.status().ToString();
  if (std::string wrong = falseStatement(problem, *solution); !wrong.empty())
    return wrong;
  std::optional<Total> optimum = BruteForce(problem).optimum();
  if (optimum.has_value() != solution->isWithinLimit)
    return optimum ? "nothing within the limit was found, and there is" : "no choices are within the limit";
  if (!optimum)
    return "";
  if (solution->lowerBound > *optimum)
    return "the bound " + str(solution->lowerBound) + " is above the optimum " + str(*optimum);
  if (solution->cost != *optimum)
    return "the cost " + str(solution->cost) + " is not the optimum " + str(*optimum);
  return "";
}

void expectRight(const Problem &problem) {
  std::string wrong = whatIsWrong(problem);
  if (wrong.empty())
    return;
  Problem small = shrink(problem, [](const Problem &smaller) { return !whatIsWrong(smaller).empty(); });
  ADD_FAILURE() << problem.name << ": " << wrong << "\nas small as it gets: " << whatIsWrong(small) << "\n"
                << printIopddl(small);
}

/// SHARDWRIGHT_PLAN_PROBLEMS=20000 for more of them, SHARDWRIGHT_PLAN_SEED=N for others: N and those that follow.
TEST(Solve, FindsTheBestOfRandomProblems) {
  uint64_t first = numberFrom("SHARDWRIGHT_PLAN_SEED", 0);
  uint64_t count = numberFrom("SHARDWRIGHT_PLAN_PROBLEMS", 2000);
  printf("seeds %llu to %llu\n", (unsigned long long)first, (unsigned long long)(first + count - 1));
  for (uint64_t seed = first; seed < first + count && !HasFailure(); ++seed)
    expectRight(randomProblem(seed, 12));
}

template <typename Parts, typename Is> bool any(const Parts &parts, Is is) {
  return std::any_of(parts.begin(), parts.end(), is);
}

/// What is degenerate in a problem, by name.
std::map<std::string, bool> degeneraciesOf(const Problem &problem) {
  using Node = Problem::Node;
  using Edge = Problem::Edge;
  const std::vector<Node> &nodes = problem.nodes;
  const std::vector<Edge> &edges = problem.edges;
  auto isLarge = [](int64_t number) { return number > 8 * kForbidden; };
  return {
      {"no nodes", nodes.empty()},
      {"one node", nodes.size() == 1},
      {"never live", any(nodes, [](const Node &node) { return !node.isLive(); })},
      {"equal intervals", any(nodes,
                              [&](const Node &node) {
                                return any(nodes, [&](const Node &other) {
                                  return &node != &other && node.isLive() && node.begin == other.begin &&
                                         node.end == other.end;
                                });
                              })},
      {"no usage",
       !any(nodes, [](const Node &node) { return any(node.usages, [](int64_t usage) { return usage > 0; }); })},
      {"no limit", !problem.usageLimit},
      {"limit 0", problem.usageLimit == 0},
      {"infeasible", !BruteForce(problem).optimum()},
      {"parallel", any(edges,
                       [&](const Edge &edge) {
                         return any(edges, [&](const Edge &other) {
                           return &edge != &other && edge.first == other.first && edge.second == other.second;
                         });
                       })},
      {"reversed", any(edges,
                       [&](const Edge &edge) {
                         return any(edges, [&](const Edge &other) {
                           return edge.first == other.second && edge.second == other.first;
                         });
                       })},
      {"forbidden",
       any(edges, [](const Edge &edge) { return any(edge.costs, [](int64_t cost) { return cost == kForbidden; }); })},
      {"large costs", any(nodes, [&](const Node &node) { return any(node.costs, isLarge); })},
      {"large usages", any(nodes, [&](const Node &node) { return any(node.usages, isLarge); })},
      {"late", any(nodes, [](const Node &node) { return node.end >= 1'000'000'000'000'000; })},
      {"before 0", any(nodes, [](const Node &node) { return node.begin < 0; })},
  };
}

/// So that what the test above meets does not hang on chance.
TEST(Solve, RandomProblemsHaveEverythingDegenerate) {
  std::map<std::string, int> counts;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Problem problem = randomProblem(seed, 12);
    ASSERT_TRUE(check(problem).ok()) << "seed " << seed;
    for (const auto &[name, is] : degeneraciesOf(problem))
      counts[name] += is;
  }
  for (const auto &[name, count] : counts)
    EXPECT_GE(count, 5) << name;
}

TEST(Solve, FindsTheBestOfTheProblemsInFiles) {
  int files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(PROBLEMS)) {
    std::string name = entry.path().filename();
    if (entry.path().extension() != ".json" || name.rfind("bad-", 0) == 0)
      continue;
    absl::StatusOr<Problem> problem = readIopddl(entry.path());
    ASSERT_TRUE(problem.ok()) << problem.status();
    expectRight(*problem);
    ++files;
  }
  EXPECT_GE(files, 4);
}

/// Too large for exact search: a chain of nodes that are all live at the same time.
Problem chain(uint64_t seed, size_t count) {
  std::mt19937_64 random(seed);
  Problem problem;
  problem.name = "seed " + std::to_string(seed);
  int64_t least = 0;
  for (size_t node = 0; node < count; ++node) {
    Problem::Node it{0, 1, {}, {}};
    for (size_t choice = 0; choice < 2 + random() % 4; ++choice) {
      it.costs.push_back(static_cast<int64_t>(random() % 100));
      it.usages.push_back(static_cast<int64_t>(random() % 10));
    }
    least += *std::min_element(it.usages.begin(), it.usages.end());
    problem.nodes.push_back(std::move(it));
  }
  for (uint32_t node = 1; node < count; ++node) {
    Problem::Edge edge{node - 1, node, {}};
    for (size_t i = 0; i < problem.nodes[node - 1].numChoices() * problem.nodes[node].numChoices(); ++i)
      edge.costs.push_back(static_cast<int64_t>(random() % 100));
    problem.edges.push_back(std::move(edge));
  }
  problem.usageLimit = least + static_cast<int64_t>(random() % (2 * count));
  return problem;
}

/// By the last node's choice and what all before it hold.
int64_t optimumOfChain(const Problem &problem) {
  constexpr int64_t kNone = 1'000'000'000;
  const auto limit = static_cast<size_t>(*problem.usageLimit);
  std::vector<std::vector<int64_t>> best;
  for (size_t node = 0; node < problem.nodes.size(); ++node) {
    const Problem::Node &it = problem.nodes[node];
    std::vector<std::vector<int64_t>> next(it.numChoices(), std::vector<int64_t>(limit + 1, kNone));
    for (size_t choice = 0; choice < it.numChoices(); ++choice)
      for (auto held = static_cast<size_t>(it.usages[choice]); held <= limit; ++held) {
        const size_t before = held - static_cast<size_t>(it.usages[choice]);
        int64_t least = node == 0 && before == 0 ? 0 : kNone;
        for (size_t last = 0; last < best.size(); ++last)
          least = std::min(least, best[last][before] + problem.edges[node - 1].costs[last * it.numChoices() + choice]);
        next[choice][held] = least + it.costs[choice];
      }
    best = std::move(next);
  }
  int64_t least = kNone;
  for (const std::vector<int64_t> &costs : best)
    least = std::min(least, *std::min_element(costs.begin(), costs.end()));
  return least;
}

TEST(Solve, FindsTheBestOfLongChains) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Problem problem = chain(seed, 30 + seed);
    SolveOptions options;
    options.seconds = 10;
    absl::StatusOr<Solution> solution = solve(problem, options);
    ASSERT_TRUE(solution.ok()) << solution.status();
    EXPECT_EQ(falseStatement(problem, *solution), "");
    EXPECT_EQ(solution->cost, optimumOfChain(problem)) << problem.name;
    EXPECT_LE(solution->lowerBound, optimumOfChain(problem)) << problem.name;
    EXPECT_TRUE(solution->isOptimal()) << problem.name << ": bound " << str(solution->lowerBound);
  }
}

/// A search that is interrupted again and again loses nothing of what it has found and proven.
TEST(Solve, FindsTheBestInParts) {
  size_t mostParts = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Problem problem = chain(seed, 30 + seed);
    SCOPED_TRACE(problem.name);
    std::vector<std::pair<Total, Total>> ways[2]; // costs and bounds after each part
    for (auto &parts : ways) {
      absl::StatusOr<ResumableSolver> solver = ResumableSolver::create(problem, {});
      ASSERT_TRUE(solver.ok()) << solver.status();
      Solution last;
      for (int part = 0; part < 1000 && !last.isOptimal(); ++part) {
        const Solution now = solver->run(10, [calls = 0](const Solution &, double) mutable { return ++calls < 3; });
        EXPECT_EQ(falseStatement(problem, now), "");
        EXPECT_LE(now.lowerBound, optimumOfChain(problem));
        if (last.isWithinLimit) {
          EXPECT_TRUE(now.isWithinLimit && now.cost <= last.cost && now.lowerBound >= last.lowerBound);
        }
        last = now;
        parts.push_back({now.cost, now.lowerBound});
      }
      EXPECT_EQ(last.cost, optimumOfChain(problem));
      EXPECT_TRUE(last.isOptimal());
      // What is good enough already takes no time.
      int calls = 0;
      solver->run(10, [&](const Solution &, double) { return ++calls == 0; });
      EXPECT_EQ(calls, 1);
    }
    EXPECT_EQ(ways[0], ways[1]);
    mostParts = std::max(mostParts, ways[0].size());
  }
  EXPECT_GT(mostParts, 5u); // Else there is nothing to see.
}

/// Small enough for branch and bound to begin, too dense for it to end: the search goes on from what it found.
TEST(Solve, GoesOnWhereBranchAndBoundGivesUp) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Problem problem;
    for (int node = 0; node < 9; ++node) {
      Problem::Node &added = problem.nodes.emplace_back();
      added.begin = 0;
      added.end = 1;
      for (int choice = 0; choice < 20; ++choice) {
        added.costs.push_back(random() % 1000);
        added.usages.push_back(100 - 5 * choice);
      }
    }
    for (uint32_t second = 1; second < 9; ++second)
      for (uint32_t first = 0; first < second; ++first) {
        Problem::Edge &edge = problem.edges.emplace_back();
        edge.first = first;
        edge.second = second;
        for (int entry = 0; entry < 400; ++entry)
          edge.costs.push_back(random() % 1000);
      }
    problem.usageLimit = 9 * 40;
    SolveOptions briefly;
    briefly.seconds = 0.2;
    absl::StatusOr<Solution> solution = solve(problem, briefly);
    ASSERT_TRUE(solution.ok()) << solution.status();
    EXPECT_EQ(falseStatement(problem, *solution), "");
    EXPECT_TRUE(solution->isWithinLimit);
    EXPECT_LE(solution->lowerBound, solution->cost);
  }
}

TEST(Solve, IsNeverWorseThanItsStart) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Problem problem;
    for (int node = 0; node < 120; ++node) {
      problem.nodes.push_back({0, 1, {}, {}});
      for (int choice = 0; choice < 6; ++choice) {
        problem.nodes.back().costs.push_back(random() % 10);
        problem.nodes.back().usages.push_back(random() % 10);
      }
    }
    for (int edge = 0; edge < 600; ++edge) {
      const uint32_t first = random() % 119, second = first + 1 + random() % (119 - first);
      problem.edges.push_back({first, second, {}});
      for (int entry = 0; entry < 36; ++entry)
        problem.edges.back().costs.push_back(random() % 100);
    }
    problem.usageLimit = 300;
    SolveOptions options = quickly();
    options.seconds = 0.5;
    absl::StatusOr<Solution> found = solve(problem, options);
    options.seconds = 0;
    absl::StatusOr<Solution> byItself = solve(problem, options);
    ASSERT_TRUE(found.ok() && byItself.ok());
    EXPECT_LT(found->cost, byItself->cost); // Else there is nothing to see.
    options.start = found->choices;
    absl::StatusOr<Solution> started = solve(problem, options);
    ASSERT_TRUE(started.ok());
    EXPECT_TRUE(started->isWithinLimit);
    EXPECT_LE(started->cost, found->cost);
    EXPECT_EQ(falseStatement(problem, *started), "");
    options.start.pop_back();
    EXPECT_FALSE(solve(problem, options).ok());
  }
}

TEST(Solve, IsDeterministic) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Problem problem = randomProblem(seed, 12);
    absl::StatusOr<Solution> one = solve(problem, quickly()), other = solve(problem, quickly());
    ASSERT_TRUE(one.ok() && other.ok());
    EXPECT_EQ(one->choices, other->choices);
    EXPECT_EQ(one->lowerBound, other->lowerBound);
  }
}

TEST(Solve, RefusesWhatDoesNotCheck) {
  Problem problem;
  problem.nodes = {{0, 1, {1}, {}}};
  EXPECT_EQ(solve(problem).status().message(), "nodes.costs[0] has 1 entries, nodes.usages[0] has 0");
}

TEST(Solve, TellsOfWhatItFinds) {
  Problem problem = randomProblem(3, 12);
  int calls = 0;
  Total last = 0;
  SolveOptions options = quickly();
  options.progress = [&](const Solution &better, double seconds) {
    EXPECT_EQ(falseStatement(problem, better), "");
    EXPECT_GE(seconds, 0);
    last = better.cost;
    ++calls;
    return true;
  };
  absl::StatusOr<Solution> solution = solve(problem, options);
  ASSERT_TRUE(solution.ok()) << solution.status();
  EXPECT_GE(calls, 1);
  EXPECT_EQ(last, solution->cost);
}

TEST(Shrink, KeepsNothingThatIsNotNeeded) {
  Problem problem = randomProblem(6, 12);
  ASSERT_GT(problem.nodes.size(), 2u);
  ASSERT_FALSE(problem.edges.empty());
  Problem small = shrink(problem, [](const Problem &smaller) {
    return std::any_of(smaller.nodes.begin(), smaller.nodes.end(), [](const Problem::Node &node) {
      return std::any_of(node.costs.begin(), node.costs.end(), [](int64_t cost) { return cost >= 2; });
    });
  });
  EXPECT_EQ(printIopddl(small), "{\"problem\":{\"name\":\"seed 6\",\"nodes\":{\"intervals\":[[0,0]],\"costs\":[[2]],"
                                "\"usages\":[[0]]},\"edges\":{\"nodes\":[],\"costs\":[]}}}\n");
}

} // namespace
} // namespace shardwright::plan
