#include "tools/book/TrainingRows.h"
#include "shardwright/Cost/TrainingRun.h"

namespace shardwright::book {

bool asksForTraining(const Query &query) {
  return query.inputs.getObject("model") && query.inputs.getString("device") && query.inputs.get("n_devices");
}

absl::StatusOr<llvm::json::Value> predictTraining(const Query &query) {
  absl::StatusOr<cost::TrainingRun> run = cost::priceTrainingRun(query.inputs);
  if (!run.ok())
    return run.status();
  double flopsPerSecond = run->flopsPerSecond(query.inputs.getString("flops_convention").value_or(""));
  if (query.quantity == "step_time")
    return run->step.seconds;
  if (query.quantity == "flops_per_s_per_device")
    return flopsPerSecond;
  if (query.quantity == "mfu")
    return flopsPerSecond / run->machine.peakFlopsPerSecond;
  if (query.quantity == "tokens_per_s_per_device")
    return run->plan.sequences * double(run->decoder.sequence) / run->step.seconds / double(run->plan.devices());
  if (query.quantity == "peak_memory_bytes")
    return run->step.peakBytes;
  return absl::UnimplementedError("a training run has a step_time, flops_per_s_per_device, mfu, "
                                  "tokens_per_s_per_device and peak_memory_bytes, no " +
                                  query.quantity);
}

} // namespace shardwright::book
