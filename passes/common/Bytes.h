#ifndef PASSES_COMMON_BYTES_H
#define PASSES_COMMON_BYTES_H

#include "mlir/IR/ValueRange.h"

namespace shardwright {

/// Of one element of a tensor, in whole bytes; 0 where the element is no number.
int64_t elementBytes(mlir::Value value);

/// Of a tensor of static shape; 0 of anything else.
int64_t bytesOf(mlir::Value value);
int64_t bytesOf(mlir::ValueRange values);

} // namespace shardwright

#endif // PASSES_COMMON_BYTES_H
