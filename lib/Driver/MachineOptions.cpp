#include "lib/Driver/MachineOptions.h"

#include "shardwright/Sharding/Suggest.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::driver {

std::vector<OptionSpec> withMachineOptions(std::vector<OptionSpec> own) {
  own.insert(
      own.end(),
      {
          {"topology", "T", "the machine: a shipped name, NAME:4x8 for a slice of a torus, or FILE.json"},
          {"order", "AXES", "the mesh's axes from the outermost to the innermost on it (default: its own order)"},
      });
  return own;
}

absl::StatusOr<AxisOrder> parseAxes(llvm::StringRef option, const Mesh &mesh, llvm::StringRef text) {
  AxisOrder axes;
  for (llvm::StringRef name : llvm::split(text, ',')) {
    std::optional<size_t> axis = mesh.find(name);
    if (!axis)
      return aboutOption(option, "unknown mesh axis '" + name.str() + "': " + axesInsteadOf(mesh, name));
    if (llvm::is_contained(axes, *axis))
      return aboutOption(option, "axis '" + name.str() + "' is given twice");
    axes.push_back(*axis);
  }
  return axes;
}

absl::StatusOr<Topology> topologyOf(const CommandLine &line) {
  std::optional<std::string> name = line.text("topology");
  if (!name)
    return absl::InvalidArgumentError("option '--topology' is missing: a machine, as `shardwright topology list` has");
  absl::StatusOr<Topology> topology = findTopology(*name, topologyFolder());
  return topology.ok() ? topology : aboutOption("topology", topology.status().message());
}

absl::StatusOr<CostModel> parseCostModel(const CommandLine &line, const Mesh &mesh) {
  absl::StatusOr<Topology> topology = topologyOf(line);
  if (!topology.ok())
    return topology.status();
  std::optional<AxisOrder> order;
  if (std::optional<std::string> text = line.text("order")) {
    absl::StatusOr<AxisOrder> axes = parseAxes("order", mesh, *text);
    if (!axes.ok())
      return axes.status();
    order = *axes;
  }
  absl::StatusOr<CostModel> machine = CostModel::create(*topology, topologyFolder(), mesh, order);
  if (!machine.ok())
    return aboutOption(order ? "order" : "topology", machine.status().message());
  return machine;
}

} // namespace shardwright::driver
