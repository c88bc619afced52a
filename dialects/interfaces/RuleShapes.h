#ifndef DIALECTS_INTERFACES_RULESHAPES_H
#define DIALECTS_INTERFACES_RULESHAPES_H

#include "shardwright/Sharding/RuleBuilder.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// A builder with the shapes of the op's operands and results; values that are no ranked tensors (tokens) count as
/// scalars.
RuleBuilder ruleBuilderFor(mlir::Operation *op);

/// Every tensor of the op has a static shape: rules are made for those only.
bool hasStaticTensors(mlir::Operation *op);

} // namespace shardwright

#endif // DIALECTS_INTERFACES_RULESHAPES_H
