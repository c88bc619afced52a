#include "lib/Cost/TrainingRows.h"
#include "shardwright/Cost/TrainingRun.h"

namespace shardwright::cost {

bool asksForTraining(const Question &question) {
  return question.inputs.getObject("model") && question.inputs.getString("device") && question.inputs.get("n_devices");
}

absl::StatusOr<llvm::json::Value> predictTraining(const Question &question) {
  absl::StatusOr<TrainingRun> run = priceTrainingRun(question.inputs);
  if (!run.ok())
    return run.status();
  double flopsPerSecond = run->flopsPerSecond(question.inputs.getString("flops_convention").value_or(""));
  if (question.quantity == "step_time")
    return run->step.seconds;
  if (question.quantity == "flops_per_s_per_device")
    return flopsPerSecond;
  if (question.quantity == "mfu")
    return flopsPerSecond / run->machine.peakFlopsPerSecond;
  if (question.quantity == "tokens_per_s_per_device")
    return run->plan.sequences * double(run->decoder.sequence) / run->step.seconds / double(run->plan.devices());
  if (question.quantity == "peak_memory_bytes")
    return run->step.peakBytes;
  return absl::UnimplementedError("a training run has a step_time, flops_per_s_per_device, mfu, "
                                  "tokens_per_s_per_device and peak_memory_bytes, no " +
                                  question.quantity);
}

} // namespace shardwright::cost
