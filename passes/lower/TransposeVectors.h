#ifndef PASSES_LOWER_TRANSPOSEVECTORS_H
#define PASSES_LOWER_TRANSPOSEVECTORS_H

#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// As many vectors as each has lanes, a power of two, as rows of a square; its columns come back.
llvm::SmallVector<mlir::Value> transposeVectors(mlir::OpBuilder &builder, mlir::Location loc,
                                                llvm::ArrayRef<mlir::Value> rows);

} // namespace shardwright::lower

#endif // PASSES_LOWER_TRANSPOSEVECTORS_H
