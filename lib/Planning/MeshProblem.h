#ifndef LIB_PLANNING_MESHPROBLEM_H
#define LIB_PLANNING_MESHPROBLEM_H

#include "lib/Planning/OpenProgram.h"
#include "passes/common/SharedCostModel.h"
#include "shardwright/Plan/ProgramPlanner.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <optional>

namespace shardwright::planning {

/// An imported program on a mesh of a machine as a planning problem, with all that is known of prices there.
struct MeshProblem {
  /// `imported` has a mesh, or none of its shardings names an axis. `mostChoices`: of a node; none: as many as planning
  /// has. Errors: makeCostModel(); what propagation says (reported already; the message is empty).
  static absl::StatusOr<std::unique_ptr<MeshProblem>> create(mlir::OwningOpRef<mlir::ModuleOp> imported,
                                                             const MachineOptions &machine,
                                                             const PartitionOptions &partition,
                                                             std::optional<size_t> mostChoices = std::nullopt);
  /// Makes the planner anew with so many, from the prices that are known.
  void setMostChoices(std::optional<size_t> most);

  const Mesh &mesh() const { return model->mesh(); }

  mlir::OwningOpRef<mlir::ModuleOp> imported;
  std::shared_ptr<SharedCostModel> costs;
  const CostModel *model = nullptr;
  std::optional<OpenProgram> open;
  std::unique_ptr<plan::ProgramPlanner> planner;
  double seconds = 0; ///< that making it took
};

} // namespace shardwright::planning

#endif // LIB_PLANNING_MESHPROBLEM_H
