#ifndef SHARDWRIGHT_SHARDING_MEANING_H
#define SHARDWRIGHT_SHARDING_MEANING_H

#include "shardwright/Sharding/Sharding.h"

namespace shardwright {

/// The meaning of a sharding: the map (device, local index) -> global index, and who must be combined with whom.
/// Every other claim about shardings is tested against these few functions.

/// Block number of a device (a position in the mesh) along an ordered list of axes: mixed radix, leftmost major.
int64_t blockIndex(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position);

/// Global index of a local index on a device, or nothing where the slot is padding.
std::optional<llvm::SmallVector<int64_t, 6>> globalIndex(const Mesh &mesh, const Sharding &sharding,
                                                         llvm::ArrayRef<int64_t> globalShape, int64_t position,
                                                         llvm::ArrayRef<int64_t> localIndex);

/// Devices that differ from `position` only along `axes`, ordered by block index along them.
std::vector<int64_t> groupOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position);
/// All groups along `axes`, ordered by their first member.
std::vector<std::vector<int64_t>> groups(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_MEANING_H
