#ifndef PASSES_LOWER_FUSION_H
#define PASSES_LOWER_FUSION_H

#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseSet.h"

namespace shardwright::lower {

/// Which operations have no buffer of their own: their consumers compute what they need of them (Fusion/Fusion.h).
struct Fusion {
  llvm::DenseSet<mlir::Operation *> inlined;

  bool isInlined(mlir::Value value) const {
    mlir::Operation *op = value.getDefiningOp();
    return op && inlined.contains(op);
  }
};

/// A reshape of a buffer into another: the same bytes.
bool isCopyOfBuffer(mlir::Operation *op, const Fusion &fusion);

} // namespace shardwright::lower

#endif // PASSES_LOWER_FUSION_H
