#ifndef LIB_PLANNING_PLANSEARCH_H
#define LIB_PLANNING_PLANSEARCH_H

#include "lib/Planning/MeshPlan.h"

#include <optional>
#include <string>
#include <vector>

namespace shardwright::planning {

struct PlanSearchOptions : PlanningOptions {
  /// Meshes that the search may choose; none: the program's own.
  std::vector<Mesh> meshes;
  /// Of them, the one to begin with: others are looked at as long as neighbours (Meshes.h) are better, and splits in
  /// one axis more where it has one or another is better. None: all are.
  std::optional<Mesh> first;
  /// The program has annotations, which hold for its mesh alone.
  bool isAnnotated = false;
};

struct PlanSearchResult {
  MeshPlan best;
  /// Others, the quickest first.
  std::vector<Alternative> alternatives;
};

/// The quickest plan within the memory limit: of several meshes, each is looked at with few choices an operation; the
/// best are split in one axis more, and the best of all planned in full. Where nothing fits, the plan that holds least.
/// Errors: of planOnMesh().
absl::StatusOr<PlanSearchResult> searchPlans(mlir::ModuleOp imported, const PlanSearchOptions &options);

/// The mesh with its longest axis halved; none where that is odd, or the half does not lie on the machine.
std::optional<Mesh> halfOf(const Mesh &mesh, const MachineOptions &machine);
/// What planning says of a mesh, without writing a program: as the search looks at several. Errors: of planOnMesh().
absl::StatusOr<Alternative> lookAtMesh(mlir::ModuleOp imported, const Mesh &mesh, const PlanSearchOptions &options);

} // namespace shardwright::planning

#endif // LIB_PLANNING_PLANSEARCH_H
