#ifndef LIB_INTERP_COLLECTIVES_H
#define LIB_INTERP_COLLECTIVES_H

#include "lib/Interp/Shards.h"

namespace shardwright::interp {

/// The collectives of the `spmd` dialect as plain functions: what the device at `position` receives, given what all
/// devices hold. Groups are those along `axes`, ordered by block index; `n` is their size.

/// Result dim = the blocks of the group in order, cut at the end to the result's length.
Tensor allGather(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                 int64_t dim, mlir::RankedTensorType resultType);
/// The device's own block of its own operand; slots past the operand's end hold garbage.
Tensor slice(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values, int64_t dim,
             mlir::RankedTensorType resultType);
Tensor allReduce(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                 ReductionKind kind);
/// allReduce, then slice.
Tensor reduceScatter(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                     ReductionKind kind, int64_t dim, mlir::RankedTensorType resultType);
/// Every member cuts `splitDim` (padded with garbage) into n blocks and sends block j to member j; those received are
/// joined along `concatDim` and cut to the result's length.
Tensor allToAll(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                int64_t splitDim, int64_t concatDim, mlir::RankedTensorType resultType);
/// What the member named as source for this device's block index holds, or zeros.
Tensor collectivePermute(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                         llvm::ArrayRef<std::pair<int64_t, int64_t>> sourceTargetPairs);

} // namespace shardwright::interp

#endif // LIB_INTERP_COLLECTIVES_H
