#ifndef SHARDWRIGHT_COST_TRAININGRUN_H
#define SHARDWRIGHT_COST_TRAININGRUN_H

#include "shardwright/Cost/TrainingStep.h"

#include "absl/status/statusor.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace shardwright::cost {

/// What a step has to do and on what, however it is spread.
struct TrainingTask {
  Decoder decoder;
  TrainingMachine machine;
  TrainingHabits habits;
  int64_t devices = 1;
  double sequences = 1; ///< of a step
  /// The shares of the forward pass that policies of recomputation do again, ascending; the first is 0.
  std::vector<double> recomputed;
};

/// A run as a row describes it: what is trained, how it is spread, and what a step of it takes.
struct TrainingRun : TrainingTask {
  TrainingPlan plan;
  TrainingStep step;

  /// Of a device, counting FLOPs by a convention: `6N+6Lds` counts the half of attention that a causal mask leaves,
  /// `recompute_included` what full recomputation adds, anything else (`6N+12Lds`) all of attention.
  double flopsPerSecond(llvm::StringRef convention) const;
};

/// Prices the inputs of a row of shared/data/training-runs.jsonl: device, hardware, n_devices, model {layers, d_model,
/// heads, seq, ...}, tp, pp, cp, dp, fsdp, ep, zero, global_batch, micro_batch, precision, remat, schedule (GPipe,
/// 1F1B, zero bubble), vp, slices, ... What devices reach is read from topologies/training/decoders.json. Errors: a
/// field that is needed is missing, of another type or below 1; a split that does not come to n_devices; a device,
/// precision or remat that is not known, with those there are.
absl::StatusOr<TrainingRun> priceTrainingRun(const llvm::json::Object &inputs);

/// The same inputs without a split: tp, pp, ... may be missing.
absl::StatusOr<TrainingTask> readTrainingTask(const llvm::json::Object &inputs);

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_TRAININGRUN_H
