#ifndef PASSES_COMMON_DONATION_H
#define PASSES_COMMON_DONATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

/// Whether the caller gives the argument away: `tf.aliasing_output`, or `jax.buffer_donor`.
bool isDonated(mlir::func::FuncOp function, unsigned argument);

} // namespace shardwright

#endif // PASSES_COMMON_DONATION_H
