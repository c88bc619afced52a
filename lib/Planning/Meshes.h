#ifndef LIB_PLANNING_MESHES_H
#define LIB_PLANNING_MESHES_H

#include "passes/common/SharedCostModel.h"
#include "shardwright/Sharding/Mesh.h"

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace shardwright::planning {

/// Meshes of so many devices that lie on a machine, with up to `axes` axes named x, y, z and w, major to minor: ordered
/// factorisations, those with fewer axes first. Of several whose axes agree in sizes and in what links they cross, the
/// first.
std::vector<Mesh> meshesOf(int64_t devices, size_t axes, const MachineOptions &machine);

/// Meshes with one axis of `mesh` split in two.
std::vector<Mesh> splitsOf(const Mesh &mesh, const MachineOptions &machine);

/// Meshes in which a prime factor of one axis of `mesh` has moved to another, or the axis has gone with its last.
std::vector<Mesh> neighboursOf(const Mesh &mesh, const MachineOptions &machine);

/// Puts a program on a mesh, whose axes its shardings name.
void setMeshOf(mlir::ModuleOp module, const Mesh &mesh);

} // namespace shardwright::planning

#endif // LIB_PLANNING_MESHES_H
