#ifndef PASSES_LOWER_FUSION_H
#define PASSES_LOWER_FUSION_H

#include "passes/lower/LoweringOptions.h"

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
/// buffers; products read nothing but buffers, which they may round or repeat; nothing but constants crosses a region.
/// Without `fusion`: nothing but the constants that repeat one element.
Fusion planFusion(mlir::func::FuncOp function, const LoweringOptions &choices);

/// A reduction that is a kernel of its own becomes part of the one kernel that consumes it, as long as that walks
/// exactly the reduction's elements. `isAlone`: whether an operation is no part of a larger kernel.
void sinkReductions(mlir::func::FuncOp function, Fusion &fusion, llvm::function_ref<bool(mlir::Operation *)> isAlone);

} // namespace shardwright::lower

#endif // PASSES_LOWER_FUSION_H
