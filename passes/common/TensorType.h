#ifndef PASSES_COMMON_TENSORTYPE_H
#define PASSES_COMMON_TENSORTYPE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace shardwright {

/// Of a value that is a ranked tensor.
inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

inline llvm::ArrayRef<int64_t> tensorShape(mlir::Value value) { return tensorType(value).getShape(); }

} // namespace shardwright

#endif // PASSES_COMMON_TENSORTYPE_H
