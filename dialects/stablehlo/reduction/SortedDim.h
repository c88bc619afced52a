#ifndef DIALECTS_STABLEHLO_REDUCTION_SORTEDDIM_H
#define DIALECTS_STABLEHLO_REDUCTION_SORTEDDIM_H

#include "dialects/stablehlo/StablehloOps.h"

namespace shardwright::stablehlo {

/// The dimension that is sorted, counted from the front: the attribute may count from behind.
inline int64_t sortedDim(SortOp sort) {
  auto dim = static_cast<int64_t>(sort.getDimension());
  return dim < 0 ? dim + mlir::cast<mlir::RankedTensorType>(sort.getInputs().front().getType()).getRank() : dim;
}

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_REDUCTION_SORTEDDIM_H
