#include "lib/Driver/MachineOptions.h"

#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/Sizes.h"

namespace shardwright::driver {

std::vector<OptionSpec> withMachineOptions(std::vector<OptionSpec> own) {
  own.insert(
      own.end(),
      {
          {"topology", "T",
           "the machine: a shipped name, NAME:4x8 for a slice of a torus, FILE.json, or host (default: flat)"},
          {"order", "AXES", "the mesh's axes from the outermost to the innermost on it (default: its own order)"},
      });
  return own;
}

const OptionSpec kMemoryOption = {"memory", "SIZE", "the most that a device may hold at its peak: 80GiB"};

absl::StatusOr<std::optional<int64_t>> parseMemory(const CommandLine &line) {
  std::optional<std::string> text = line.text("memory");
  if (!text)
    return std::nullopt;
  absl::StatusOr<double> bytes = parseSize("memory", *text);
  if (!bytes.ok())
    return bytes.status();
  return static_cast<int64_t>(*bytes);
}

compiler::Machine machineOf(const CommandLine &line) {
  return {line.text("topology").value_or(""), line.text("order").value_or("")};
}

absl::StatusOr<Topology> topologyOf(const CommandLine &line) {
  if (!line.has("topology"))
    return absl::InvalidArgumentError("option '--topology' is missing: a machine, as `shardwright topology list` has");
  return environment()->topology(machineOf(line));
}

absl::StatusOr<CostModel> parseCostModel(const CommandLine &line, const Mesh &mesh) {
  if (!line.has("topology"))
    return topologyOf(line).status();
  absl::StatusOr<MachineOptions> options = environment()->machine(machineOf(line));
  if (!options.ok())
    return options.status();
  return environment()->costModel(*options, mesh);
}

} // namespace shardwright::driver
