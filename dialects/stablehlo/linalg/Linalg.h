#ifndef DIALECTS_STABLEHLO_LINALG_LINALG_H
#define DIALECTS_STABLEHLO_LINALG_LINALG_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachLinalgRules(mlir::MLIRContext &context);
void attachLinalgKernels(mlir::MLIRContext &context);
void attachLinalgReferences(mlir::MLIRContext &context);
void attachNormalizationReferences(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_LINALG_LINALG_H
