#ifndef PASSES_LOWER_SCATTEREDLOADS_H
#define PASSES_LOWER_SCATTEREDLOADS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace shardwright::lower {

/// Whether loadStrided() takes fewer loads and shuffles than there are lanes.
bool isCloseStride(int64_t stride, int64_t lanes);

/// Lanes 0 to `count` are elements `base` + `stride` x lane, the others undefined: vectors of what lies between the
/// first and the last of these, of which shuffles take every `stride`-th (not 0, negative: backwards). Nothing outside
/// of them is read.
mlir::Value loadStrided(mlir::OpBuilder &builder, mlir::Location loc, mlir::VectorType type, mlir::Value buffer,
                        mlir::Value base, int64_t stride, int64_t count);

/// What vector.gather does, by a load for each lane: lanes 0 to `count` are elements `base` + `offsets`[lane] where
/// `guard` is on or there is none, the others 0. The buffer has an element 0.
mlir::Value loadApiece(mlir::OpBuilder &builder, mlir::Location loc, mlir::VectorType type, mlir::Value buffer,
                       mlir::Value base, mlir::Value offsets, int64_t count, mlir::Value guard);

} // namespace shardwright::lower

#endif // PASSES_LOWER_SCATTEREDLOADS_H
