#ifndef LIB_INTERP_SHARDS_H
#define LIB_INTERP_SHARDS_H

#include "dialects/interfaces/Tensor.h"

#include "shardwright/Sharding/Meaning.h"

#include "absl/status/statusor.h"

namespace shardwright::interp {

/// One value as every device of a mesh holds it, by position; no tensor where a device does not take part.
using DeviceValues = std::vector<Tensor>;

/// What the device at `position` holds of a global array: its block, padding filled with garbage. For partial axes the
/// first device of each group holds the value and the others the identity of the combination.
Tensor blockOf(const Mesh &mesh, const Sharding &sharding, int64_t position, const Tensor &global,
               mlir::RankedTensorType localType);

/// The global array of which `positions` hold blocks (partial axes combined). Errors: two devices that hold the same
/// element disagree, an element that nobody holds.
absl::StatusOr<Tensor> joined(const Mesh &mesh, const Sharding &sharding, llvm::ArrayRef<int64_t> positions,
                              const DeviceValues &values, mlir::RankedTensorType globalType);

/// Element by element, in the order given; sums of floats stay wide and are rounded once.
Tensor combined(ReductionKind kind, llvm::ArrayRef<const Tensor *> tensors);

} // namespace shardwright::interp

#endif // LIB_INTERP_SHARDS_H
