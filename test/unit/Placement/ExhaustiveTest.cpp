#include "shardwright/Placement/Exhaustive.h"

#include "lib/Placement/CandidateSpace.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Environment.h"
#include "test/unit/Placement/PlanAssignment.h"
#include "test/unit/Placement/RandomProblem.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <functional>

namespace shardwright {
namespace {

constexpr const char *kMeshes[] = {"x=4,y=2", "x=2,y=2,z=2", "x=8"};

/// `split`: a shipped machine whose nodes are cut, so that 8 devices lie in several.
CostModel costsOf(llvm::StringRef name, llvm::StringRef mesh, bool split = false) {
  Topology topology = *findTopology(name, TOPOLOGIES);
  if (split)
    for (DeviceGroup &group : topology.groups)
      group.levels.front().size = 4;
  return *CostModel::create(topology, TOPOLOGIES, *Mesh::parse(mesh));
}

/// What a plan costs beyond the cheapest, as a factor; nothing where the oracle gave up: behind 300,000 partial plans,
/// or as many as SHARDWRIGHT_PLACEMENT_VISITS says.
std::optional<double> ratioOf(const CostModel &costs, const ShardingProblem &problem, ReshardPlans &plans,
                              std::string *shown = nullptr) {
  PlacementPlan plan = planPlacements(costs, problem, plans);
  ExhaustiveResult best =
      exhaustivePlacements(costs, problem, plans, {plan.total, numberFrom("SHARDWRIGHT_PLACEMENT_VISITS", 300'000)});
  if (!best.finished)
    return std::nullopt;
  if (!best.plan)
    return 1;
  if (shown)
    *shown = str(problem, plan) + "cheapest:\n" + str(problem, *best.plan);
  return best.plan->total.ticks > 0 ? plan.total.ticks / best.plan->total.ticks : 100;
}

/// Without ops as long as the ratio stays above the limit.
ShardingProblem shrink(const CostModel &costs, ShardingProblem problem, ReshardPlans &plans, double limit) {
  for (size_t op = 0; op < problem.ops.size();) {
    std::optional<ShardingProblem> smaller = withoutOp(problem, op);
    std::optional<double> ratio = smaller ? ratioOf(costs, *smaller, plans) : std::nullopt;
    if (!ratio || *ratio <= limit) {
      ++op;
      continue;
    }
    problem = std::move(*smaller);
    op = 0;
  }
  return problem;
}

/// Seeds from..to-1 on one machine; every third on each mesh.
void expectNearCheapest(llvm::StringRef machine, bool split, unsigned from, unsigned to, size_t ops) {
  double sum = 0, worst = 1;
  size_t done = 0, unfinished = 0, dearer = 0;
  for (auto [number, mesh] : llvm::enumerate(kMeshes)) {
    CostModel costs = costsOf(machine, mesh, split);
    ReshardPlans plans(costs);
    for (unsigned seed = from; seed < to; ++seed) {
      if (seed % std::size(kMeshes) != number)
        continue;
      ShardingProblem problem = randomProblem(costs, seed, ops);
      std::optional<double> ratio = ratioOf(costs, problem, plans);
      unfinished += !ratio;
      if (!ratio)
        continue;
      ++done;
      sum += *ratio;
      dearer += *ratio > 1;
      worst = std::max(worst, *ratio);
      if (*ratio <= 1.05)
        continue;
      std::string shown;
      ratioOf(costs, shrink(costs, problem, plans, 1.05), plans, &shown);
      ADD_FAILURE() << "seed " << seed << " on " << machine.str() << ", mesh " << mesh << ": " << *ratio
                    << " times the cheapest:\n"
                    << shown;
    }
  }
  double mean = sum / static_cast<double>(done);
  printf("%s, seeds %u to %u, up to %zu ops: %zu graphs, mean %.5f, worst %.4f, %zu dearer than the cheapest, %zu "
         "without an answer\n",
         machine.str().c_str(), from, to - 1, ops, done, mean, worst, dearer, unfinished);
  EXPECT_LE(mean, 1.01);
  EXPECT_LE(unfinished, 1 + done / 20);
}

/// SHARDWRIGHT_PLACEMENT_GRAPHS=2000 is what is looked at before a release.
unsigned numGraphs() { return static_cast<unsigned>(numberFrom("SHARDWRIGHT_PLACEMENT_GRAPHS", 200)); }

TEST(Exhaustive, SevenOpsOnANode) { expectNearCheapest("h100-8", false, 0, numGraphs(), 7); }
TEST(Exhaustive, SevenOpsOnATorus) { expectNearCheapest("tpu-v5p:2x2x2", false, 0, numGraphs(), 7); }
TEST(Exhaustive, SevenOpsAcrossNodes) { expectNearCheapest("h100-superpod", true, 0, numGraphs(), 7); }
TEST(Exhaustive, TenOps) { expectNearCheapest("h100-8", false, 10'000, 10'000 + numGraphs() / 10, 10); }

/// Four or five ops have to change at once: small windows lead there, and large ones that have no end would leave them
/// no time.
void expectCheapest(const CostModel &costs, const ShardingProblem &problem) {
  ReshardPlans plans(costs);
  const PlacementPlan plan = planPlacements(costs, problem, plans);
  const ExhaustiveResult best = exhaustivePlacements(costs, problem, plans, {plan.total, 30'000'000});
  ASSERT_TRUE(best.finished);
  EXPECT_FALSE(best.plan) << str(problem, plan) << "cheapest:\n" << str(problem, *best.plan);
}

TEST(Exhaustive, PassesAPartialValueThroughProducts) {
  const CostModel costs = costsOf("tpu-v5p:2x2x2", kMeshes[1]);
  expectCheapest(costs, randomProblem(costs, 1474, 7));
}

TEST(Exhaustive, SplitsProductsThatShareAnOperand) {
  const CostModel costs = costsOf("h100-superpod", kMeshes[1], /*split=*/true);
  expectCheapest(costs, randomProblem(costs, 1474, 7));
}

/// Branch and bound against every combination.
TEST(Exhaustive, IsTheCheapestOfAllCombinations) {
  CostModel costs = costsOf("h100-8", kMeshes[0]);
  ReshardPlans plans(costs);
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ShardingProblem problem = randomProblem(costs, seed, 3);
    SolverState state(costs, problem, plans);
    AssignmentPricer pricer(state);
    Assignment assignment(problem.ops.size());
    std::vector<size_t> ops;
    for (auto [index, op] : llvm::enumerate(problem.ops))
      if (op.opClass >= 0)
        ops.push_back(index);
    CandidateSpace space = findCandidateSpace(pricer, ops, assignment);
    std::optional<Price> least;
    std::function<void(size_t)> all = [&](size_t fixed) {
      if (fixed < ops.size())
        for (const Candidate *candidate : space[fixed]) {
          assignment[ops[fixed]] = candidate;
          all(fixed + 1);
        }
      else if (std::optional<Price> price = pricer.total(assignment); price && (!least || *price < *least))
        least = price;
    };
    all(0);
    ExhaustiveResult found = exhaustivePlacements(costs, problem, plans);
    ASSERT_TRUE(least && found.plan && found.finished);
    EXPECT_EQ(found.plan->total.ticks, least->ticks) << str(problem);
  }
}

/// One definition of a price: what the rounds add up is what their assignment costs, and what the plan says.
TEST(Exhaustive, PricesWhatTheRoundsPrice) {
  for (llvm::StringRef machine : {"flat", "h100-8"}) {
    CostModel costs = machine == "flat" ? CostModel::flat(*Mesh::parse(kMeshes[1])) : costsOf(machine, kMeshes[1]);
    ReshardPlans plans(costs);
    for (unsigned seed = 0; seed < 100; ++seed) {
      ShardingProblem problem = randomProblem(costs, seed, 8);
      PlacementPlan plan = planPlacements(costs, problem, plans);
      SolverState state(costs, problem, plans);
      std::deque<Candidate> candidates;
      Assignment assignment = assignmentOf(state, plan, candidates);
      AssignmentPricer pricer(state);
      std::optional<Price> total = pricer.total(assignment);
      ASSERT_TRUE(total) << "seed " << seed;
      EXPECT_EQ(total->ticks, plan.total.ticks) << "seed " << seed;
      EXPECT_EQ(total->bytes, plan.total.bytes) << "seed " << seed;
    }
  }
}

} // namespace
} // namespace shardwright
