// The problem of every program of the project, and of the shared ones, parses from its text to the same, and is planned
// and evaluated to the same.
#include "shardwright/Placement/ProblemText.h"

#include "lib/Driver/Compilation.h"
#include "passes/common/SharedCostModel.h"
#include "passes/partition/PlacementGraph.h"
#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "test/unit/Evaluate/Programs.h"
#include "test/unit/Placement/SameProblem.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::driver;

namespace {

/// False where the program has no mesh of several devices, or one that the machine does not hold.
bool comesBack(const std::string &file, const std::string &topology) {
  absl::StatusOr<std::unique_ptr<Compilation>> program = Compilation::read(file);
  if (!program.ok())
    return false;
  Target target;
  target.machine.topology = topology;
  if (!(*program)->compile(Phase::Propagate, target).ok())
    return false;
  SharedCostModel shared(target.machine);
  absl::StatusOr<const CostModel *> costs = shared.on((*program)->mesh());
  if ((*program)->mesh().numDevices() <= 1 || !costs.ok())
    return false;
  auto function = (*program)->module().lookupSymbol<mlir::func::FuncOp>("main");
  mlir::FailureOr<PlacementGraph> graph = buildPlacementGraph(function, **costs, target.partition);
  EXPECT_TRUE(mlir::succeeded(graph)) << file;
  ReshardPlans plans(**costs, shared.reshards());
  PlacementPlan plan = planPlacements(**costs, graph->program, plans);

  absl::StatusOr<ProblemText> text = parseProblem(printProblem((*costs)->mesh(), graph->program, &plan));
  EXPECT_TRUE(text.ok()) << file << ": " << text.status();
  if (!text.ok())
    return false;
  EXPECT_EQ(text->mesh, (*costs)->mesh()) << file;
  EXPECT_TRUE(Same()(text->problem, graph->program)) << file;
  EXPECT_TRUE(Same()(*text->plan, withoutUnused(plan))) << file;
  EXPECT_TRUE(Same()(planPlacements(**costs, text->problem, plans), plan)) << file;
  absl::StatusOr<Evaluation> first = evaluate(graph->program, plan, **costs, shared.reshards());
  absl::StatusOr<Evaluation> again = evaluate(text->problem, *text->plan, **costs, shared.reshards());
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
}

} // namespace
