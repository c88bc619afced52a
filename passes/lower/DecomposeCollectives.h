#ifndef PASSES_LOWER_DECOMPOSECOLLECTIVES_H
#define PASSES_LOWER_DECOMPOSECOLLECTIVES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/SmallVector.h"

namespace shardwright::lower {

/// How a collective next to a product becomes a ring of chunks (Wang et al., "Overlap communication with dependent
/// computation via decomposition in large deep learning models", ASPLOS 2023; windowed einsum in XLA).
struct RingOptions {
  /// Chunks travel both ways round the ring, so that each direction of a link carries half.
  bool bothWays = false;
  /// Products that sum over the gathered dimension are decomposed, too.
  bool contracting = true;
  /// Bytes of what is gathered or reduced that are worth a ring.
  int64_t leastBytes = 0;
  /// Of a group: the ring is unrolled.
  int64_t mostDevices = 16;
};

/// Whether decomposeCollective() would do anything.
bool isDecomposable(mlir::Operation *collective, const RingOptions &options);

/// `--decompose-collectives` for one op.
///
/// An all_gather of one tensor, of equal blocks, that products of its block read, maybe through ops that work on chunks:
/// each such product becomes one for each chunk, and the next chunk is sent meanwhile. Where the gathered dimension is
/// free or batching the chunks' results are joined; where it is contracting they are added in the order of arrival, in
/// f32 for narrower floats. Other users get the chunks joined.
///
/// A reduce_scatter of one tensor by sum, in equal blocks, of what products compute: each device computes the chunk that
/// is under way to it, adds it and sends it on. What is sent has the type that was reduced; sums are formed in f32 for
/// narrower floats, and rounded for each send.
///
/// False: the op is none of these, or not within `options`, or it would become too many products.
bool decomposeCollective(mlir::Operation *collective, const RingOptions &options);

/// All of a function. True: there was one.
bool decomposeCollectives(mlir::func::FuncOp function, const RingOptions &options);

/// The ops that decomposing a collective replaces, the collective among them, in the order of the block.
llvm::SmallVector<mlir::Operation *> decomposedOps(mlir::Operation *collective, const RingOptions &options);

} // namespace shardwright::lower

#endif // PASSES_LOWER_DECOMPOSECOLLECTIVES_H
