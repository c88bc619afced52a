#include "shardwright/Plan/Strategies.h"

#include "lib/Placement/CandidateSpace.h"
#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/Exhaustive.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Placement/PlanAssignment.h"
#include "test/unit/Placement/RandomProblem.h"
#include "test/unit/Plan/Elimination.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>

namespace shardwright::plan {
namespace {

CostModel costsOf(llvm::StringRef name, const Mesh &mesh) {
  return *CostModel::create(*findTopology(name, TOPOLOGIES), TOPOLOGIES, mesh);
}

/// What rounding to picoseconds and the picosecond of each change may add up to, in ticks.
constexpr double kRounding = 100 * Price::kTicksPerSecond / 1e12;

double ticksOf(Total cost) { return double(cost) * (Price::kTicksPerSecond / 1e12); }

StrategyOptions allFixed(const ShardingProblem &program) {
  StrategyOptions options;
  options.isFixed.assign(program.values.size(), true);
  options.isFixedResult.assign(program.ops.back().operands.size(), true);
  return options;
}

/// What a decoded plan costs its program, in a state that was told nothing else.
double priceOf(const CostModel &costs, const Strategies::Decoded &decoded, ReshardPricer &pricer) {
  SolverState state(costs, decoded.program, pricer);
  std::deque<Candidate> candidates;
  Assignment assignment = assignmentOf(state, decoded.plan, candidates);
  std::optional<Price> total = AssignmentPricer(state).total(assignment);
  EXPECT_TRUE(total);
  return total ? total->ticks : 0;
}

/// Whether some op runs in a way that exhaustivePlacements() does not look at: over axes that nothing around names.
bool leavesCandidateSpace(const CostModel &costs, const ShardingProblem &program, const Strategies::Decoded &decoded,
                          ReshardPricer &pricer) {
  SolverState state(costs, program, pricer);
  AssignmentPricer prices(state);
  std::vector<size_t> ops;
  for (auto [index, op] : llvm::enumerate(program.ops))
    if (op.opClass >= 0)
      ops.push_back(index);
  std::vector<Placement> placements;
  for (int64_t chosen : decoded.plan.chosen)
    if (chosen >= 0)
      placements.push_back(decoded.plan.choices[chosen].placement);
  CandidateSpace space = findCandidateSpace(prices, ops, Assignment(program.ops.size()));
  return !llvm::all_of(llvm::zip_equal(placements, space), [](const auto &pair) {
    return llvm::any_of(std::get<1>(pair), [&](const Candidate *c) { return c->placement == std::get<0>(pair); });
  });
}

/// Arguments and results as they are: the cheapest plan of the planning problem costs what it says, and what exhaustive
/// search finds, unless it does what that does not look at.
TEST(Strategies, AgreesWithExhaustiveSearch) {
  for (const char *text : {"x=8", "x=4,y=2", "x=2,y=2,z=2"}) {
    CostModel costs = costsOf("h100-8", *Mesh::parse(text));
    ReshardPlans plans(costs);
    size_t equal = 0, cheaper = 0;
    for (unsigned seed = 0; seed < 120; ++seed) {
      SCOPED_TRACE(std::string(text) + ", seed " + std::to_string(seed));
      ShardingProblem program = randomProblem(costs, seed, 6);
      StrategyOptions options = allFixed(program);
      options.mostChoices = 1000;
      Strategies strategies(costs, program, plans, options);
      std::optional<Choices> choices = Elimination(strategies.problem()).find();
      ExhaustiveResult exhaustive = exhaustivePlacements(costs, program, plans, {std::nullopt, 300'000});
      if (!choices || !exhaustive.finished)
        continue;
      Strategies::Decoded decoded = strategies.decode(*choices);
      double ticks = decoded.plan.total.ticks, oracle = exhaustive.plan->total.ticks;
      EXPECT_NEAR(ticksOf(totalOf(strategies.problem(), *choices)), ticks, kRounding);
      EXPECT_EQ(priceOf(costs, decoded, plans), ticks);
      EXPECT_LE(ticks, oracle + kRounding) << str(program);
      if (ticks >= oracle - kRounding) {
        ++equal;
        continue;
      }
      ++cheaper;
      EXPECT_TRUE(!decoded.constraints.empty() || leavesCandidateSpace(costs, program, decoded, plans)) << str(program);
    }
    printf("%s: %zu plans cost the same, %zu less\n", text, equal, cheaper);
    EXPECT_GE(equal, 70u);
    EXPECT_GE(equal + cheaper, 110u);
  }
}

/// What is chosen of the problem costs no less than what it is decoded to, whatever is chosen.
TEST(Strategies, CostsNoLessThanWhatIsDecoded) {
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=4,y=2"));
  ReshardPlans plans(costs);
  double most = 1;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    ShardingProblem program = randomProblem(costs, seed, 8);
    Strategies strategies(costs, program, plans);
    for (int attempt = 0; attempt < 20; ++attempt) {
      Choices choices;
      for (const Problem::Node &node : strategies.problem().nodes)
        choices.push_back(random() % node.costs.size());
      Total total = totalOf(strategies.problem(), choices);
      if (total >= kForbidden)
        continue;
      Strategies::Decoded decoded = strategies.decode(choices);
      EXPECT_EQ(priceOf(costs, decoded, plans), decoded.plan.total.ticks) << "seed " << seed;
      EXPECT_GE(ticksOf(total), decoded.plan.total.ticks - kRounding) << "seed " << seed;
      most = std::max(most, ticksOf(total) / decoded.plan.total.ticks);
    }
  }
  printf("at most %.3f times what is decoded\n", most);
}

} // namespace
} // namespace shardwright::plan
