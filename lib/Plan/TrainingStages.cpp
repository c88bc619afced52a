#include "shardwright/Plan/TrainingPlans.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardwright::plan {
namespace {

using cost::TrainingSchedule;

/// Seconds of each layer, and of the head behind the last.
std::vector<double> layerSeconds(const cost::TrainingTask &task, const cost::TrainingPlan &plan) {
  auto of = [&](const cost::Decoder &decoder) { return cost::stageSeconds(decoder, plan, task.machine, task.habits); };
  // Layers of one kind: as if all were of it.
  cost::Decoder dense = task.decoder, sparse = task.decoder;
  dense.experts = 0;
  sparse.denseLayers = 0;
  const cost::StageSeconds first = of(dense), other = of(sparse);
  const int64_t numberDense = task.decoder.experts ? task.decoder.denseLayers : task.decoder.layers;
  std::vector<double> out;
  for (int64_t layer = 0; layer < task.decoder.layers; ++layer)
    out.push_back(layer < numberDense ? first.layer : other.layer);
  out.push_back(other.head);
  return out;
}

} // namespace

std::vector<int64_t> splitInOrder(llvm::ArrayRef<double> seconds, int64_t groups) {
  const size_t items = seconds.size();
  std::vector<double> before{0};
  for (double item : seconds)
    before.push_back(before.back() + item);
  // longest[i]: of the first i items in as many groups as were added; begins[group][i]: where the last of them begins.
  std::vector<double> longest = before;
  std::vector<std::vector<size_t>> begins{std::vector<size_t>(items + 1, 0)};
  for (int64_t group = 1; group < groups; ++group) {
    std::vector<double> next(items + 1, 0);
    std::vector<size_t> &begin = begins.emplace_back(items + 1, 0);
    for (size_t end = 0; end <= items; ++end) {
      // The groups before grow with where the last begins, and it shrinks: the best is where they meet.
      size_t low = 0, high = end;
      while (low < high) {
        size_t middle = (low + high) / 2;
        longest[middle] < before[end] - before[middle] ? low = middle + 1 : high = middle;
      }
      auto with = [&](size_t at) { return std::max(longest[at], before[end] - before[at]); };
      begin[end] = low > 0 && with(low - 1) <= with(low) ? low - 1 : low;
      next[end] = with(begin[end]);
    }
    longest = std::move(next);
  }
  std::vector<int64_t> sizes;
  size_t end = items;
  for (const std::vector<size_t> &begin : llvm::reverse(begins)) {
    sizes.push_back(static_cast<int64_t>(end - begin[end]));
    end = begin[end];
  }
  std::reverse(sizes.begin(), sizes.end());
  return sizes;
}

std::vector<int64_t> layersOfParts(const cost::TrainingTask &task, const cost::TrainingPlan &plan) {
  if (plan.chunks == 1) {
    std::vector<int64_t> stages = splitInOrder(layerSeconds(task, plan), plan.pipeline);
    --stages.back(); // the head is no layer
    return stages;
  }
  const cost::StageSeconds mean = cost::stageSeconds(task.decoder, plan, task.machine, task.habits);
  const int64_t layers = task.decoder.layers, others = plan.pipeline * plan.chunks - 1;
  const int64_t last = cost::splitStages(layers, plan.pipeline, plan.chunks, mean.layer, mean.head).lastLayers;
  std::vector<int64_t> parts;
  for (int64_t part = 0; part < others; ++part)
    parts.push_back((layers - last) * (part + 1) / others - (layers - last) * part / others);
  parts.push_back(last);
  return parts;
}

Pipeline trainingPipeline(const cost::TrainingTask &task, const cost::TrainingPlan &plan) {
  const cost::StageSeconds mean = cost::stageSeconds(task.decoder, plan, task.machine, task.habits);
  const std::vector<double> seconds = layerSeconds(task, plan);
  Pipeline out;
  out.stages = plan.pipeline;
  out.microbatches = static_cast<int64_t>(plan.passes());
  out.chunks = plan.chunks;
  out.order = plan.schedule == TrainingSchedule::AllForwardAllBackward ? PipelineOrder::AllForwardAllBackward
              : plan.schedule == TrainingSchedule::ZeroBubble          ? PipelineOrder::ZeroBubble
                                                                       : PipelineOrder::OneForwardOneBackward;
  // A part's work in multiples of a second: passes are shares of it.
  out.forward = mean.forward;
  out.backward = 1 - mean.forward;
  out.weightGradients = mean.weightGradients;
  out.send = mean.send;
  size_t layer = 0;
  for (int64_t layers : layersOfParts(task, plan)) {
    double work = 0;
    for (int64_t i = 0; i < layers; ++i)
      work += seconds[layer++];
    out.parts.push_back(work);
  }
  out.parts.back() += seconds.back();
  return out;
}

absl::StatusOr<double> playedSeconds(const cost::TrainingTask &task, const PlannedTraining &planned) {
  if (planned.plan.pipeline == 1)
    return planned.step.seconds;
  absl::StatusOr<TaskGraph> graph = pipelineTasks(trainingPipeline(task, planned.plan));
  absl::StatusOr<Timeline> timeline = graph.ok() ? simulate(*graph) : graph.status();
  if (!timeline.ok())
    return timeline.status();
  const cost::TrainingTotals totals = cost::trainingTotals(task.decoder, planned.plan, task.machine, task.habits);
  return totals.seconds + totals.slowest * (timeline->seconds - totals.stagedSeconds);
}

} // namespace shardwright::plan
