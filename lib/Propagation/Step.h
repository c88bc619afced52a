#ifndef LIB_PROPAGATION_STEP_H
#define LIB_PROPAGATION_STEP_H

#include "shardwright/Propagation/Strategy.h"

namespace shardwright {

/// What a step is asked: the tensors' shardings (operands, then results) and the axes each may never take.
struct StepInput {
  std::vector<const Sharding *> shardings;
  std::vector<llvm::ArrayRef<AxisRef>> unavailable;
  /// Axes that only the first tensor carries, in front of each dimension.
  llvm::ArrayRef<AxisRef> hidden;
};

/// An axis that a tensor gained, and the tensor of the same step that it came from.
struct Gain {
  size_t tensor;
  size_t dim;
  AxisRef axis;
  size_t source;
};

struct StepOutput {
  /// The tensors that changed, with their new shardings.
  std::vector<std::pair<size_t, Sharding>> changed;
  std::vector<Gain> gains;
};

/// One step: to factors, the strategy, and back.
StepOutput runStep(const StepContext &context, const StepInput &input, const Strategy &strategy);

} // namespace shardwright

#endif // LIB_PROPAGATION_STEP_H
