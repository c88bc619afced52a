#include "passes/common/SharedCostModel.h"

#include "shardwright/Sharding/Suggest.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {

absl::StatusOr<AxisOrder> parseAxisOrder(const Mesh &mesh, llvm::StringRef text) {
  AxisOrder axes;
  for (llvm::StringRef name : llvm::split(text, ',')) {
    std::optional<size_t> axis = mesh.find(name);
    if (!axis)
      return absl::InvalidArgumentError("unknown mesh axis '" + name.str() + "': " + axesInsteadOf(mesh, name));
    if (llvm::is_contained(axes, *axis))
      return absl::InvalidArgumentError("axis '" + name.str() + "' is given twice");
    axes.push_back(*axis);
  }
  return axes;
}

absl::StatusOr<AxisList> parseAxisList(const Mesh &mesh, llvm::StringRef text) {
  AxisList axes;
  for (llvm::StringRef part : llvm::split(text, ',')) {
    auto [name, sub] = part.split(':');
    if (!mesh.find(name))
      return absl::InvalidArgumentError("unknown mesh axis '" + name.str() + "': " + axesInsteadOf(mesh, name));
    AxisRef axis{AxisName(name)};
    if (name.size() < part.size()) {
      int64_t pre = 0, size = 0;
      if (!sub.consume_front("(") || sub.consumeInteger(10, pre) || !sub.consume_front(")") ||
          sub.getAsInteger(10, size))
        return absl::InvalidArgumentError("'" + part.str() + "' is no part of an axis, such as x:(2)4");
      axis = AxisRef(axis.name, pre, size);
      if (absl::Status status = verifyAxis(mesh, axis); !status.ok())
        return status;
    }
    if (overlaps(mesh, axes, axis))
      return absl::InvalidArgumentError("axis '" + name.str() + "' is given twice");
    axes.push_back(axis);
  }
  return axes;
}

std::string MachineOptions::shippedMachines() const { return folder.empty() ? topologyFolder() : folder; }

absl::StatusOr<CostModel> makeCostModel(const MachineOptions &options, const Mesh &mesh) {
  if (options.topology.empty() && options.order.empty())
    return CostModel::flat(mesh);
  std::string folder = options.shippedMachines();
  absl::StatusOr<Topology> topology =
      options.topology.empty() ? flatTopology() : findTopology(options.topology, folder);
  if (!topology.ok())
    return topology.status();
  std::optional<AxisOrder> order;
  if (!options.order.empty()) {
    absl::StatusOr<AxisOrder> axes = parseAxisOrder(mesh, options.order);
    if (!axes.ok())
      return axes.status();
    order = *axes;
  }
  return CostModel::create(*topology, folder, mesh, order);
}

SharedCostModel::SharedCostModel(const CostModel &given)
    : given(&given), cache(std::make_unique<ReshardCache>(ReshardOptions{&given})) {}

absl::StatusOr<const CostModel *> SharedCostModel::on(const Mesh &mesh) {
  if (given && given->mesh() == mesh)
    return given;
  if (given)
    return absl::InvalidArgumentError("prices are of the mesh " + given->mesh().str() + ", the program has the mesh " +
                                      mesh.str());
  if (model && model->mesh() == mesh)
    return &*model;
  absl::StatusOr<CostModel> made = makeCostModel(machine, mesh);
  if (!made.ok())
    return made.status();
  cache.reset();
  model.emplace(*std::move(made));
  cache = std::make_unique<ReshardCache>(ReshardOptions{&*model});
  return &*model;
}

} // namespace shardwright
