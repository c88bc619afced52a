#ifndef PASSES_PARTITION_LIVEBYTES_H
#define PASSES_PARTITION_LIVEBYTES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <vector>

namespace shardwright {

/// How many bytes of a block's values are alive at each of its operations, as lowering will have it: what depends on
/// nothing but what is there before the block is computed right before its first use; constants, broadcasts and
/// element-wise operations with one user have no buffer. Positions count the block's operations.
class LiveBytes {
public:
  explicit LiveBytes(mlir::Block &block);

  /// Done in front of `place` instead, with what reads them and stands before: whether nowhere more is alive than the
  /// most that was alive before anything moved. Then they are taken to be there.
  bool move(llvm::ArrayRef<mlir::Operation *> moved, size_t place);

private:
  struct Span {
    size_t begin, end; ///< an operation that writes over what it reads does so behind the end
  };
  using Spans = llvm::MapVector<mlir::Value, Span>;

  bool hasBuffer(mlir::Value value) const;
  /// Of all values that live otherwise then.
  Spans spansWith(llvm::ArrayRef<mlir::Operation *> moved, size_t place) const;

  mlir::Block &block;
  llvm::DenseMap<mlir::Operation *, size_t> positions;
  /// Where an operation's operands end that nobody else reads.
  llvm::DenseMap<mlir::Operation *, size_t> readUntil;
  llvm::DenseMap<mlir::Value, Span> spans; ///< of values with buffers
  std::vector<int64_t> alive;              ///< by position
  int64_t peak = 0;
};

} // namespace shardwright

#endif // PASSES_PARTITION_LIVEBYTES_H
