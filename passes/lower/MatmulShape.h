#ifndef PASSES_LOWER_MATMULSHAPE_H
#define PASSES_LOWER_MATMULSHAPE_H

#include "dialects/stablehlo/StablehloOps.h"

#include "shardwright/Runtime/Executable.h"

namespace shardwright::lower {

/// How a dot_general is one batched matrix product by strides. An operand fits when its batching, free and contracting
/// dimensions can each be walked with one stride.
struct MatmulShape {
  runtime::Matmul matmul; ///< sizes and strides; meaningful where both operands fit
  bool lhsFits = false, rhsFits = false;
  /// The order of the contracting dimension pairs that was chosen.
  llvm::SmallVector<unsigned> contracting;
};

MatmulShape matmulShape(stablehlo::DotGeneralOp dot);

/// Elements of the operands that do not fit: they are copied so that the product can walk them.
int64_t copiedElements(stablehlo::DotGeneralOp dot, const MatmulShape &shape);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MATMULSHAPE_H
