#include "lib/Planning/Sensitivity.h"

#include "shardwright/Topology/Files.h"

namespace shardwright::planning {

static void scale(std::vector<Level> &levels, double factor) {
  for (Level &level : levels) {
    level.bytesPerSecond *= factor;
    level.totalBytesPerSecond *= factor;
  }
}

static absl::StatusOr<double> secondsOn(const Topology &topology, const MeshPlan &plan,
                                        const PlanningOptions &options) {
  std::optional<AxisOrder> order;
  if (!options.machine.order.empty()) {
    absl::StatusOr<AxisOrder> axes = parseAxisOrder(plan.mesh, options.machine.order);
    if (!axes.ok())
      return axes.status();
    order = *axes;
  }
  absl::StatusOr<CostModel> model = CostModel::create(topology, /*folder=*/"", plan.mesh, order);
  if (!model.ok())
    return model.status();
  absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(*plan.step.perDevice, *model, options.host);
  if (!estimate.ok())
    return estimate.status();
  return estimate->seconds();
}

absl::StatusOr<double> secondsWithLinks(const MeshPlan &plan, const PlanningOptions &options, double factor) {
  absl::StatusOr<Topology> topology = findTopology(options.machine.topology, topologyFolder());
  if (!topology.ok())
    return topology.status();
  topology->measured.clear();
  absl::StatusOr<double> before = secondsOn(*topology, plan, options);
  if (!before.ok())
    return before.status();
  for (DeviceGroup &group : topology->groups)
    scale(group.levels, factor);
  scale(topology->levels, factor);
  absl::StatusOr<double> after = secondsOn(*topology, plan, options);
  if (!after.ok())
    return after.status();
  return plan.step.estimate.seconds() * *after / *before;
}

} // namespace shardwright::planning
