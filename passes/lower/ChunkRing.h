#ifndef PASSES_LOWER_CHUNKRING_H
#define PASSES_LOWER_CHUNKRING_H

#include "dialects/sharding/ShardingAttrs.h"
#include "passes/lower/ChunkBuilder.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright::lower {

/// A ring through the devices of a collective's group, in the order of their block indices, whatever axes these are of:
/// what travels by permutes between neighbours, and where its chunks lie.
class ChunkRing {
public:
  /// Of an all_gather or a reduce_scatter, in front of which indices are computed.
  explicit ChunkRing(mlir::Operation *collective);

  int64_t size() const { return members; }

  enum class Direction { Up, Down };
  /// A value of the device before (Up: each sends to the next one) or of the next one. `isHalf`: as much goes the other
  /// way at the same time.
  mlir::Value send(mlir::OpBuilder &b, mlir::Value value, Direction direction, bool isHalf);

  /// Where in a dimension the chunk begins whose block index is `offset` more than the device's own, around the end.
  mlir::Value startOf(int64_t offset, int64_t length);

private:
  mlir::Operation *collective;
  mlir::FlatSymbolRefAttr mesh;
  sharding::AxesAttr axes;
  mlir::StringAttr cause;
  int64_t members;
  mlir::Value index;
  llvm::DenseMap<std::pair<int64_t, int64_t>, mlir::Value> starts; ///< by offset and length
};

/// A value put together along a dimension from so many chunks.
class ChunkJoiner {
public:
  ChunkJoiner(int64_t dim, int64_t chunks) : dim(dim), chunks(chunks) {}
  void add(mlir::OpBuilder &b, mlir::Value value, const Chunk &chunk);
  mlir::Value whole(mlir::OpBuilder &b);

private:
  int64_t dim, chunks;
  mlir::Value joined;
  llvm::SmallVector<mlir::Value> pieces;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_CHUNKRING_H
