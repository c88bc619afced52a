#ifndef DIALECTS_STABLEHLO_SHAPE_SHAPE_H
#define DIALECTS_STABLEHLO_SHAPE_SHAPE_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachShapeRules(mlir::MLIRContext &context);
void attachShapeKernels(mlir::MLIRContext &context);
void attachShapeReferences(mlir::MLIRContext &context);
void attachSourceReferences(mlir::MLIRContext &context);
void attachSourceLocal(mlir::MLIRContext &context);
void attachShapeLocal(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_SHAPE_SHAPE_H
