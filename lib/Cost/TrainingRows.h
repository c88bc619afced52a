#ifndef LIB_COST_TRAININGROWS_H
#define LIB_COST_TRAININGROWS_H

#include "shardwright/Cost/Predict.h"

namespace shardwright::cost {

/// Rows of published training runs: inputs.model, a plan and a device, as in the shared data.
bool asksForTraining(const Query &query);
/// step_time (s), flops_per_s_per_device (by inputs.flops_convention), mfu, tokens_per_s_per_device, peak_memory_bytes.
absl::StatusOr<llvm::json::Value> predictTraining(const Query &query);

} // namespace shardwright::cost

#endif // LIB_COST_TRAININGROWS_H
