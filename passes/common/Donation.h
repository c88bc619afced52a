#ifndef PASSES_COMMON_DONATION_H
#define PASSES_COMMON_DONATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace shardwright {

/// Whether the caller gives the argument away: `tf.aliasing_output`, or `jax.buffer_donor`.
bool isDonated(mlir::func::FuncOp function, unsigned argument);

/// The result that `tf.aliasing_output` of a function's argument names; nothing where there is no such attribute.
std::optional<unsigned> aliasedResult(mlir::BlockArgument argument);

} // namespace shardwright

#endif // PASSES_COMMON_DONATION_H
