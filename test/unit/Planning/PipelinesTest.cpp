// Schedules of stages whose costs are given, by hand.
#include "lib/Planning/Pipelines.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace shardwright;
using namespace shardwright::planning;

namespace {

MicrobatchCosts equalLayers() {
  MicrobatchCosts costs;
  costs.layersForward = 1;
  costs.layersBackward = 2;
  costs.layersBytes = 800;
  costs.workBytes = 10;
  costs.statesBytes = 4000;
  return costs;
}

MicrobatchPlan best(const MicrobatchCosts &costs, int64_t layers, int64_t stages, int64_t microbatches,
                    std::optional<int64_t> limit = std::nullopt, double send = 0) {
  absl::StatusOr<MicrobatchPlan> plan = bestSchedule(costs, layers, stages, microbatches, send, limit);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return *std::move(plan);
}

TEST(Pipelines, OneStageWithOneMicrobatchIsTheStep) {
  MicrobatchCosts costs = equalLayers();
  costs.othersForward = 0.1;
  costs.othersBackward = 0.2;
  costs.once = 0.5;
  costs.othersBytes = 70;
  costs.gradientBytes = 1000;
  const MicrobatchPlan plan = best(costs, 8, 1, 1);
  EXPECT_DOUBLE_EQ(plan.seconds, costs.seconds());
  EXPECT_DOUBLE_EQ(plan.peakBytes, 4000 + 800 + 10 + 70);
  EXPECT_DOUBLE_EQ(plan.bubble, 0);
}

TEST(Pipelines, GradientsAreAddedUpAndUpdateOnce) {
  MicrobatchCosts costs = equalLayers();
  costs.once = 0.5;
  costs.gradientBytes = 1000;
  const MicrobatchPlan plan = best(costs, 8, 1, 4);
  EXPECT_DOUBLE_EQ(plan.seconds, 4 * 3 + 0.5);
  EXPECT_DOUBLE_EQ(plan.peakBytes, 4000 + 1000 + 800 + 10); // One microbatch's activations at a time.
}

TEST(Pipelines, BubblesAreAsInTheLiterature) {
  // (p - 1) / (m + p - 1), Huang et al., "GPipe", 2019.
  for (int64_t stages : {2, 4, 8})
    for (int64_t microbatches : {3, 8, 24}) {
      if (microbatches % stages == 0)
        continue; // Interleaved.
      const MicrobatchPlan plan = best(equalLayers(), 16, stages, microbatches);
      const auto p = static_cast<double>(stages), m = static_cast<double>(microbatches);
      EXPECT_NEAR(plan.seconds, (m + p - 1) * 3 / p, 1e-9);
      EXPECT_NEAR(plan.bubble, (p - 1) / (m + p - 1), 1e-9);
    }
  // Divided by the number of chunks, Narayanan et al. 2021: of 16 layers on 4 stages 4.
  const MicrobatchPlan interleaved = best(equalLayers(), 16, 4, 8);
  EXPECT_EQ(interleaved.chunks, 4);
  EXPECT_NEAR(interleaved.seconds, 8 * 0.75 + 3 * 0.75 / 4, 1e-9);
  EXPECT_EQ(interleaved.layers, std::vector<int64_t>(16, 1));
  // Gradients of weights fill it, Qi et al. 2023: f + b - 2w is left.
  MicrobatchCosts costs = equalLayers();
  costs.weightGradients = 1;
  const MicrobatchPlan zero = best(costs, 4, 4, 9);
  EXPECT_EQ(zero.order, PipelineOrder::ZeroBubble);
  EXPECT_NEAR(zero.seconds, 9 * 0.75 + 3 * 0.25, 1e-9);
}

TEST(Pipelines, ChunksDoNotPayWhereSendsAreLong) {
  EXPECT_EQ(best(equalLayers(), 16, 4, 8, std::nullopt, /*send=*/1).chunks, 1);
}

TEST(Pipelines, StagesHoldWhatIsUnderWay) {
  // The first of four stages keeps four microbatches, each a quarter of the layers'; parameters are a quarter.
  const MicrobatchPlan plan = best(equalLayers(), 4, 4, 9);
  EXPECT_EQ(plan.order, PipelineOrder::OneForwardOneBackward);
  EXPECT_DOUBLE_EQ(plan.peakBytes, 4000 / 4 + 10 + 800);
}

TEST(Pipelines, AMemoryLimitIsKept) {
  const MicrobatchPlan quick = best(equalLayers(), 16, 4, 8);
  const auto limit = static_cast<int64_t>(quick.peakBytes) - 1;
  const MicrobatchPlan small = best(equalLayers(), 16, 4, 8, limit);
  EXPECT_LE(small.peakBytes, static_cast<double>(limit));
  EXPECT_GT(small.seconds, quick.seconds);
}

TEST(Pipelines, GradientsAreScatteredOnceWhereThereIsRoom) {
  MicrobatchCosts costs = equalLayers();
  costs.scattering = 0.5;
  costs.wholeGradientBytes = 8000;
  const MicrobatchPlan once = best(costs, 8, 1, 4);
  EXPECT_TRUE(once.scattersOnce);
  EXPECT_DOUBLE_EQ(once.seconds, 4 * 2.5 + 0.5);
  EXPECT_DOUBLE_EQ(once.peakBytes, 4000 + 8000 + 800 + 10);
  const MicrobatchPlan often = best(costs, 8, 1, 4, 6000);
  EXPECT_FALSE(often.scattersOnce);
  EXPECT_DOUBLE_EQ(often.seconds, 12);
}

TEST(Pipelines, WhatIsAroundLayersTakesTheirPlaceOnTheLastStage) {
  MicrobatchCosts costs = equalLayers(); // Of 3 / 24 a layer.
  costs.othersForward = 0.25;
  costs.othersBackward = 0.5; // As six layers.
  const MicrobatchPlan plan = best(costs, 24, 3, 4);
  EXPECT_EQ(plan.chunks, 1);
  EXPECT_EQ(plan.layers, (std::vector<int64_t>{10, 10, 4}));
  EXPECT_EQ(std::accumulate(plan.layers.begin(), plan.layers.end(), int64_t{0}), 24);
}

TEST(Pipelines, CostsOfPartsLieOnStraightLines) {
  MicrobatchCosts once = equalLayers(), twice = once;
  twice.layersForward = 1.75; // A quarter whatever the samples, three quarters by them.
  twice.layersBytes = 1600;
  twice.workBytes = 100; // Steeper than from nothing.
  const MicrobatchCosts half = once.extrapolated(twice, 0.5);
  EXPECT_DOUBLE_EQ(half.layersForward, 0.25 + 0.75 / 2);
  EXPECT_DOUBLE_EQ(half.layersBackward, 2);
  EXPECT_DOUBLE_EQ(half.layersBytes, 400);
  EXPECT_DOUBLE_EQ(half.workBytes, 0);
  EXPECT_DOUBLE_EQ(half.statesBytes, 4000);
}

TEST(Pipelines, ADrawingHasALineForEachStage) {
  const MicrobatchPlan plan = best(equalLayers(), 2, 2, 1);
  ASSERT_EQ(plan.drawing.size(), 2u);
  // Forward a sixth, forward a sixth, backward a third, backward a third, of 100 columns.
  EXPECT_EQ(plan.drawing[0], std::string(17, 'f') + std::string(50, '.') + std::string(33, 'b'));
  EXPECT_EQ(plan.drawing[1], std::string(17, '.') + std::string(16, 'f') + std::string(34, 'b') + std::string(33, '.'));
}

} // namespace
