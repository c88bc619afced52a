#ifndef PASSES_COMMON_OPCOSTS_H
#define PASSES_COMMON_OPCOSTS_H

#include "shardwright/Cost/CostModel.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace shardwright {

/// A collective of the `spmd` dialect as a cost model prices it: whoever has such an op priced asks with this.
class CollectiveOpWork {
public:
  explicit CollectiveOpWork(mlir::Operation *op);

  /// Refers to this and to the op.
  CollectiveWork work() const { return {kind, axes, type, pairs}; }
  /// As of CollectivePrice::seconds: of all operands together, with what pads them.
  double bytes() const { return buffer; }

private:
  CollectiveOp kind;
  llvm::ArrayRef<AxisRef> axes;
  llvm::StringRef type;
  llvm::SmallVector<std::pair<int64_t, int64_t>> pairs;
  double buffer = 0;
};

/// Bytes that one device sends in one execution of a collective of the `spmd` dialect, ring convention; 0 for any other
/// op.
int64_t bytesSent(mlir::Operation *op);

/// Floating-point operations of one execution of an op, without its regions: matrix products and convolutions 2 a
/// multiply-add (8 where it is complex), element-wise ops 1 an element, FFTs and factorisations by their formulas.
int64_t flops(mlir::Operation *op);
/// Whether those are of a matrix product or a convolution, which utilisation counts.
bool isProduct(mlir::Operation *op);

/// What an operation that is neither kernel nor product computes; nothing where that is not known.
struct CallWork {
  double flops = 0;
  /// Factorisations and Fourier transforms: their loops go from element to element.
  bool isScalar = false;
};
std::optional<CallWork> callWork(mlir::Operation *op);

/// Largest sum of live values over a block and what it contains, each in memory of its own.
int64_t peakBytes(mlir::Block &block);

} // namespace shardwright

#endif // PASSES_COMMON_OPCOSTS_H
