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
    // Of a ring: which arrival is sent on, and how.
    size_t from = 0;
    ChunkRing::Direction direction = ChunkRing::Direction::Up;
    bool isHalf = false;
  };

  void follow(mlir::Value value, int64_t dim, llvm::SmallVector<mlir::Operation *, 2> &path);
  bool isReadyAt(Product &product, mlir::Operation *place);
  void gatherPieces(mlir::OpBuilder &b);
  Chunk chunkOf(const Arrival &arrival, ChunkRing &ring) const;
  void planRing(int64_t devices, bool mayCut);
  bool isReadEarly();
  void sendOn(ChunkRing &ring, mlir::OpBuilder &b, size_t number);
  mlir::Value onPath(mlir::OpBuilder &b, const Product &product, size_t arrival, const Chunk &chunk);
  void multiply(llvm::ArrayRef<Product *> batch, ChunkRing &ring);
  void joinForOthers(ChunkRing &ring);

  spmd::AllGatherOp gather;
  const DecomposeOptions options;
  int64_t length = 0; ///< of a block
  llvm::SmallVector<Product, 2> products;
  llvm::SmallVector<Arrival> arrivals;
  bool isLastCut = false; ///< the last one comes in halves
  mlir::Value halves[2];
  /// By arrival and op of a path.
  llvm::DenseMap<std::pair<size_t, mlir::Operation *>, mlir::Value> onPaths;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_DECOMPOSEGATHER_H
