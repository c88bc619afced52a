#ifndef DIALECTS_STABLEHLO_CALL_CALL_H
#define DIALECTS_STABLEHLO_CALL_CALL_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachCallRules(mlir::MLIRContext &context);
void attachCallKernels(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_CALL_CALL_H
