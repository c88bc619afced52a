#ifndef PASSES_LOWER_CONVOLUTIONPRODUCTS_H
#define PASSES_LOWER_CONVOLUTIONPRODUCTS_H

#include "passes/lower/LoweringOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/StringRef.h"

namespace shardwright::lower {

/// The routine that gathers windows. An element of its result at the place i is that of its operand at (C i - low) /
/// dilation, or zero where there is none; parameters: for each dimension of the operand `low`, `dilation`, and its row
/// of C.
constexpr llvm::StringLiteral kWindowsCall = "windows";

/// Convolutions of floats as products, for GPUs (im2col): windows of the operand are gathered in memory, along the
/// dimension in which the operand lies, and multiplied with the filter; groups are batches. Windows that are the
/// operand itself (those of one tap, or the one that all elements are in) are not gathered. Where a dilation puts zeros
/// between the elements of the operand, as gradients of strided convolutions have it, the outputs of each remainder
/// modulo the dilation are a convolution of their own, of those taps that find elements. Windows that would take much
/// of the memory are gathered and multiplied for parts of the batch. What takes longer so than by its definition
/// (cost::ConvolutionWork) stays as it is.
void multiplyConvolutions(mlir::func::FuncOp function, const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_CONVOLUTIONPRODUCTS_H
