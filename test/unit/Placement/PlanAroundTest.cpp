// Plans around ops that are to run so, whatever that costs.
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Placement/RandomProblem.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardwright;

namespace {

const Placement &placementOf(const PlacementPlan &plan, size_t op) { return plan.choices[plan.chosen[op]].placement; }

struct Case {
  Case(unsigned seed, llvm::StringRef mesh)
      : costs(*CostModel::create(*findTopology("h100-8", TOPOLOGIES), TOPOLOGIES, *Mesh::parse(mesh))), plans(costs),
        problem(randomProblem(costs, seed, 10)) {
    for (auto [index, op] : llvm::enumerate(problem.ops))
      if (op.opClass >= 0)
        ops.push_back(index);
  }

  CostModel costs;
  ReshardPlans plans;
  ShardingProblem problem;
  std::vector<size_t> ops; ///< with a class
};

TEST(PlanAround, PinnedOpsRunSo) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Case on(seed, seed % 2 ? "x=4,y=2" : "x=8");
    std::mt19937 random(seed);
    PlacementPlanner planner(on.costs, on.problem, on.plans);
    const PlacementPlan plan = planner.plan();
    std::vector<PlacementPin> pins;
    for (size_t op : on.ops)
      if (random() % 3 == 0) // Whole everywhere is something that every op can do.
        pins.push_back({op, Placement::replicated(on.problem.classes[on.problem.ops[op].opClass].rule)});
    const PlacementPlan around = planner.planAround(pins);
    for (const PlacementPin &pin : pins)
      EXPECT_TRUE(placementOf(around, pin.op) == pin.placement) << str(on.problem, around);
    for (size_t op : on.ops)
      EXPECT_GE(around.chosen[op], 0);
  }
}

/// Nothing is left of the pins: as a planner that never had any goes on.
TEST(PlanAround, WhatIsPlannedNextIsAsWithoutIt) {
  const PriceWeights byBytes{0.5, /*byBytes=*/true};
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Case on(seed, "x=4,y=2");
    PlacementPlanner planner(on.costs, on.problem, on.plans), other(on.costs, on.problem, on.plans);
    planner.plan();
    other.plan();
    std::vector<PlacementPin> pins;
    for (size_t op : on.ops)
      pins.push_back({op, Placement::replicated(on.problem.classes[on.problem.ops[op].opClass].rule)});
    planner.planAround(pins);
    const PlacementPlan next = planner.plan(byBytes), expected = other.plan(byBytes);
    for (size_t op : on.ops)
      EXPECT_TRUE(placementOf(next, op) == placementOf(expected, op)) << str(on.problem, next);
  }
}

/// Around every op of the cheapest plan there is no other.
TEST(PlanAround, AllOpsOfAPlanAreThatPlan) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Case on(seed, "x=2,y=2,z=2");
    PlacementPlanner planner(on.costs, on.problem, on.plans);
    const PlacementPlan plan = planner.plan();
    std::vector<PlacementPin> pins;
    for (size_t op : on.ops)
      pins.push_back({op, placementOf(plan, op)});
    EXPECT_NEAR(planner.planAround(pins).total.ticks, plan.total.ticks, 1e-6 * plan.total.ticks)
        << str(on.problem, plan);
  }
}

} // namespace
