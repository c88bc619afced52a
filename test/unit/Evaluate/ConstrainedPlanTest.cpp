// Plans in which ops make what is constrained behind them as the constraint says.
#include "lib/Evaluate/ConstrainedPlan.h"

#include "shardwright/Evaluate/ChoosePlan.h"
#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::evaluation;

namespace {

/// A product of few rows whose weight is split along the sum, a change of sign, and the result as the program wants it.
ProblemText productWith(const std::string &constraint) {
  absl::StatusOr<ProblemText> parsed = parseProblem(
      "mesh <x=8>\n"
      "class dot = ([i, k], [k, j])->([i, j]) {i=512, j=4096, k=4096} reduction={k}\n"
      "  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
      "   seconds_per_point = 2e-15, local = {form = {kind = product}, library = product, product = {type = bf16}}}\n"
      "%0 : bf16[512x4096] [_, _] {kept}, %1 : bf16[4096x4096] [_x, _] {kept} = fixed()\n"
      "%2 : bf16[512x4096] [_, _] = dot(%0, %1)\n"
      "%3 : bf16[512x4096] " +
      constraint + " {root = %2} = fixed(%2 : " + constraint +
      ")\n"
      "fixed(%3 : [_, _])\n");
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  return *std::move(parsed);
}

struct Priced {
  explicit Priced(const Mesh &mesh)
      : costs(*CostModel::create(*findTopology("h100-8", TOPOLOGIES), TOPOLOGIES, mesh)),
        reshards(ReshardOptions{&costs}), pricer(costs, reshards) {}
  double step(const ShardingProblem &problem, const PlacementPlan &plan) {
    absl::StatusOr<Evaluation> evaluation = evaluate(problem, plan, costs, reshards);
    EXPECT_TRUE(evaluation.ok()) << evaluation.status();
    return evaluation.ok() ? evaluation->seconds : 0;
  }

  CostModel costs;
  ReshardCache reshards;
  ReshardPlans pricer;
};

TEST(ConstrainedPlan, MakesWhatConstraintsSay) {
  for (const char *constraint : {"[_, _]", "[_x, _]", "[_, _x]", "[_, _]{U_x}"}) {
    SCOPED_TRACE(constraint);
    ProblemText text = productWith(constraint);
    Priced priced(text.mesh);
    const PlacementPlan plan = planPlacements(priced.costs, text.problem, priced.pricer);
    const Sharding &wanted = *text.problem.ops[2].needs.front();
    const bool isMade = plan.choices[plan.chosen[1]].makes.front().samePlacement(text.mesh, wanted);
    const std::vector<PlacementPin> pins = pinsOfConstraints(text.mesh, text.problem, plan);
    ASSERT_EQ(pins.empty(), isMade);
    if (isMade)
      continue;
    const PlacementPlan constrained = PlacementPlanner(priced.costs, text.problem, priced.pricer).planAround(pins);
    const Sharding &made = constrained.choices[constrained.chosen[1]].makes.front();
    EXPECT_TRUE(made.samePlacement(text.mesh, wanted)) << str(made);
    // What is chosen is the quicker of the two, or quicker than both.
    const PlacementPlan chosen = choosePlan(priced.costs, text.problem, priced.reshards);
    EXPECT_LE(priced.step(text.problem, chosen), priced.step(text.problem, constrained));
    EXPECT_LE(priced.step(text.problem, chosen), priced.step(text.problem, plan));
  }
}

/// No op makes a sharding that its rule has no factors for, and what no constraint is behind is planned as ever.
TEST(ConstrainedPlan, LeavesOutWhatNoOpMakes) {
  ProblemText text = productWith("[_, _]");
  Priced priced(text.mesh);
  const PlacementPlan plan = planPlacements(priced.costs, text.problem, priced.pricer);
  text.problem.values[3].root = 3; // An op of its own.
  EXPECT_TRUE(pinsOfConstraints(text.mesh, text.problem, plan).empty());
}

} // namespace
