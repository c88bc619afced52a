#include "lib/Compiler/Target.h"

#include "lib/Estimate/Memory.h"

namespace shardwright::compiler {

absl::StatusOr<Target> resolve(const Options &options, const Environment &environment) {
  Target target;
  target.devices = options.devices;
  target.fuzzSeed = options.fuzzShardings;
  target.memoryLimit = options.memory;
  target.decomposesCollectives = options.decomposeCollectives;
  target.hasEvenInterface = options.evenInterface;
  for (auto [name, number] : {std::pair("devices", options.devices), {"memory", options.memory}})
    if (absl::Status status = environment.atLeast(name, number.value_or(1), 1); !status.ok())
      return status;
  if (!options.mesh.empty()) {
    absl::StatusOr<Mesh> mesh = environment.mesh(options.mesh);
    if (!mesh.ok())
      return mesh.status();
    target.mesh = *std::move(mesh);
  }
  if (!options.target.empty()) {
    absl::StatusOr<shardwright::Target> cpu = shardwright::Target::parse(options.target);
    if (!cpu.ok())
      return environment.aboutOption("target", cpu.status().message());
    target.host.target = *std::move(cpu);
  }
  if (!options.disable.empty()) {
    DisabledOptimizations disabled(options.disable);
    disabled.from(target.partition);
    disabled.from(target.host);
    if (absl::Status status = disabled.check(); !status.ok())
      return environment.aboutOption("disable", status.message());
  }
  absl::StatusOr<MachineOptions> machine = environment.machine(options.machine);
  if (!machine.ok())
    return machine.status();
  target.machine = *std::move(machine);
  target.host.machine = target.machine;
  target.host.memoryLimit = options.memory;
  if (target.decomposesCollectives && options.machine.topology.empty())
    return absl::InvalidArgumentError("option '" + environment.spelled("decompose-collectives") + "' needs " +
                                      environment.spelled("topology") + ": the machine on which steps get shorter");
  if (target.fuzzSeed && !target.mesh)
    return absl::InvalidArgumentError("option '" + environment.spelled("fuzz-shardings") + "' needs " +
                                      environment.spelled("mesh"));
  return target;
}

LoweringOptions loweringFor(const Target &target, const std::optional<CostModel> &machine) {
  return machine ? estimate::onMachine(target.host, *machine) : target.host;
}

absl::StatusOr<std::optional<CostModel>> machineOf(const Target &target, const Mesh &mesh,
                                                   const Environment &environment) {
  if (target.machine.topology.empty())
    return std::optional<CostModel>();
  absl::StatusOr<CostModel> machine = environment.costModel(target.machine, mesh);
  if (!machine.ok())
    return machine.status();
  return std::optional<CostModel>(*std::move(machine));
}

double memoryLimitOn(const Target &target, const CostModel &machine) {
  return target.memoryLimit ? static_cast<double>(*target.memoryLimit)
                            : machine.device().device().memories.front().bytes;
}

} // namespace shardwright::compiler
