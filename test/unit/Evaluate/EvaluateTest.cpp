// What a plan is said to take is what the program takes that it leaves: the program is partitioned, estimated kernel by
// kernel from its operations, and compared with what evaluate() says of the plan alone.
#include "shardwright/Evaluate/Evaluate.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "shardwright/Evaluate/ChoosePlan.h"
#include "test/fuzz/Generator.h"
#include "test/unit/Evaluate/ProgramProblem.h"
#include "test/unit/Evaluate/Programs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>

using namespace shardwright;

namespace {

struct Both {
  double evaluated = 0, estimated = 0; ///< seconds
  Evaluation evaluation;
  std::unique_ptr<ProgramProblem> partitioned;
  double ratio() const { return evaluated / estimated; }
};

/// Nothing where the program has no mesh, or one that the machine does not hold.
std::optional<Both> secondsOf(const std::string &file, const std::string &topology) {
  std::unique_ptr<ProgramProblem> program = problemOf(file, topology);
  if (!program)
    return std::nullopt;
  const CostModel &costs = *program->costs;
  ReshardCache &reshards = program->shared.reshards();
  PlacementPlan plan = choosePlan(costs, program->problem(), reshards);
  absl::StatusOr<Evaluation> evaluation = evaluate(program->problem(), plan, costs, reshards);
  EXPECT_TRUE(evaluation.ok()) << file << ": " << evaluation.status();

  EXPECT_TRUE(program->program->compile(driver::Phase::Partition, program->target).ok()) << file;
  absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(program->program->module(), costs);
  EXPECT_TRUE(estimate.ok()) << file << ": " << estimate.status();
  return Both{evaluation->seconds, estimate->seconds(), *std::move(evaluation), std::move(program)};
}

class EvaluateTest : public testing::TestWithParam<const char *> {
protected:
  EvaluateTest() { setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1); }
};

/// What is held at once is what the order of the plan needs: what the compiler saves by moving and repeating work is
/// not taken off.
double holds(const Both &both, const std::string &file) {
  double sum = 0, last = std::numeric_limits<double>::infinity();
  for (const Evaluation::Held &held : both.evaluation.held) {
    EXPECT_LE(held.bytes, last) << file;
    last = held.bytes;
    sum += held.bytes;
  }
  EXPECT_DOUBLE_EQ(sum, both.evaluation.peakBytes) << file;
  double ratio = sum / static_cast<double>(estimate::memoryOf(both.partitioned->program->module()).peak);
  EXPECT_GT(ratio, 0.95) << file;
  EXPECT_LT(ratio, 1.75) << file;
  return ratio;
}

TEST_P(EvaluateTest, IsTheTimelineOfThePartitionedProgram) {
  int all = 0;
  double logsOfPeaks = 0;
  for (const std::string &file : programs()) {
    std::optional<Both> both = secondsOf(file, GetParam());
    if (!both)
      continue;
    ++all;
    EXPECT_NEAR(both->ratio(), 1, 0.01) << file << " on " << GetParam() << ": evaluated " << both->evaluated * 1e6
                                        << " us, estimated " << both->estimated * 1e6 << " us";
    logsOfPeaks += std::log(holds(*both, file));
  }
  ASSERT_GT(all, 20);
  EXPECT_LT(std::exp(logsOfPeaks / all), 1.15);
}

/// Of a few launches each, so that one that the evaluation misses is far more than 1 %. One program in a thousand may
/// be off: what lowering folds away behind a change of an element's width decides there which operations are one
/// kernel.
TEST_P(EvaluateTest, IsTheTimelineOfRandomPrograms) {
  constexpr uint64_t kFirst = 0, kPrograms = 200;
  int all = 0, near = 0;
  for (uint64_t seed = kFirst; seed < kFirst + kPrograms; ++seed) {
    std::string file = testing::TempDir() + "random-" + std::to_string(seed) + ".mlir";
    std::ofstream(file) << fuzz::generateProgram(seed, {});
    std::optional<Both> both = secondsOf(file, GetParam());
    std::filesystem::remove(file);
    if (!both || both->estimated == 0)
      continue;
    ++all;
    bool isNear = std::abs(both->ratio() - 1) <= 0.01;
    near += isNear;
    if (!isNear)
      std::cout << "seed " << seed << " on " << GetParam() << ": evaluated " << both->evaluated * 1e6
                << " us, estimated " << both->estimated * 1e6 << " us\n";
  }
  ASSERT_GT(all, 50);
  EXPECT_GE(near, 0.99 * all) << near << " of " << all << " are within 1 %";
}

INSTANTIATE_TEST_SUITE_P(Machines, EvaluateTest, testing::Values("h100-8", "tpu-v5e:4x2", "gcp-a3-mega"));

} // namespace
