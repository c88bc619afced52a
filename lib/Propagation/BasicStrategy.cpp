#include "shardwright/Propagation/Strategy.h"

namespace shardwright {

void BasicStrategy::run(const StepContext &context, Projection &projection) const {
  for (int64_t factor = 0, n = context.rule.factors.size(); factor < n; ++factor) {
    AxisList axes = compatibleMajorAxes(context, projection, factor);
    for (const TensorProjection &tensor : projection.tensors) {
      if (axes.empty())
        break;
      axes = cutFor(context, tensor, factor, axes);
    }
    for (TensorProjection &tensor : projection.tensors)
      if (FactorSharding *own = tensor.find(factor))
        if (isPrefixOf(context.mesh, own->axes, axes))
          own->axes = axes;
  }
}

} // namespace shardwright
