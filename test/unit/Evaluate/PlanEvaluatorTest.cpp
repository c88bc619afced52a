// A plan that was changed in many ways takes what it takes a new evaluator, to the last bit: random changes of choices
// and of loop-carried values on every program and machine, several at once, some taken back.
#include "shardwright/Evaluate/PlanEvaluator.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "test/fuzz/Generator.h"
#include "test/unit/Environment.h"
#include "test/unit/Evaluate/ProgramProblem.h"
#include "test/unit/Evaluate/Programs.h"
#include "test/unit/Evaluate/RandomChoice.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>

using namespace shardwright;

namespace {

/// What searches may do to a plan, at random.
class Editor {
public:
  Editor(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards, PlacementPlan plan,
         unsigned seed)
      : problem(problem), costs(costs), reshards(reshards), first(plan), plan(std::move(plan)),
        evaluator(problem, costs, reshards, first), random(seed) {
    for (PlacementChoice &choice : first.choices)
      choice = PlacementChoice();
    choices.resize(problem.classes.size());
    for (size_t op = 0; op < problem.ops.size(); ++op)
      if (int64_t opClass = problem.ops[op].opClass; opClass >= 0) {
        ops.push_back(op);
        if (size_t chosen = first.chosen[op]; !llvm::is_contained(choices[opClass], chosen))
          choices[opClass].push_back(chosen);
      }
  }

  bool isEmpty() const { return ops.empty(); }

  /// Says what it did.
  std::string change() {
    if (!problem.loopCarried.empty() && random() % 8 == 0) {
      size_t carried = random() % problem.loopCarried.size();
      const Shape &shape = problem.values[problem.loopCarried[carried].result].shape;
      plan.loopCarried[carried] = randomSharding(shape.size());
      evaluator.setLoopCarried(carried, plan.loopCarried[carried]);
      return "loop-carried value " + std::to_string(carried);
    }
    size_t op = ops[random() % ops.size()];
    std::vector<size_t> &known = choices[problem.ops[op].opClass];
    if (random() % 2 == 0)
      if (std::optional<PlacementChoice> choice =
              randomChoice(costs.mesh(), problem.classes[problem.ops[op].opClass], random)) {
        plan.choices.push_back(*choice);
        known.push_back(evaluator.addChoice(*choice));
      }
    size_t choice = known[random() % known.size()];
    plan.chosen[op] = static_cast<int64_t>(choice);
    evaluator.choose(op, choice);
    return "op " + std::to_string(op) + " by choice " + std::to_string(choice);
  }

  void expectSame(const std::string &what) {
    absl::StatusOr<Evaluation> edited = evaluator.evaluation(), fresh = evaluate(problem, plan, costs, reshards);
    ASSERT_EQ(edited.ok(), fresh.ok()) << what;
    if (!fresh.ok())
      return;
    EXPECT_EQ(edited->seconds, fresh->seconds) << what;
    EXPECT_EQ(edited->busy.computing, fresh->busy.computing) << what;
    EXPECT_EQ(edited->busy.communication, fresh->busy.communication) << what;
    EXPECT_EQ(edited->busy.exposed, fresh->busy.exposed) << what;
    EXPECT_EQ(edited->peakBytes, fresh->peakBytes) << what;
  }

  const ShardingProblem &problem;
  const CostModel &costs;
  ReshardCache &reshards;
  PlacementPlan first; ///< whose choices are gone when the evaluator has read them
  PlacementPlan plan;
  PlanEvaluator evaluator;
  std::mt19937 random;

private:
  Sharding randomSharding(size_t rank) {
    Sharding sharding = Sharding::closed(rank);
    for (const MeshAxis &axis : costs.mesh().axes())
      if (size_t dim = random() % (rank + 1); dim < rank)
        sharding.dims[dim].axes.push_back(AxisRef(axis.name));
    return sharding;
  }

  std::vector<size_t> ops;
  std::vector<std::vector<size_t>> choices; ///< by class
};

/// SHARDWRIGHT_EDITS: of each program on each machine. SHARDWRIGHT_SEED: of the first program. SHARDWRIGHT_PROGRAM: a
/// file, and no other. How many edits were compared with a new evaluation.
int editProgram(const std::string &file, const std::string &topology, unsigned seed, int edits = 8) {
  std::unique_ptr<ProgramProblem> program = problemOf(file, topology);
  if (!program)
    return 0;
  ReshardCache &reshards = program->shared.reshards();
  ReshardPlans pricer(*program->costs, reshards);
  Editor editor(program->problem(), *program->costs, reshards,
                planPlacements(*program->costs, program->problem(), pricer), seed);
  if (editor.isEmpty())
    return 0;
  edits = static_cast<int>(numberFrom("SHARDWRIGHT_EDITS", edits));
  std::string who = file + " on " + topology + ", seed " + std::to_string(seed);
  std::string last = "as planned";
  for (int edit = 0; edit < edits; ++edit) {
    editor.expectSame(who + ", edit " + std::to_string(edit) + ": " + last);
    if (testing::Test::HasFailure())
      return edit;
    if (editor.random() % 6 == 0) {
      PlacementPlan before = editor.plan;
      editor.evaluator.keep();
      last = editor.change();
      last += " and " + editor.change();
      if (editor.random() % 2 == 0)
        (void)editor.evaluator.seconds();
      last += ", taken back";
      editor.evaluator.undo();
      editor.plan.chosen = before.chosen;
      editor.plan.loopCarried = before.loopCarried;
      continue;
    }
    last = editor.change();
    while (editor.random() % 4 == 0)
      last += " and " + editor.change();
  }
  editor.expectSame(who + ", at the end: " + last);
  return edits;
}

class PlanEvaluatorTest : public testing::TestWithParam<const char *> {
protected:
  PlanEvaluatorTest() { setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1); }
};

TEST_P(PlanEvaluatorTest, IsANewEvaluationAfterEdits) {
  auto seed = static_cast<unsigned>(numberFrom("SHARDWRIGHT_SEED", 1));
  std::cout << "seed " << seed << "\n";
  const char *only = getenv("SHARDWRIGHT_PROGRAM");
  int compared = 0;
  for (const std::string &file : only ? std::vector<std::string>{only} : programs()) {
    compared += editProgram(file, GetParam(), seed++);
    if (HasFailure())
      return;
  }
  std::cout << compared << " edits of programs on " << GetParam() << "\n";
}

/// Changes begin and end what makes attention one kernel.
TEST_P(PlanEvaluatorTest, IsANewEvaluationAfterEditsOfAttention) {
  auto seed = static_cast<unsigned>(numberFrom("SHARDWRIGHT_SEED", 1));
  std::cout << "seed " << seed << "\n";
  int compared = 0;
  for (const std::string &file : attentionPrograms())
    compared += editProgram(file, GetParam(), seed++, 40);
  std::cout << compared << " edits of attention on " << GetParam() << "\n";
}

/// Before a send came in front of it, the loop was played again by itself.
TEST(PlanEvaluator, ASendInFrontOfALoopBeginsWhenItsLinksAreFree) {
  setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);
  for (const std::string &file : programs())
    if (llvm::StringRef(file).contains("lstm_train"))
      for (unsigned seed = 25; seed < 28; ++seed)
        editProgram(file, "flat", seed, 40);
}

int editText(const std::string &text, const std::string &topology, unsigned seed, int edits) {
  std::string file = testing::TempDir() + "edited-" + std::to_string(seed) + ".mlir";
  std::ofstream(file) << text;
  EXPECT_TRUE(driver::readProgram(file).ok()) << text;
  int compared = editProgram(file, topology, seed, edits);
  std::filesystem::remove(file);
  return compared;
}

/// Of those, what lies in loops and branches goes as a whole, and permutes become one, more often than in programs.
TEST_P(PlanEvaluatorTest, IsANewEvaluationAfterEditsOfRandomPrograms) {
  constexpr unsigned kPrograms = 60;
  auto first = static_cast<unsigned>(numberFrom("SHARDWRIGHT_SEED", 1));
  std::cout << "seed " << first << "\n";
  int compared = 0;
  for (unsigned seed = first; seed < first + kPrograms && !HasFailure(); ++seed)
    compared += editText(fuzz::generateProgram(seed, {}), GetParam(), seed, 8);
  std::cout << compared << " edits of random programs on " << GetParam() << "\n";
}

/// Two loops that do the same are one until a change tells them apart, and again when it is taken back.
TEST_P(PlanEvaluatorTest, IsANewEvaluationAfterEditsOfLoopsThatAreAlike) {
  auto loop = [](const std::string &result) {
    return "  %" + result + R"(:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<16x16xf32>
  cond {
    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %product = stablehlo.dot_general %v, %a, contracting_dims = [1] x [0]
        : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %next = stablehlo.tanh %product : tensor<16x16xf32>
    %more = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %more, %next : tensor<i32>, tensor<16x16xf32>
  }
)";
  };
  std::string text = R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %n: tensor<i32>)
    -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
)" + loop("r") + loop("s") +
                     R"(
  %first = stablehlo.exponential %r#1 : tensor<16x16xf32>
  %second = stablehlo.sine %s#1 : tensor<16x16xf32>
  return %first, %second : tensor<16x16xf32>, tensor<16x16xf32>
}
)";
  auto seed = static_cast<unsigned>(numberFrom("SHARDWRIGHT_SEED", 1));
  std::cout << "seed " << seed << "\n";
  editText(text, GetParam(), seed, 200);
}

INSTANTIATE_TEST_SUITE_P(Machines, PlanEvaluatorTest,
                         testing::Values("h100-8", "tpu-v5e:4x2", "gcp-a3-mega", "laptop", HOST_TOPOLOGY, "flat"));

} // namespace
