// The problem of every program of the project, and of the shared ones, parses from its text to the same, and is planned
// and evaluated to the same.
#include "shardwright/Placement/ProblemText.h"

#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "test/unit/Evaluate/ProgramProblem.h"
#include "test/unit/Evaluate/Programs.h"
#include "test/unit/Placement/SameProblem.h"

#include <gtest/gtest.h>

using namespace shardwright;

namespace {

/// False where the program has no mesh of several devices, or one that the machine does not hold.
bool comesBack(const std::string &file, const std::string &topology) {
  std::unique_ptr<ProgramProblem> program = problemOf(file, topology);
  if (!program)
    return false;
  const CostModel &costs = *program->costs;
  const ShardingProblem &problem = program->problem();
  ReshardPlans plans(costs, program->shared.reshards());
  PlacementPlan plan = planPlacements(costs, problem, plans);

  absl::StatusOr<ProblemText> text = parseProblem(printProblem(costs.mesh(), problem, &plan));
  EXPECT_TRUE(text.ok()) << file << ": " << text.status();
  if (!text.ok())
    return false;
  EXPECT_EQ(text->mesh, costs.mesh()) << file;
  EXPECT_TRUE(Same()(text->problem, problem)) << file;
  EXPECT_TRUE(Same()(*text->plan, withoutUnused(plan))) << file;
  EXPECT_TRUE(Same()(planPlacements(costs, text->problem, plans), plan)) << file;
  absl::StatusOr<Evaluation> first = evaluate(problem, plan, costs, program->shared.reshards());
  absl::StatusOr<Evaluation> again = evaluate(text->problem, *text->plan, costs, program->shared.reshards());
  EXPECT_TRUE(first.ok() && again.ok()) << file << ": " << first.status() << ", " << again.status();
  EXPECT_EQ(first->seconds, again->seconds) << file;
  return true;
}

TEST(ProblemText, EveryProgramComesBackFromIt) {
  setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);
  int all = 0;
  for (const std::string &file : programs())
    all += comesBack(file, "h100-8");
  EXPECT_GT(all, 15);
  for (const std::string &file : attentionPrograms())
    EXPECT_TRUE(comesBack(file, "h100-8")) << file;
}

} // namespace
