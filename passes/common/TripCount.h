#ifndef PASSES_COMMON_TRIPCOUNT_H
#define PASSES_COMMON_TRIPCOUNT_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace shardwright {

/// How often the body of a `stablehlo.while` runs, where a carried counter starts at a constant, grows by a constant in
/// the body, and is all that the condition compares with a constant. It never counts beyond what its type holds.
std::optional<int64_t> tripCount(mlir::Operation *loop);

/// The product of the trip counts of the loops around an op; one that is not known counts as 1.
double iterationsAround(mlir::Operation *op);

} // namespace shardwright

#endif // PASSES_COMMON_TRIPCOUNT_H
