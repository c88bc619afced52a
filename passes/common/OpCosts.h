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
  CollectiveWork work() const { return {kind, axes, type, pairs, pattern}; }
  /// As of CollectivePrice::seconds: of all operands together, with what pads them; and of what goes the other way
  /// round a ring.
  double bytes() const { return buffer; }
  /// The part of a price for those bytes that is this op's: all, or of a permute with `spmd.bidirectional` a half.
  double share() const { return part; }

private:
  CollectiveKind kind;
  llvm::ArrayRef<AxisRef> axes;
  llvm::StringRef type;
  llvm::SmallVector<std::pair<int64_t, int64_t>> pairs;
  llvm::StringRef pattern;
  double buffer = 0, part = 1;
};

/// Bytes that one device sends in one execution of a collective of the `spmd` dialect, ring convention; 0 for any other
/// op.
int64_t bytesSent(mlir::Operation *op);

/// Largest sum of live values over a block and what it contains, each in memory of its own: a bound for programs that
/// cannot be lowered, of which lower::LiveRange says nothing.
int64_t peakBytes(mlir::Block &block);

} // namespace shardwright

#endif // PASSES_COMMON_OPCOSTS_H
