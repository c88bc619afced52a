#ifndef PASSES_LOWER_ELEMENTREADS_H
#define PASSES_LOWER_ELEMENTREADS_H

#include "passes/lower/Fusion.h"

#include "llvm/ADT/SmallVector.h"

namespace shardwright::lower {

/// What a kernel reads to compute an element, by row-major offsets.
struct ElementRead {
  mlir::Value value;
  /// The element read is the one computed divided by this: 1 for the same place, the length of a row for a value of the
  /// row, the number of elements for a scalar. 0: some other place.
  int64_t divisor;
};

/// The buffers that the kernel of `root` reads and where, each pair once, in the order of its operands; for a reduction
/// relative to the elements of its inputs. `price`, if given, becomes the price of a point.
llvm::SmallVector<ElementRead> elementReads(mlir::Operation *root, const Fusion &fusion, double *price = nullptr);

/// A reshape of a buffer into another: the same bytes.
bool isCopyOfBuffer(mlir::Operation *op, const Fusion &fusion);

} // namespace shardwright::lower

#endif // PASSES_LOWER_ELEMENTREADS_H
