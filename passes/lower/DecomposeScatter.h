#ifndef PASSES_LOWER_DECOMPOSESCATTER_H
#define PASSES_LOWER_DECOMPOSESCATTER_H

#include "dialects/spmd/SpmdOps.h"
#include "passes/lower/ChunkBuilder.h"
#include "passes/lower/ChunkRing.h"
#include "passes/lower/DecomposeCollectives.h"

namespace shardwright::lower {

/// One reduce_scatter with the products whose sum it is of: see decomposeCollective().
class ScatterDecomposer {
public:
  ScatterDecomposer(spmd::ReduceScatterOp scatter, const DecomposeOptions &options)
      : scatter(scatter), options(options) {}

  /// Whether there is something to do.
  bool match();
  void rewrite();

  /// What computes the summands chunk by chunk, and the reduce_scatter.
  llvm::SmallVector<mlir::Operation *> ops();

private:
  mlir::Value summand(int64_t offset);
  mlir::Value sent(mlir::Value sum, ChunkRing::Direction direction, bool isHalf);
  mlir::Value add(mlir::Value sum, mlir::Value received);
  mlir::Value padded(mlir::Value half, bool isFirst);
  mlir::Value oneWay();
  mlir::Value bothWays();
  mlir::Value inPieces();

  spmd::ReduceScatterOp scatter;
  const DecomposeOptions options;
  int64_t length = 0; ///< of a block
  std::optional<ChunkRing> ring;
  mlir::OpBuilder b{scatter};
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_DECOMPOSESCATTER_H
