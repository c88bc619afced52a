#ifndef LIB_PLANNING_PIPELINES_H
#define LIB_PLANNING_PIPELINES_H

#include "lib/Planning/Microbatches.h"
#include "shardwright/Timeline/Pipeline.h"

#include <string>
#include <vector>

namespace shardwright::planning {

/// A training step whose batch is worked off in microbatches: one after the other on all devices, with gradients added
/// up, or through stages of a pipeline, each with some layers on its own devices. It needs several programs.
struct MicrobatchPlan {
  int64_t stages = 1, microbatches = 1, chunks = 1;
  PipelineOrder order = PipelineOrder::OneForwardOneBackward;
  Mesh mesh;                   ///< of a stage
  std::vector<int64_t> layers; ///< of each part of the model, stages * chunks of them; none without stages
  double seconds = 0;
  double bubble = 0; ///< of that, while the busiest stage waits
  double peakBytes = 0;
  /// Priced with groups of all devices, where stages have fewer.
  bool isRough = false;
  /// Weights are whole along the axis that stages take a part of, rather than gathered for each microbatch.
  bool weightsWhole = false;
  /// Gradients are scattered once, and held whole before.
  bool scattersOnce = false;
  /// Of the stages over the step, a line each: digits are forward passes of microbatches, letters backward ones.
  std::vector<std::string> drawing;

  /// `4 stages x 8 microbatches, 1F1B, 5 chunks`, `8 microbatches`.
  std::string name() const;
};

/// Plans of a program as it is annotated on a mesh: where memory is tight, the fewest microbatches without stages that
/// fit; then the quickest pipelines, those that fit first, with stages along parts of the longest axis. Empty where its
/// parts cannot be told, or where `step`, its step, is so much computing that no pipeline can be much quicker. `twice`:
/// that of twice the batch, sharded alike; null where it is not known. A few partitionings long. Where the axes are
/// given an order, there are no stages.
std::vector<MicrobatchPlan> planMicrobatches(mlir::ModuleOp annotated, const Step &step, const Step *twice,
                                             const Mesh &mesh, bool isTight, const PlanningOptions &options);

/// The quickest schedule of a pipeline with so many stages and microbatches, of their costs and what a send takes,
/// within the memory limit if there is one; else that which holds least. Stages have contiguous layers, their longest
/// as short as can be; behind the last one is what is around layers. Errors: of pipelineTasks() and simulate().
absl::StatusOr<MicrobatchPlan> bestSchedule(const MicrobatchCosts &costs, int64_t layers, int64_t stages,
                                            int64_t microbatches, double sendSeconds,
                                            std::optional<int64_t> memoryLimit);

} // namespace shardwright::planning

#endif // LIB_PLANNING_PIPELINES_H
