#ifndef PASSES_IMPORT_UNITEMESHES_H
#define PASSES_IMPORT_UNITEMESHES_H

#include "shardwright/Sharding/AxisRef.h"

#include "absl/status/statusor.h"

#include <string>
#include <vector>

namespace shardwright {

/// Several meshes over the same devices, expressed in one: its axes are the digits of device positions that all of them
/// have in common, so that every axis of every mesh is a list of whole axes of it.
///
///   <x=4, y=2> and <a=2, b=4>    <a=2, x_2=2, y=2>: x is [a, x_2], b is [x_2, y]
class MeshUnion {
public:
  /// Axes of size 1 and device orders that are the identity make no difference. Meshes of one device have no axes here.
  /// Where a mesh orders its devices so that no axes express it (reversed, say), its positions are taken for those of
  /// the first one. Errors: `culprit` is the mesh that has another number of devices than the first of more than one,
  /// or whose axes cut the devices at places that do not divide one another. O(devices * meshes).
  static absl::StatusOr<MeshUnion> create(llvm::ArrayRef<Mesh> meshes, size_t &culprit);

  const Mesh &mesh() const { return mesh_; }
  /// The first mesh that has more than one device, or 0.
  size_t first() const { return first_; }

  /// An axis of mesh `index`, major to minor; nothing where a sub-axis cuts the devices elsewhere than the union does.
  std::optional<AxisList> map(size_t index, const AxisRef &axis) const;
  /// The devices of mesh `index` are taken in the first one's order.
  bool isReordered(size_t index) const { return parts_[index].reordered; }
  /// The device that stands in for `device` of a reordered mesh.
  int64_t device(size_t index, int64_t device) const;

private:
  struct Part {
    Mesh mesh;
    /// For each position of this mesh the position in the union.
    std::vector<int64_t> positions;
    bool reordered = false;
  };
  void nameAxes(llvm::ArrayRef<int64_t> cuts);

  Mesh mesh_;
  size_t first_ = 0;
  std::vector<Part> parts_;
};

/// Without axes of size 1, and without a device order that is the identity.
Mesh withoutUnitAxes(const Mesh &mesh);

} // namespace shardwright

#endif // PASSES_IMPORT_UNITEMESHES_H
