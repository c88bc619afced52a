#ifndef PASSES_LOWER_DECOMPOSEGATHER_H
#define PASSES_LOWER_DECOMPOSEGATHER_H

#include "dialects/spmd/SpmdOps.h"
#include "passes/lower/ChunkBuilder.h"
#include "passes/lower/ChunkRing.h"
#include "passes/lower/DecomposeCollectives.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright::lower {

/// One all_gather with the products that read it: see decomposeCollective().
class GatherDecomposer {
public:
  GatherDecomposer(spmd::AllGatherOp gather, const DecomposeOptions &options) : gather(gather), options(options) {}

  /// Finds products; false where there is nothing to do.
  bool match();
  void rewrite();

  /// Of those found: the products and what is between them and the gather.
  llvm::SmallVector<mlir::Operation *> ops();

private:
  /// A product that reads the gathered value, through `path`.
  struct Product {
    stablehlo::DotGeneralOp op;
    unsigned operand;
    int64_t dim; ///< of the operand
    ProductLoop loop;
    llvm::SmallVector<mlir::Operation *, 2> path;
  };
  /// A chunk; of a ring, with how many blocks behind the device's own it is, else with its number.
  struct Arrival {
    mlir::Value value;
    int64_t offset;
  };

  void follow(mlir::Value value, int64_t dim, llvm::SmallVector<mlir::Operation *, 2> &path);
  bool isReadyAt(Product &product, mlir::Operation *place);
  void gatherPieces(mlir::OpBuilder &b);
  Chunk chunkOf(const Arrival &arrival, ChunkRing &ring) const;
  void sendOneWay(ChunkRing &ring, mlir::OpBuilder &b);
  void sendBothWays(ChunkRing &ring, mlir::OpBuilder &b);
  bool isReadEarly();
  void sendHalves(ChunkRing &ring, mlir::OpBuilder &b, size_t arrival);
  mlir::Value onPath(mlir::OpBuilder &b, const Product &product, size_t arrival, const Chunk &chunk);
  void multiply(llvm::ArrayRef<Product *> batch, ChunkRing &ring);
  void joinForOthers(ChunkRing &ring);

  spmd::AllGatherOp gather;
  const DecomposeOptions options;
  int64_t length = 0; ///< of a block
  llvm::SmallVector<Product, 2> products;
  llvm::SmallVector<Arrival> arrivals;
  mlir::Value halves[2]; ///< of the last one, where it comes in halves
  /// By arrival and op of a path.
  llvm::DenseMap<std::pair<size_t, mlir::Operation *>, mlir::Value> onPaths;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_DECOMPOSEGATHER_H
