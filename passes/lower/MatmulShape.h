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

} // namespace shardwright::lower

#endif // PASSES_LOWER_MATMULSHAPE_H
