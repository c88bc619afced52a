#include "lib/Planning/MeshProblem.h"

#include "dialects/sharding/Shardings.h"

namespace shardwright::planning {

absl::StatusOr<std::unique_ptr<MeshProblem>> MeshProblem::create(mlir::OwningOpRef<mlir::ModuleOp> imported,
                                                                 const MachineOptions &machine,
                                                                 const PartitionOptions &partition,
                                                                 std::optional<size_t> mostChoices) {
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
  problem->setMostChoices(mostChoices);
  return problem;
}

void MeshProblem::setMostChoices(std::optional<size_t> most) {
  plan::StrategyOptions strategies = open->options();
  strategies.mostChoices = most.value_or(strategies.mostChoices);
  planner = std::make_unique<plan::ProgramPlanner>(*model, open->program(), costs->reshards(), strategies);
}

} // namespace shardwright::planning
