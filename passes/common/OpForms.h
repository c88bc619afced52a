#ifndef PASSES_COMMON_OPFORMS_H
#define PASSES_COMMON_OPFORMS_H

#include "shardwright/Fusion/OpForm.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// What an operation is to kernels.
fusion::OpForm formOf(mlir::Operation *op);

/// Its node, on arrays of the types that it has; nothing of what is no ranked tensor.
fusion::Node nodeOf(mlir::Operation *op);

} // namespace shardwright

#endif // PASSES_COMMON_OPFORMS_H
