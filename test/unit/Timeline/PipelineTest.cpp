// Pipelines against their closed forms.
#include "shardwright/Timeline/Pipeline.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace shardwright {
namespace {

struct Ran {
  TaskGraph graph;
  Timeline timeline;
};

Ran run(const Pipeline &pipeline) {
  auto graph = pipelineTasks(pipeline);
  EXPECT_TRUE(graph.ok()) << graph.status();
  auto timeline = simulate(*graph);
  EXPECT_TRUE(timeline.ok()) << timeline.status();
  return {*std::move(graph), *std::move(timeline)};
}

TEST(Pipeline, TakesTheClosedFormsTime) {
  for (PipelineOrder order : {PipelineOrder::AllForwardAllBackward, PipelineOrder::OneForwardOneBackward})
    for (int64_t stages : {1, 2, 4, 8})
      for (int64_t microbatches : {8, 16, 32})
        for (int64_t chunks : {1, 2, 4}) {
          if (chunks > 1 && order == PipelineOrder::AllForwardAllBackward)
            continue;
          Pipeline pipeline{stages, microbatches, order, chunks, 1, 2, 0, 0};
          Ran ran = run(pipeline);
          EXPECT_EQ(ran.graph.tasks.size(), static_cast<size_t>(2 * stages * microbatches * chunks));
          EXPECT_DOUBLE_EQ(ran.timeline.seconds, static_cast<double>((microbatches * chunks + stages - 1) * 3))
              << stages << " stages, " << microbatches << " microbatches, " << chunks << " chunks";
        }
}

TEST(Pipeline, KeepsAsManyMicrobatchesAsStagesFollow) {
  for (int64_t stages : {2, 4}) {
    Pipeline pipeline{stages, 16, PipelineOrder::OneForwardOneBackward, 1, 1, 2, 0, 10};
    Ran ran = run(pipeline);
    for (int64_t stage = 0; stage != stages; ++stage)
      EXPECT_EQ(memoryOverTime(ran.graph, ran.timeline, static_cast<uint32_t>(stage)).peak, 10 * (stages - stage));
    pipeline.order = PipelineOrder::AllForwardAllBackward;
    ran = run(pipeline);
    for (int64_t stage = 0; stage != stages; ++stage)
      EXPECT_EQ(memoryOverTime(ran.graph, ran.timeline, static_cast<uint32_t>(stage)).peak, 10 * 16);
  }
}

TEST(Pipeline, SendsTakeTheirTime) {
  // One microbatch goes through all stages and back: nothing overlaps.
  Ran one = run({4, 1, PipelineOrder::OneForwardOneBackward, 1, 1, 2, 0.25, 0});
  EXPECT_DOUBLE_EQ(one.timeline.seconds, 4 * 3 + 2 * 3 * 0.25);
  double last = 0;
  for (double send : {0.0, 0.1, 0.5, 2.0}) {
    double seconds = run({4, 8, PipelineOrder::OneForwardOneBackward, 1, 1, 2, send, 0}).timeline.seconds;
    EXPECT_GE(seconds, last);
    last = seconds;
  }
}

/// An independent machine: each stage works off its list, as soon as what it waits for is there.
struct Replay {
  int64_t stages, microbatches;
  double forward, backward, weights;
  std::vector<double> parts;

  double seconds() const {
    std::map<std::pair<char, std::pair<int64_t, int64_t>>, double> ended;
    std::vector<double> free(static_cast<size_t>(stages), 0);
    std::vector<std::vector<std::pair<char, int64_t>>> lists;
    for (int64_t stage = 0; stage < stages; ++stage)
      lists.push_back(list(stage));
    std::vector<size_t> at(static_cast<size_t>(stages), 0);
    for (bool isMoving = true; isMoving;) {
      isMoving = false;
      for (int64_t stage = 0; stage < stages; ++stage)
        for (size_t &i = at[stage]; i < lists[stage].size(); ++i, isMoving = true) {
          auto [pass, microbatch] = lists[stage][i];
          double from = free[stage];
          int64_t waits = pass == 'F' ? stage - 1 : pass == 'B' ? stage + 1 : -1;
          if (waits >= 0 && waits < stages) {
            auto found = ended.find({pass, {microbatch, waits}});
            if (found == ended.end())
              break;
            from = std::max(from, found->second);
          }
          double takes = pass == 'F' ? forward : pass == 'B' ? backward - weights : weights;
          ended[{pass, {microbatch, stage}}] = free[stage] = from + takes * parts[stage];
        }
    }
    return *std::max_element(free.begin(), free.end());
  }

  std::vector<std::pair<char, int64_t>> list(int64_t stage) const {
    std::vector<std::pair<char, int64_t>> out;
    int64_t forwards = 0, gradients = 0;
    for (; forwards < std::min(microbatches, stages - stage); ++forwards)
      out.push_back({'F', forwards});
    for (int64_t i = 0; i < microbatches; ++i) {
      out.push_back({'B', i});
      if (i >= stage)
        out.push_back({'W', gradients++});
      if (forwards < microbatches)
        out.push_back({'F', forwards++});
    }
    while (gradients < microbatches)
      out.push_back({'W', gradients++});
    return out;
  }
};

TEST(Pipeline, GradientsOfWeightsFillTheBubble) {
  for (int64_t stages : {1, 2, 3, 4, 8})
    for (int64_t microbatches : {stages, 2 * stages, 3 * stages + 1})
      for (double weights : {0.25, 0.5, 1.0, 1.5, 2.0}) {
        Pipeline pipeline{stages, microbatches, PipelineOrder::ZeroBubble, 1, 1, 2, 0, 10, weights, {}};
        Ran ran = run(pipeline);
        EXPECT_EQ(ran.graph.tasks.size(), static_cast<size_t>(3 * stages * microbatches));
        EXPECT_DOUBLE_EQ(ran.timeline.seconds, static_cast<double>(3 * microbatches) + pipelineBubble(pipeline))
            << stages << " stages, " << microbatches << " microbatches, " << weights;
        EXPECT_DOUBLE_EQ(pipelineBubble(pipeline),
                         static_cast<double>(stages - 1) * (1 + std::max(0.0, (2 - weights) - weights)));
        for (int64_t stage = 0; stage != stages; ++stage)
          EXPECT_EQ(memoryOverTime(ran.graph, ran.timeline, static_cast<uint32_t>(stage)).peak,
                    10 * std::min(stages, microbatches))
              << "as much as the first stage of one forward, one backward";
      }
}

TEST(Pipeline, UnequalStagesAreAnIndependentReplays) {
  uint32_t seed = 20230711;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    Replay replay{std::uniform_int_distribution<int64_t>(1, 6)(random),
                  std::uniform_int_distribution<int64_t>(1, 12)(random),
                  1,
                  2,
                  0.75,
                  {}};
    for (int64_t stage = 0; stage < replay.stages; ++stage)
      replay.parts.push_back(std::uniform_real_distribution<double>(0.5, 2)(random));
    Ran ran = run({replay.stages, replay.microbatches, PipelineOrder::ZeroBubble, 1, 1, 2, 0, 0, 0.75, replay.parts});
    EXPECT_NEAR(ran.timeline.seconds, replay.seconds(), 1e-9);
  }
}

TEST(Pipeline, TheSlowestStageSetsThePace) {
  for (PipelineOrder order :
       {PipelineOrder::AllForwardAllBackward, PipelineOrder::OneForwardOneBackward, PipelineOrder::ZeroBubble}) {
    // Once per microbatch through the slow stage, once through each of the others.
    Ran ran = run({4, 8, order, 1, 1, 2, 0, 0, 0, {1, 1, 1, 3}});
    EXPECT_DOUBLE_EQ(ran.timeline.seconds, 8 * 9 + 3 * 3);
  }
}

TEST(Pipeline, RefusesWhatHasNoOrder) {
  auto message = [](const Pipeline &pipeline) { return std::string(pipelineTasks(pipeline).status().message()); };
  EXPECT_EQ(message({0, 1}), "a pipeline of 0 stages, 1 microbatches and 1 chunks: each must be at least one");
  EXPECT_EQ(message({2, 4, PipelineOrder::AllForwardAllBackward, 2}),
            "a stage has more than one chunk only where backwards follow forwards at once");
  EXPECT_EQ(message({4, 6, PipelineOrder::OneForwardOneBackward, 2}),
            "with chunks, the microbatches must be a multiple of the stages: 6 is none of 4");
  EXPECT_EQ(message({2, 4, PipelineOrder::ZeroBubble, 2}),
            "a stage has more than one chunk only where backwards follow forwards at once");
  EXPECT_EQ(message({2, 4, PipelineOrder::ZeroBubble, 1, 1, 2, 0, 0, 3, {}}),
            "gradients of weights take 3 s of a backward pass of 2 s: at most all of it");
  EXPECT_EQ(message({2, 4, PipelineOrder::OneForwardOneBackward, 1, 1, 2, 0, 0, 0, {1}}),
            "a pipeline of 2 stages with 1 chunks each has 2 parts, not 1");
}

} // namespace
} // namespace shardwright
