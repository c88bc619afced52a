#ifndef PASSES_COMMON_TRIPCOUNT_H
#define PASSES_COMMON_TRIPCOUNT_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace shardwright {

/// How often the body of a `stablehlo.while` runs, where a carried counter starts at a constant, grows by a constant in
/// the body, and is all that the condition compares with a constant.
std::optional<int64_t> tripCount(mlir::Operation *loop);

/// How often an op runs, given how often its function does: the product of the trip counts of the loops around it;
/// nothing where one is not known. A condition runs once more than its body. Branches count as if taken.
std::optional<int64_t> executions(mlir::Operation *op);

} // namespace shardwright

#endif // PASSES_COMMON_TRIPCOUNT_H
