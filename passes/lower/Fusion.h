#ifndef PASSES_LOWER_FUSION_H
#define PASSES_LOWER_FUSION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseSet.h"

namespace shardwright::lower {

/// Which operations have no buffer of their own: their consumers compute what they need of them.
struct Fusion {
  llvm::DenseSet<mlir::Operation *> inlined;

  bool isInlined(mlir::Value value) const {
    mlir::Operation *op = value.getDefiningOp();
    return op && inlined.contains(op);
  }
};

/// Decides by price: an operation is inlined when computing it again at every use costs no more than writing it to
/// memory and reading it back. Matrix products, reductions over other shapes, collectives and control flow keep their
/// buffers; nothing but constants crosses a region.
Fusion planFusion(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_FUSION_H
