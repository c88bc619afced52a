#include "lib/Driver/MachineOptions.h"

#include "shardwright/Topology/Files.h"

#include "llvm/ADT/StringExtras.h"

namespace shardwright::driver {

static absl::Status about(const char *option, const std::string &text) {
  return absl::InvalidArgumentError("option '" + spelled(option) + "': " + text);
}

std::vector<OptionSpec> withMachineOptions(std::vector<OptionSpec> own) {
  own.insert(
      own.end(),
      {
          {"topology", "T", "the machine: a shipped name, NAME:4x8 for a slice of a torus, or FILE.json"},
          {"order", "AXES", "the mesh's axes from the outermost to the innermost on it (default: its own order)"},
      });
  return own;
}

absl::StatusOr<Topology> topologyOf(const CommandLine &line) {
  std::optional<std::string> name = line.text("topology");
  if (!name)
    return absl::InvalidArgumentError("option '--topology' is missing: a machine, as `shardwright topology list` has");
  absl::StatusOr<Topology> topology = findTopology(*name, topologyFolder());
  return topology.ok() ? topology : about("topology", std::string(topology.status().message()));
}

absl::StatusOr<estimate::Machine> parseMachine(const CommandLine &line, const Mesh &mesh) {
  absl::StatusOr<Topology> topology = topologyOf(line);
  if (!topology.ok())
    return topology.status();
  std::optional<AxisOrder> order;
  if (std::optional<std::string> text = line.text("order")) {
    order.emplace();
    for (llvm::StringRef axis : llvm::split(*text, ',')) {
      std::optional<size_t> number = mesh.find(axis);
      if (!number)
        return about("order",
                     "unknown mesh axis '" + axis.str() + "' (the axes of the mesh are " + mesh.axisNames() + ")");
      order->push_back(*number);
    }
  }
  absl::StatusOr<estimate::Machine> machine = estimate::Machine::create(*topology, topologyFolder(), mesh, order);
  if (!machine.ok())
    return about(order ? "order" : "topology", std::string(machine.status().message()));
  return machine;
}

} // namespace shardwright::driver
