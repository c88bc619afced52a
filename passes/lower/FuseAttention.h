#ifndef PASSES_LOWER_FUSEATTENTION_H
#define PASSES_LOWER_FUSEATTENTION_H

#include "passes/lower/LoweringOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace shardwright::lower {

/// The routine's name.
constexpr llvm::StringLiteral kAttentionCall = "attention";

/// A call, and where the operations came from that it computes.
struct FusedCall {
  mlir::Operation *call;
  llvm::SmallVector<mlir::Location> computes;
};

/// Routines in place of attention, for GPUs that multiply matrices of bf16 and f16: softmax over what is computed,
/// element by element, of products of 16-bit floats, times vectors; and gradients: what is summed of elements over the
/// same rows and columns. Where anything else uses what lies between, or steps are cheaper, everything stays.
/// Without `writesKernels` calls name no kernel: for estimates. Returns the calls in the order in which they run.
std::vector<FusedCall> fuseAttention(mlir::func::FuncOp function, const LoweringOptions &choices,
                                     bool writesKernels = true);

} // namespace shardwright::lower

#endif // PASSES_LOWER_FUSEATTENTION_H
