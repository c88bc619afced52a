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

  EXPECT_TRUE(program->program->compile(compiler::Phase::Partition, program->target).ok()) << file;
  absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(program->program->module(), costs);
  EXPECT_TRUE(estimate.ok()) << file << ": " << estimate.status();
  return Both{evaluation->seconds, estimate->seconds(), *std::move(evaluation), std::move(program)};
}

class EvaluateTest : public testing::TestWithParam<const char *> {
protected:
  EvaluateTest() { setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1); }

  /// Of the programs, which mostly have meshes of eight devices.
  static bool holdsFew() { return GetParam() == std::string("laptop"); }
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
  EXPECT_GT(ratio, 0.8) << file;
  EXPECT_LT(ratio, 1.8) << file;
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
  std::cout << all << " programs on " << GetParam() << "\n";
  ASSERT_GT(all, holdsFew() ? 1 : 20);
  EXPECT_LT(std::exp(logsOfPeaks / all), 1.15);
}

/// What is fused in the partitioned program is in the evaluation, and nothing else; no memory for scores.
TEST_P(EvaluateTest, IsTheTimelineOfAttention) {
  int all = 0;
  for (const std::string &file : attentionPrograms()) {
    std::optional<Both> both = secondsOf(file, GetParam());
    if (!both)
      continue;
    ++all;
    EXPECT_NEAR(both->ratio(), 1, 0.01) << file << " on " << GetParam() << ": evaluated " << both->evaluated * 1e6
                                        << " us, estimated " << both->estimated * 1e6 << " us";
    LoweringOptions options;
    options.target.traits.attention = cost::AttentionRates::of(both->partitioned->costs->device().device());
    const auto peak = static_cast<double>(estimate::memoryOf(both->partitioned->program->module(), options).peak);
    EXPECT_GT(both->evaluation.peakBytes / peak, 0.7) << file;
    EXPECT_LT(both->evaluation.peakBytes / peak, 1.8) << file;
  }
  EXPECT_EQ(all, holdsFew() ? 0 : static_cast<int>(attentionPrograms().size()));
}

/// Each device has one sequence of 16 heads: 256 blocks of 64 rows, which walk 1 to 16 tiles of 64 columns, the
/// gradient of keys and values 16 to 1. Depths are 64: of two products forward, of three and of four in the gradients.
/// Rows' sums of results times their gradients read two arrays of 2 MiB, and little else.
TEST(AttentionPricesTest, TakeWhatTheirKernelsDo) {
  setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);
  const double flops = 2.0 * 256 * 64 * 1024 * 8.5 / 16 * 64 * (2 + 3 + 4), sums = 4.0 * (1 << 20);
  const double expected = flops / 2e14 + 4 * 1.3e-6 + sums / (0.9 * 3.35e12);
  for (const std::string &file : attentionPrograms())
    if (file.find("heads") != std::string::npos) {
      std::optional<Both> both = secondsOf(file, "h100-8");
      ASSERT_TRUE(both);
      EXPECT_NEAR(both->evaluated / expected, 1, 0.02);
      EXPECT_NEAR(both->estimated / expected, 1, 0.02);
    }
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
  ASSERT_GT(all, holdsFew() ? 20 : 50);
  EXPECT_GE(near, 0.99 * all) << near << " of " << all << " are within 1 %";
}

/// Values that are sums over both axes, each of a product of its own, and are wanted whole: scattered within a node,
/// added up between nodes, and gathered. That is three collectives for all of them together, of which each starts once;
/// those that fed another collective were taken to start once for each value.
TEST(EvaluateLinksTest, CollectivesThatFeedEachOtherStartOnceForAllValues) {
  setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);
  auto sums = [](int count) {
    std::string arguments, results, names, types, body;
    for (int i = 0; i < count; ++i) {
      std::string n = std::to_string(i), comma = i ? ", " : "";
      arguments += comma + "%x" + n +
                   ": tensor<512x2048xf32> {sharding.spec = #sharding.spec<@m, [I_data, K_tensor]>}, %w" + n +
                   ": tensor<2048x4096xf32> {sharding.spec = #sharding.spec<@m, [K_tensor, J]>}";
      results += comma + "tensor<4096xf32> {sharding.spec = #sharding.spec<@m, [J]>}";
      names += comma + "%t" + n;
      types += comma + "tensor<4096xf32>";
      body +=
          "  %y" + n + " = stablehlo.dot_general %x" + n + ", %w" + n +
          ", contracting_dims = [1] x [0] : (tensor<512x2048xf32>, tensor<2048x4096xf32>) -> tensor<512x4096xf32>\n" +
          "  %s" + n + " = stablehlo.reduce(%y" + n +
          " init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> "
          "tensor<4096xf32>\n  %t" +
          n + " = stablehlo.tanh %s" + n + " : tensor<4096xf32>\n";
    }
    std::string file = testing::TempDir() + "sums-" + std::to_string(count) + ".mlir";
    std::ofstream(file) << "sharding.mesh @m = <data=16, tensor=8>\nfunc.func @main(" << arguments << ") -> ("
                        << results << ") {\n  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
                        << body << "  return " << names << " : " << types << "\n}\n";
    std::optional<Both> both = secondsOf(file, "gcp-a3-mega");
    std::filesystem::remove(file);
    return both ? *std::move(both) : Both{};
  };
  Both one = sums(1), six = sums(6);
  ASSERT_GT(one.estimated, 0);
  EXPECT_NEAR(one.ratio(), 1, 0.01);
  EXPECT_NEAR(six.ratio(), 1, 0.01);
  EXPECT_LT(six.evaluated, 2 * one.evaluated)
      << "one value " << one.evaluated * 1e6 << " us, six " << six.evaluated * 1e6;
  EXPECT_LT(six.estimated, 2 * one.estimated)
      << "one value " << one.estimated * 1e6 << " us, six " << six.estimated * 1e6;
}

/// SHARDWRIGHT_UNROLLED: of those, too, whose layers are all written out, which takes four times as long.
class FullSizeTest : public EvaluateTest {};

TEST_P(FullSizeTest, IsTheTimelineOfThePartitionedProgram) {
  std::vector<std::string> files = fullSizePrograms(getenv("SHARDWRIGHT_UNROLLED") != nullptr);
  if (files.empty())
    GTEST_SKIP() << "there is no " << SHARED_PROGRAMS << "/scale";
  int all = 0;
  for (const std::string &file : files) {
    std::optional<Both> both = secondsOf(file, GetParam());
    if (!both)
      continue;
    ++all;
    std::cout << file << " on " << GetParam() << ": evaluated " << both->evaluated << " s, estimated "
              << both->estimated << " s, ratio " << both->ratio() << "\n";
    EXPECT_NEAR(both->ratio(), 1, 0.01) << file << " on " << GetParam();
  }
  EXPECT_EQ(all, static_cast<int>(files.size()));
}

INSTANTIATE_TEST_SUITE_P(Machines, FullSizeTest, testing::Values("h100-superpod", "tpu-v5p:8x8x16", "b200-superpod"));

INSTANTIATE_TEST_SUITE_P(Machines, EvaluateTest,
                         testing::Values("h100-8", "tpu-v5e:4x2", "gcp-a3-mega", "laptop", HOST_TOPOLOGY));

} // namespace
