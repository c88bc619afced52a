#ifndef DIALECTS_STABLEHLO_REDUCTION_COMBINER_H
#define DIALECTS_STABLEHLO_REDUCTION_COMBINER_H

#include "dialects/stablehlo/StablehloOps.h"
#include "shardwright/Sharding/ShardingRule.h"

namespace shardwright::stablehlo {

/// The combination that an operation of two values is. On bools, addition and maximum are or, multiplication and
/// minimum are and.
std::optional<ReductionKind> reductionOf(mlir::Operation *op);

/// What a region of scalars computes, when it is the same known combination for each of its results: block arguments
/// are the N values, then the N accumulators (or the reverse), each result one operation on its pair. Complex values
/// have no combination but the sum: their parts are combined each for itself.
std::optional<ReductionKind> combinerOf(mlir::Region &body);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_REDUCTION_COMBINER_H
