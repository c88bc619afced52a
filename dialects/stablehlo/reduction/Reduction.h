#ifndef DIALECTS_STABLEHLO_REDUCTION_REDUCTION_H
#define DIALECTS_STABLEHLO_REDUCTION_REDUCTION_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachReductionRules(mlir::MLIRContext &context);
void attachReductionKernels(mlir::MLIRContext &context);
void attachReductionReferences(mlir::MLIRContext &context);
void attachWindowReferences(mlir::MLIRContext &context);
void attachReduceLocal(mlir::MLIRContext &context);
void attachWindowLocal(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_REDUCTION_REDUCTION_H
