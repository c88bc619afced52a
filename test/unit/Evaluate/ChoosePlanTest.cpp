// The plan that is chosen by its timeline: never a longer step than the plan by prices, and told as that one is.
#include "shardwright/Evaluate/ChoosePlan.h"

#include "lib/Evaluate/PlanParts.h"
#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "test/unit/Evaluate/ProgramProblem.h"
#include "test/unit/Evaluate/Programs.h"
#include "test/unit/Placement/PlanAssignment.h"
#include "test/unit/Placement/SameProblem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

using namespace shardwright;
using namespace shardwright::evaluation;

namespace {

/// Infinite where there is none.
double stepOf(ProgramProblem &program, const PlacementPlan &plan) {
  absl::StatusOr<Evaluation> evaluation = evaluate(program.problem(), plan, *program.costs, program.shared.reshards());
  EXPECT_TRUE(evaluation.ok()) << evaluation.status();
  return evaluation.ok() ? evaluation->seconds : std::numeric_limits<double>::infinity();
}

/// No second best is said to cost less than what was chosen.
void expectNoCheaperNext(const PlacementPlan &plan) {
  for (int64_t chosen : plan.chosen)
    if (chosen >= 0 && plan.choices[chosen].next) {
      EXPECT_GE(plan.choices[chosen].next->more.ticks, 0) << "choice " << chosen;
    }
}

class ChoosePlanTest : public testing::TestWithParam<const char *> {
protected:
  ChoosePlanTest() { setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1); }
};

TEST_P(ChoosePlanTest, TakesNoLongerThanThePlanByPrices) {
  int all = 0, shorter = 0;
  double logs = 0;
  for (const std::string &file : programs()) {
    std::unique_ptr<ProgramProblem> program = problemOf(file, GetParam());
    if (!program)
      continue;
    SCOPED_TRACE(file);
    ReshardPlans pricer(*program->costs, program->shared.reshards());
    PlacementPlan byPrices = planPlacements(*program->costs, program->problem(), pricer);
    PlacementPlan chosen = choosePlan(*program->costs, program->problem(), program->shared.reshards());
    double before = stepOf(*program, byPrices), after = stepOf(*program, chosen);
    EXPECT_LE(after, before);
    expectNoCheaperNext(chosen);
    ++all;
    shorter += after < before;
    logs += std::log(after / before);
    // Again, it is the same.
    EXPECT_TRUE(Same()(choosePlan(*program->costs, program->problem(), program->shared.reshards()), chosen));
  }
  std::cout << GetParam() << ": " << all << " programs, " << shorter << " with a shorter step, " << std::exp(logs / all)
            << " of the step by prices in the geometric mean\n";
  ASSERT_GT(all, 15);
  EXPECT_GT(shorter, 0);
}

/// A plan that is put together of two costs what it says, by a state that was told nothing of either.
TEST_P(ChoosePlanTest, DescribesWhatWasPutTogether) {
  int described = 0;
  for (const std::string &file : programs()) {
    std::unique_ptr<ProgramProblem> program = problemOf(file, GetParam());
    if (!program)
      continue;
    SCOPED_TRACE(file);
    const ShardingProblem &problem = program->problem();
    ReshardPlans pricer(*program->costs, program->shared.reshards());
    PlacementPlanner planner(*program->costs, problem, pricer);
    PlacementPlan plan = planner.plan(), byBytes = planner.plan({0.5, /*byBytes=*/true});
    std::vector<PlanPart> parts = differingParts(problem, plan, byBytes);
    if (parts.empty())
      continue;
    takePart(plan, parts.front(), byBytes);
    planner.describe(parts.front().ops, plan);
    ++described;
    SolverState state(*program->costs, problem, pricer);
    std::deque<Candidate> candidates;
    Assignment assignment = assignmentOf(state, plan, candidates);
    std::optional<Price> total = AssignmentPricer(state).total(assignment);
    ASSERT_TRUE(total);
    EXPECT_EQ(total->ticks, plan.total.ticks);
    EXPECT_EQ(total->bytes, plan.total.bytes);
    EXPECT_EQ(total->collectives, plan.total.collectives);
    expectNoCheaperNext(plan);
  }
  EXPECT_GT(described, 5);
}

INSTANTIATE_TEST_SUITE_P(Machines, ChoosePlanTest, testing::Values("h100-8", "tpu-v5e:4x2", "gcp-a3-mega"));

TEST(ChoosePlan, ByBytesItIsThePlanByPrices) {
  setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);
  int all = 0;
  for (const std::string &file : programs()) {
    std::unique_ptr<ProgramProblem> program = problemOf(file, "flat");
    if (!program)
      continue;
    ++all;
    ReshardPlans pricer(*program->costs, program->shared.reshards());
    EXPECT_TRUE(Same()(choosePlan(*program->costs, program->problem(), program->shared.reshards()),
                       planPlacements(*program->costs, program->problem(), pricer)))
        << file;
  }
  EXPECT_GT(all, 15);
}

} // namespace
