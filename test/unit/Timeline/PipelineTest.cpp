// Pipelines against their closed forms.
#include "shardwright/Timeline/Pipeline.h"

#include "gtest/gtest.h"

#include <algorithm>

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

TEST(Pipeline, RefusesWhatHasNoOrder) {
  auto message = [](const Pipeline &pipeline) { return std::string(pipelineTasks(pipeline).status().message()); };
  EXPECT_EQ(message({0, 1}), "a pipeline of 0 stages, 1 microbatches and 1 chunks: each must be at least one");
  EXPECT_EQ(message({2, 4, PipelineOrder::AllForwardAllBackward, 2}),
            "a stage has more than one chunk only where backwards follow forwards at once");
  EXPECT_EQ(message({4, 6, PipelineOrder::OneForwardOneBackward, 2}),
            "with chunks, the microbatches must be a multiple of the stages: 6 is none of 4");
}

} // namespace
} // namespace shardwright
