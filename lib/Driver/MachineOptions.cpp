#include "lib/Driver/MachineOptions.h"

#include "lib/Compiler/OptionTable.h"
#include "lib/Driver/ProgramFile.h"

namespace shardwright::driver {

std::vector<OptionSpec> withMachineOptions(std::vector<OptionSpec> own) {
  for (const compiler::NamedOption<compiler::Options> &option : compiler::compileOptions())
    if (llvm::StringRef(option.name) == "topology" || llvm::StringRef(option.name) == "order")
      own.push_back({option.name, option.value, option.help});
  return own;
}

const OptionSpec kMemoryOption = {"memory", "SIZE", "the most that a device may hold at its peak: 80GiB"};

absl::StatusOr<std::optional<int64_t>> parseMemory(const CommandLine &line) {
  if (!line.has("memory"))
    return std::nullopt;
  absl::StatusOr<double> bytes = line.value("memory").size();
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
