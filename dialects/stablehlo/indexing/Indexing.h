#ifndef DIALECTS_STABLEHLO_INDEXING_INDEXING_H
#define DIALECTS_STABLEHLO_INDEXING_INDEXING_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachIndexingRules(mlir::MLIRContext &context);
void attachIndexingKernels(mlir::MLIRContext &context);
void attachIndexingReferences(mlir::MLIRContext &context);
void attachDynamicSliceReferences(mlir::MLIRContext &context);
void attachGatherLocal(mlir::MLIRContext &context);
void attachScatterLocal(mlir::MLIRContext &context);
void attachDynamicSliceLocal(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_INDEXING_INDEXING_H
