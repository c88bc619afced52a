#ifndef PASSES_IMPORT_REPLICAGROUPS_H
#define PASSES_IMPORT_REPLICAGROUPS_H

#include "shardwright/Sharding/AxisRef.h"

#include "absl/status/statusor.h"

namespace shardwright {

/// The axes, major to minor, along which positions run in steps of `stride`, `size` of them: `x` for stride 2 and size
/// 4 in a mesh <x=4, y=2>. Nothing where no axes do.
std::optional<AxisList> axesOfDigit(const Mesh &mesh, int64_t stride, int64_t size);

/// The axes along which positions run through `offsets`, which begin with 0: their mixed radix, digit by digit. Nothing
/// where no axes do.
std::optional<AxisList> axesOfSequence(const Mesh &mesh, llvm::ArrayRef<int64_t> offsets);

/// The axes whose groups are these, member by member in order; empty where each device is alone. Groups hold physical
/// devices and may come in any order. Errors: sizes that differ, a device twice, missing or too many, groups that no
/// axes of the mesh have.
absl::StatusOr<AxisList> axesOfGroups(const Mesh &mesh, const std::vector<std::vector<int64_t>> &groups);

/// Sources and targets as block indices along axes.
struct AxisPairs {
  AxisList axes;
  llvm::SmallVector<int64_t> pairs;
};

/// The axes along which these pairs of physical devices (source, target, source, ...) move data, and the pairs along
/// them, which are the same in every group. Whole axes: first those that some pair changes, else all of `candidates`.
absl::StatusOr<AxisPairs> axesOfPairs(const Mesh &mesh, llvm::ArrayRef<int64_t> pairs,
                                      llvm::ArrayRef<AxisRef> candidates);

} // namespace shardwright

#endif // PASSES_IMPORT_REPLICAGROUPS_H
