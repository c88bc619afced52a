#include "shardwright/Plan/TrainingPlans.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

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
  // longest[g][i]: of the first i items in g groups; last[g][i]: where the last of these groups begins.
  std::vector<std::vector<double>> longest(groups + 1, std::vector<double>(items + 1, before.back()));
  std::vector<std::vector<size_t>> last(groups + 1, std::vector<size_t>(items + 1, 0));
  longest[0][0] = 0;
  for (int64_t group = 1; group <= groups; ++group)
    for (size_t end = 0; end <= items; ++end)
      for (size_t begin = 0; begin <= end; ++begin) {
        if (group == 1 && begin > 0)
          break;
        double here = std::max(longest[group - 1][begin], before[end] - before[begin]);
        if (begin == 0 || here < longest[group][end]) {
          longest[group][end] = here;
          last[group][end] = begin;
        }
      }
  std::vector<int64_t> sizes;
  size_t end = items;
  for (int64_t group = groups; group > 0; --group) {
    sizes.push_back(static_cast<int64_t>(end - last[group][end]));
    end = last[group][end];
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
