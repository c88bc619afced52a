#ifndef SHARDWRIGHT_TOPOLOGY_DEVICEASSIGNMENT_H
#define SHARDWRIGHT_TOPOLOGY_DEVICEASSIGNMENT_H

#include "shardwright/Sharding/Mesh.h"
#include "shardwright/Topology/Topology.h"

#include <functional>

namespace shardwright {

/// The part of a group of devices that lies at one level.
struct Span {
  size_t level = 0;         ///< index into commonLevels()
  size_t dim = 0;           ///< Torus: along which dimension
  int64_t members = 1;      ///< children of one unit that the group reaches
  int64_t extent = 1;       ///< children there are (Torus: length of the dimension)
  int64_t inside = 1;       ///< members of the group below one child
  int64_t devicesBelow = 1; ///< devices below one child
  int64_t spacing = 1;      ///< Torus: groups that a link between the first member and the last passes; evenly spread,
                            ///< as far as from one member to the next
  int64_t reach = 0;        ///< Torus: steps from the first member to the last
  bool operator==(const Span &other) const;
};

/// Where the members of one group lie, innermost first; levels that it does not reach across are left out. All groups
/// of a mesh axis lie alike.
struct GroupAssignment {
  llvm::SmallVector<Span, 4> spans;
  int64_t members = 1;
  /// Groups that work at the same time, this one included, over all of the devices that take part.
  int64_t groups = 1;
};

/// The devices `base + i * stride`, i < size, for every base: one axis of a mesh laid over the machine.
struct AxisStride {
  int64_t size = 1;
  int64_t stride = 1;
  bool operator==(const AxisStride &other) const { return size == other.size && stride == other.stride; }
};

/// Where a group over those axes lies. Errors: more devices than there are; a stride or a size that does not line up
/// with the levels, with both numbers and the sizes that would.
absl::StatusOr<GroupAssignment> placeGroup(llvm::ArrayRef<Level> levels, llvm::ArrayRef<AxisStride> axes,
                                           int64_t devices);

/// A mesh laid over the first devices of a machine: its axes from the outermost to the innermost, as indices.
using AxisOrder = llvm::SmallVector<size_t, 4>;

/// Where the group over the axes `over` (indices into the mesh) lies when the mesh is laid out in that order.
absl::StatusOr<GroupAssignment> placeAxes(llvm::ArrayRef<Level> levels, const Mesh &mesh, llvm::ArrayRef<size_t> order,
                                          llvm::ArrayRef<size_t> over);

/// The order of the axes with the least `price`, by trying them all (up to 8 axes); the first one in lexical order of
/// several. Orders that do not line up with the levels are passed over. Errors: no order lines up; more than 8 axes.
absl::StatusOr<AxisOrder>
searchAxisOrder(llvm::ArrayRef<Level> levels, const Mesh &mesh,
                const std::function<absl::StatusOr<double>(llvm::ArrayRef<size_t> order)> &price);

} // namespace shardwright

#endif // SHARDWRIGHT_TOPOLOGY_DEVICEASSIGNMENT_H
