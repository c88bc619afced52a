#ifndef PASSES_LOWER_CUDA_THINPRODUCT_H
#define PASSES_LOWER_CUDA_THINPRODUCT_H

#include "passes/lower/cuda/EmitThreads.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace shardwright::lower::cuda {

/// A product of floats of 16 or 32 bits one side of which is narrow, as a token's queries are beside a cache of keys:
/// it takes as long as reading its wide operand, once, 8 or 16 bytes a load.
struct ThinProduct {
  struct Operand {
    mlir::Type type;
    int64_t outer, batch, free, depth; ///< strides in elements
  };
  Operand wide, thin;
  int64_t outer, batch, width, count, depth; ///< sizes; `count`: of the narrow side
  bool isLeftThin;
  bool isDepthMinor; ///< the wide operand's rows lie along the sum
  int64_t lanes;     ///< elements of a load of the wide operand
  mlir::Type outType;

  int64_t matrices() const { return outer * batch; }
};

/// `sizes`: batch, m, n, k, perhaps batches of batches in front; the operands' strides in the order of their loops, as
/// exec.matmul has them. Nothing where it is no such product, or there is too little to share among a GPU's
/// multiprocessors.
std::optional<ThinProduct> thinProduct(mlir::Type lhsType, mlir::Type rhsType, mlir::Type outType,
                                       llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> lhsStrides,
                                       llvm::ArrayRef<int64_t> rhsStrides);

/// Appends its kernel (lhs, rhs, out). Sums are in f32, in an order that depends on the sizes alone.
Geometry emitThinProduct(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef symbol, const ThinProduct &product);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_THINPRODUCT_H
