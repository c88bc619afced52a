#ifndef DIALECTS_STABLEHLO_COLLECTIVE_COLLECTIVE_H
#define DIALECTS_STABLEHLO_COLLECTIVE_COLLECTIVE_H

#include "dialects/stablehlo/Family.h"

namespace shardwright::stablehlo {

// What is known of the folder's operations, a file each.
void attachCollectiveRules(mlir::MLIRContext &context);
void attachCollectiveKernels(mlir::MLIRContext &context);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_COLLECTIVE_COLLECTIVE_H
