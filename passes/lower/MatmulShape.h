#ifndef PASSES_LOWER_MATMULSHAPE_H
#define PASSES_LOWER_MATMULSHAPE_H

#include "passes/lower/Fusion.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "shardwright/Fusion/Product.h"
#include "shardwright/Runtime/Executable.h"

namespace shardwright::lower {

/// How a dot_general is one batched matrix product by strides. An operand fits when its batching, free and contracting
/// dimensions can each be walked with one stride.
struct MatmulShape {
  runtime::Matmul matmul; ///< sizes and strides; meaningful where both operands fit
  /// Batches of such batches, and the elements between them.
  int64_t outer = 1, lhsOuterStride = 0, rhsOuterStride = 0;
  bool lhsFits = false, rhsFits = false;
  /// As exec.matmul has them.
  llvm::SmallVector<int64_t> sizes() const;
  llvm::SmallVector<int64_t> lhsStrides() const;
  llvm::SmallVector<int64_t> rhsStrides() const;
  /// The order of the contracting dimension pairs that was chosen.
  llvm::SmallVector<unsigned> contracting;
};

/// What is inlined into the product is walked where it lies. `hasOuterBatch`: batches may be walked with two strides,
/// where one does not do.
MatmulShape matmulShape(stablehlo::DotGeneralOp dot, const Fusion &fusion = {}, bool hasOuterBatch = false);

/// What the product reads for an operand: itself, or, where that has no buffer, what is repeated or rounded.
struct ProductRead {
  mlir::Value value;
  mlir::Type rounding; ///< null: none
};
ProductRead readByProduct(mlir::Value operand, const Fusion &fusion);

/// Whether products may read what `op` rounds instead of its result: f32 that is in memory whatever they read, not an
/// element of a kernel, which would write it rounded.
bool isRoundingForProducts(mlir::Operation *op);

/// Whether `op` only repeats matrices along the batches of products, which can walk what it repeats instead.
bool isRepetitionForProducts(mlir::Operation *op);

/// Which dimensions of the operands are which, where they lie in arrays of their own.
fusion::ProductDims productDims(stablehlo::DotGeneralOp dot);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MATMULSHAPE_H
