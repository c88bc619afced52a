#ifndef LIB_EVALUATE_LOCALWORK_H
#define LIB_EVALUATE_LOCALWORK_H

#include "lib/Evaluate/DeviceOps.h"

namespace shardwright::evaluation {

/// The product of a device's blocks, without bytes: each factor is a batch, rows, columns or the depth by which of the
/// tensors have it.
cost::ProductWork localProduct(const ShardingProblem::OpClass &opClass, const Placement &placement, const Mesh &mesh);

/// What a sort or a call of these blocks takes on one device.
double librarySeconds(const ShardingProblem::OpClass &opClass, const CostModel &costs,
                      llvm::ArrayRef<const LocalArray *> reads, llvm::ArrayRef<const LocalArray *> writes);

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_LOCALWORK_H
