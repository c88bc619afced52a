#include "lib/Planning/Sensitivity.h"

#include "lib/Planning/Batch.h"
#include "shardwright/Topology/Files.h"

#include "mlir/IR/Diagnostics.h"

namespace shardwright::planning {

static void scale(std::vector<Level> &levels, double factor) {
  for (Level &level : levels) {
    level.bytesPerSecond *= factor;
    level.totalBytesPerSecond *= factor;
  }
}

static absl::StatusOr<double> secondsOn(const Topology &topology, const Step &step, const Mesh &mesh,
                                        const PlanningOptions &options) {
  std::optional<AxisOrder> order;
  if (!options.machine.order.empty()) {
    absl::StatusOr<AxisOrder> axes = parseAxisOrder(mesh, options.machine.order);
    if (!axes.ok())
      return axes.status();
    order = *axes;
  }
  absl::StatusOr<CostModel> model = CostModel::create(topology, /*folder=*/"", mesh, order);
  if (!model.ok())
    return model.status();
  absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(*step.perDevice, *model, options.host);
  if (!estimate.ok())
    return estimate.status();
  return estimate->seconds();
}

absl::StatusOr<std::vector<double>> secondsWithLinks(const Step &step, const Mesh &mesh, const PlanningOptions &options,
                                                     llvm::ArrayRef<double> factors) {
  absl::StatusOr<Topology> topology = findTopology(options.machine.topology, options.machine.shippedMachines());
  if (!topology.ok())
    return topology.status();
  topology->measured.clear();
  absl::StatusOr<double> before = secondsOn(*topology, step, mesh, options);
  if (!before.ok())
    return before.status();
  std::vector<double> seconds;
  for (double factor : factors) {
    Topology changed = *topology;
    for (DeviceGroup &group : changed.groups)
      scale(group.levels, factor);
    scale(changed.levels, factor);
    absl::StatusOr<double> after = secondsOn(changed, step, mesh, options);
    if (!after.ok())
      return after.status();
    seconds.push_back(step.estimate.seconds() * *after / *before);
  }
  return seconds;
}

std::optional<LargerBatch> stepWithTwiceTheBatch(mlir::ModuleOp annotated, const PlanningOptions &options) {
  std::optional<Batch> batch = Batch::of(annotated);
  if (!batch)
    return std::nullopt;
  const int64_t size = 2 * batch->size();
  mlir::OwningOpRef<mlir::ModuleOp> larger = batch->withSize(size);
  if (!larger)
    return std::nullopt;
  mlir::ScopedDiagnosticHandler quiet(annotated.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  absl::StatusOr<Step> step =
      stepOf(*larger, std::make_shared<SharedCostModel>(options.machine), options.partition, options.host);
  if (!step.ok())
    return std::nullopt;
  return LargerBatch{size, *std::move(step)};
}

} // namespace shardwright::planning
