// Local search by the timeline, and the evaluation of one choice after another that it is made of.
#include "lib/Plan/TimelineSearch.h"

#include "lib/Plan/PlanPlayer.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Plan/Fold.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Placement/RandomProblem.h"
#include "test/unit/Plan/BruteForce.h"
#include "test/unit/Plan/RandomProblem.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>

namespace shardwright::plan {
namespace {

bool always() { return true; }

/// A chain of nodes of four choices each, and what a measure knows that the costs do not: a cost less on every edge
/// between choices of one parity.
struct Chain {
  explicit Chain(uint64_t seed) {
    std::mt19937_64 random(seed);
    auto below = [&](size_t end) { return static_cast<int64_t>(random() % end); };
    for (uint32_t number = 0; number < 8; ++number) {
      Problem::Node &node = problem.nodes.emplace_back();
      node.begin = number;
      node.end = number + 3;
      for (int choice = 0; choice < 4; ++choice) {
        node.costs.push_back(1000 + below(20));
        node.usages.push_back(1 + below(10));
      }
      if (number == 0)
        continue;
      Problem::Edge &edge = problem.edges.emplace_back();
      edge.first = number - 1;
      edge.second = number;
      for (int entry = 0; entry < 16; ++entry)
        edge.costs.push_back(below(20));
    }
    problem.usageLimit = 20;
  }

  double measure(const Choices &choices) const {
    auto measured = static_cast<double>(costOf(problem, choices));
    for (size_t number = 1; number < choices.size(); ++number)
      measured -= choices[number - 1] % 2 == choices[number] % 2 ? 15 : 0;
    return measured;
  }

  Problem problem;
};

TEST(TimelineSearch, FindsWhatTheMeasureLikes) {
  size_t better = 0, searched = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Chain chain(seed);
    const Choices start = leanestChoices(chain.problem);
    if (!isWithinLimit(chain.problem, start))
      continue;
    ++searched;
    size_t measured = 0;
    auto measure = [&](const Choices &choices) {
      EXPECT_TRUE(isWithinLimit(chain.problem, choices));
      ++measured;
      return chain.measure(choices);
    };
    const Choices found = TimelineSearch(chain.problem, measure, start, seed).run(50, always);
    EXPECT_LE(measured, 51u); // with the start
    EXPECT_LE(chain.measure(found), chain.measure(start));
    better += chain.measure(found) < chain.measure(start);
    EXPECT_EQ(TimelineSearch(chain.problem, measure, start, seed).run(50, always), found);
    EXPECT_EQ(TimelineSearch(chain.problem, measure, start, seed).run(0, always), start);
    EXPECT_EQ(TimelineSearch(chain.problem, measure, start, seed).run(50, [] { return false; }), start);
  }
  EXPECT_GE(searched, 150u);
  EXPECT_GE(better, searched * 9 / 10);
}

/// The chain's best by the measure, which elimination cannot see, is mostly reached.
TEST(TimelineSearch, ComesNearTheBest) {
  double sum = 0;
  size_t searched = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Chain chain(seed);
    chain.problem.usageLimit.reset();
    Problem known = chain.problem; // with what the measure knows
    for (Problem::Node &node : known.nodes)
      for (int64_t &cost : node.costs)
        cost += 15;
    for (Problem::Edge &edge : known.edges)
      for (size_t entry = 0; entry < 16; ++entry)
        edge.costs[entry] += entry / 4 % 2 == entry % 4 % 2 ? 0 : 15;
    const auto best = static_cast<double>(*BruteForce(known).optimum()) - 15 * (8 + 7);
    auto measure = [&](const Choices &choices) { return chain.measure(choices); };
    const Choices found = TimelineSearch(chain.problem, measure, Choices(8), seed).run(1000, always);
    EXPECT_GE(chain.measure(found), best) << "seed " << seed;
    sum += chain.measure(found) / best;
    ++searched;
  }
  printf("%.5f of the best in the mean\n", sum / static_cast<double>(searched));
  EXPECT_LE(sum / static_cast<double>(searched), 1.005);
}

/// Whatever came before, what a player says of choices is what evaluating them anew says.
TEST(PlanPlayer, PlaysAsEvaluated) {
  CostModel costs = *CostModel::create(*findTopology("h100-8", TOPOLOGIES), TOPOLOGIES, *Mesh::parse("x=4,y=2"));
  ReshardCache cache(ReshardOptions{&costs});
  size_t played = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    ShardingProblem program = shardwright::randomProblem(costs, seed, 8);
    ReshardPlans plans(costs, cache);
    Strategies strategies(costs, program, plans);
    PlanPlayer player(strategies, costs, cache);
    Choices choices;
    for (const Problem::Node &node : strategies.problem().nodes)
      choices.push_back(random() % node.numChoices());
    for (int change = 0; change < 20; ++change) {
      const size_t node = random() % choices.size();
      choices[node] = random() % strategies.problem().nodes[node].numChoices();
      Strategies::Decoded decoded = strategies.decode(choices, /*withConstraints=*/false);
      absl::StatusOr<Evaluation> evaluation = evaluate(decoded.program, decoded.plan, costs, cache);
      ASSERT_TRUE(evaluation.ok());
      EXPECT_EQ(player.seconds(choices), evaluation->seconds);
      ++played;
    }
  }
  EXPECT_EQ(played, 600u);
}

/// What is folded and unfolded again is what was unfolded.
TEST(FoldedProblem, FoldsWhatWasUnfolded) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Problem problem = randomProblem(seed, 12);
    const FoldedProblem folded = foldAlike(problem);
    Choices choices;
    std::mt19937_64 random(seed);
    for (const Problem::Node &node : folded.problem.nodes)
      choices.push_back(static_cast<uint32_t>(random() % node.numChoices()));
    EXPECT_EQ(folded.fold(folded.unfold(choices)), choices) << "seed " << seed;
  }
}

} // namespace
} // namespace shardwright::plan
