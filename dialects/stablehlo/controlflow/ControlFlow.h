#ifndef DIALECTS_STABLEHLO_CONTROLFLOW_CONTROLFLOW_H
#define DIALECTS_STABLEHLO_CONTROLFLOW_CONTROLFLOW_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachControlFlowKernels(mlir::MLIRContext &context);
void attachControlFlowReferences(mlir::MLIRContext &context);
void attachControlFlowLocal(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_CONTROLFLOW_CONTROLFLOW_H
