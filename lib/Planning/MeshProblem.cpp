#include "lib/Planning/MeshProblem.h"

#include "dialects/sharding/Shardings.h"

namespace shardwright::planning {

absl::StatusOr<std::unique_ptr<MeshProblem>> MeshProblem::create(mlir::OwningOpRef<mlir::ModuleOp> imported,
                                                                 const MachineOptions &machine,
                                                                 const PartitionOptions &partition) {
  auto problem = std::make_unique<MeshProblem>();
  problem->imported = std::move(imported);
  problem->costs = std::make_shared<SharedCostModel>(machine);
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(*problem->imported);
  absl::StatusOr<const CostModel *> model = problem->costs->on(mlir::succeeded(mesh) ? *mesh : Mesh());
  if (!model.ok())
    return model.status();
  problem->model = *model;
  mlir::FailureOr<OpenProgram> open = OpenProgram::create(*problem->imported, *problem->model, partition);
  if (mlir::failed(open))
    return absl::InvalidArgumentError("");
  problem->open = std::move(*open);
  problem->planner = std::make_unique<plan::ProgramPlanner>(*problem->model, problem->open->program(),
                                                            problem->costs->reshards(), problem->open->options());
  return problem;
}

} // namespace shardwright::planning
