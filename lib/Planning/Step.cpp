#include "lib/Planning/Step.h"

#include "dialects/sharding/Shardings.h"
#include "passes/partition/Passes.h"
#include "passes/propagate/Passes.h"

#include "mlir/Pass/PassManager.h"

namespace shardwright::planning {

absl::StatusOr<Step> stepOf(mlir::ModuleOp imported, std::shared_ptr<SharedCostModel> costs,
                            const PartitionOptions &choices, const LoweringOptions &host) {
  Step step;
  step.perDevice = mlir::OwningOpRef<mlir::ModuleOp>(imported.clone());
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(*step.perDevice);
  absl::StatusOr<const CostModel *> machine = costs->on(mlir::succeeded(mesh) ? *mesh : Mesh());
  if (!machine.ok())
    return machine.status();
  mlir::PassManager passes(imported.getContext());
  passes.enableVerifier(false);
  passes.addPass(createPropagateShardingsPass());
  buildPartitionPipeline(passes, listDisabled(choices), costs);
  if (mlir::failed(passes.run(*step.perDevice)))
    return absl::InvalidArgumentError("");
  absl::StatusOr<estimate::Estimate> estimated = estimate::estimateStep(*step.perDevice, **machine, host);
  if (!estimated.ok())
    return estimated.status();
  step.estimate = *std::move(estimated);
  step.memory = estimate::memoryOf(*step.perDevice, estimate::onMachine(host, **machine));
  return step;
}

} // namespace shardwright::planning
