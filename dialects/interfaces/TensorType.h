#ifndef DIALECTS_INTERFACES_TENSORTYPE_H
#define DIALECTS_INTERFACES_TENSORTYPE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace shardwright {

/// Of a value that is a ranked tensor.
inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

inline llvm::ArrayRef<int64_t> tensorShape(mlir::Value value) { return tensorType(value).getShape(); }

} // namespace shardwright

#endif // DIALECTS_INTERFACES_TENSORTYPE_H
