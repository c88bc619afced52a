#ifndef SHARDWRIGHT_TIMELINE_PIPELINE_H
#define SHARDWRIGHT_TIMELINE_PIPELINE_H

#include "shardwright/Timeline/Timeline.h"

namespace shardwright {

/// In which order a stage works on its microbatches.
///   AllForwardAllBackward   every forward, then every backward (GPipe): all microbatches' activations are kept
///   OneForwardOneBackward   a backward as soon as there is one: at most as many are kept as stages follow, and itself
///   ZeroBubble              the same, with gradients of weights by themselves: stage s makes them s microbatches
///                           later, where it would wait otherwise. Every stage keeps as many microbatches as the first
///                           one of OneForwardOneBackward (ZB-H1 of Qi et al., "Zero bubble pipeline parallelism",
///                           2023)
/// With more than one chunk a stage has that many parts of the model, `stages` layers apart, and takes microbatches in
/// groups of `stages` through one after the other: the bubble is divided by the number of chunks.
enum class PipelineOrder { AllForwardAllBackward, OneForwardOneBackward, ZeroBubble };

struct Pipeline {
  int64_t stages = 1, microbatches = 1;
  PipelineOrder order = PipelineOrder::OneForwardOneBackward;
  /// OneForwardOneBackward only; microbatches are then a multiple of stages.
  int64_t chunks = 1;
  /// Of one microbatch in one chunk of a stage, in seconds.
  double forward = 0, backward = 0;
  /// Of one microbatch from one stage to the next, or back.
  double send = 0;
  /// That one microbatch keeps in one chunk from its forward to its backward.
  int64_t activationBytes = 0;
  /// ZeroBubble only: of `backward`, what makes gradients of weights, which no other stage waits for.
  double weightGradients = 0;
  /// How many times `forward` and `backward` each part of the model takes, the first part first; empty: once.
  std::vector<double> parts;
};

/// Tasks of all stages; queue 2s computes on stage s, queue 2s + 1 sends.
/// Without sends, and with parts that take as long as each other, the step takes
///   microbatches * chunks * (forward + backward) + pipelineBubble()
/// (Huang et al., "GPipe", 2019; Narayanan et al., "Efficient large-scale language model training on GPU clusters using
/// Megatron-LM", 2021, section 2.2).
/// Errors: numbers below one; chunks with another order than OneForwardOneBackward, or with microbatches that stages do
/// not divide; more gradients of weights than backward; a number of parts that is not stages * chunks.
absl::StatusOr<TaskGraph> pipelineTasks(const Pipeline &pipeline);

/// Seconds that the busiest stage waits, `parts` and sends aside: (stages - 1) * (forward + backward), or where
/// gradients of weights fill it, (stages - 1) * (forward + what backward takes longer than twice them, if it does).
double pipelineBubble(const Pipeline &pipeline);

} // namespace shardwright

#endif // SHARDWRIGHT_TIMELINE_PIPELINE_H
