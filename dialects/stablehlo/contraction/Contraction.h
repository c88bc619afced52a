#ifndef DIALECTS_STABLEHLO_CONTRACTION_CONTRACTION_H
#define DIALECTS_STABLEHLO_CONTRACTION_CONTRACTION_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachContractionRules(mlir::MLIRContext &context);
void attachContractionKernels(mlir::MLIRContext &context);
void attachContractionReferences(mlir::MLIRContext &context);
void attachConvolutionLocal(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_CONTRACTION_CONTRACTION_H
