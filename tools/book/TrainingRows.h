#ifndef TOOLS_BOOK_TRAININGROWS_H
#define TOOLS_BOOK_TRAININGROWS_H

#include "tools/book/Predict.h"

namespace shardwright::book {

/// Rows of published training runs: inputs.model, a plan and a device, as in the shared data.
bool asksForTraining(const Query &query);
/// step_time (s), flops_per_s_per_device (by inputs.flops_convention), mfu, tokens_per_s_per_device, peak_memory_bytes.
absl::StatusOr<llvm::json::Value> predictTraining(const Query &query);

} // namespace shardwright::book

#endif // TOOLS_BOOK_TRAININGROWS_H
