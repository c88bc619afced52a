#ifndef PASSES_LOWER_DECOMPOSECOLLECTIVES_H
#define PASSES_LOWER_DECOMPOSECOLLECTIVES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/SmallVector.h"

namespace shardwright::lower {

/// How a collective next to a product is taken apart: as a ring of chunks (Wang et al., "Overlap communication with
/// dependent computation via decomposition in large deep learning models", ASPLOS 2023; windowed einsum in XLA), or as
/// collectives of pieces.
struct DecomposeOptions {
  /// 0: a ring. Else each device's block is cut into as many pieces, whose collectives run one after the other.
  int64_t pieces = 0;
  /// Chunks travel both ways round the ring, so that each direction of a link carries half.
  bool bothWays = false;
  /// Products that sum over the gathered dimension are decomposed, too.
  bool contracting = true;
  /// Bytes of what is gathered or reduced that are worth a ring.
  int64_t leastBytes = 0;
  /// Of a group: the ring is unrolled.
  int64_t mostDevices = 16;
};

/// Products of one collective beyond which what is unrolled is too much code.
inline constexpr int64_t kMostProducts = 64;

/// Whether decomposeCollective() would do anything.
bool isDecomposable(mlir::Operation *collective, const DecomposeOptions &options);

/// `--decompose-collectives` for one op.
///
/// An all_gather of one tensor, of equal blocks, that products of its block read, maybe through ops that work on
/// chunks: each such product becomes one for each chunk, and the next chunk is sent meanwhile. Where the gathered
/// dimension is free or batching the chunks' results are joined; where it is contracting they are added in the order of
/// arrival, in f32 for narrower floats. Other users get the chunks joined.
///
/// A reduce_scatter of one tensor by sum, in equal blocks, of what products compute: each device computes the chunk
/// that is under way to it, adds it and sends it on. What is sent has the type that was reduced; sums are formed in f32
/// for narrower floats, and rounded for each send.
///
/// In pieces, a collective of the same kind stands for each, of as many blocks, and a product before or behind it; sums
/// are the reduce_scatter's own.
///
/// False: the op is none of these, or not within `options`, or it would become too many products.
bool decomposeCollective(mlir::Operation *collective, const DecomposeOptions &options);

/// All of a function. True: there was one.
bool decomposeCollectives(mlir::func::FuncOp function, const DecomposeOptions &options);

/// The ops that decomposing a collective replaces, the collective among them, in the order of the block.
llvm::SmallVector<mlir::Operation *> decomposedOps(mlir::Operation *collective, const DecomposeOptions &options);

} // namespace shardwright::lower

#endif // PASSES_LOWER_DECOMPOSECOLLECTIVES_H
