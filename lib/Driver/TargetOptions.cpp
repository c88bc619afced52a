#include "lib/Driver/TargetOptions.h"

#include "lib/Driver/MachineOptions.h"

namespace shardwright::driver {

std::vector<OptionSpec> withTargetOptions(std::vector<OptionSpec> own) {
  own.insert(own.end(),
             {
                 {"devices", "N", "number of devices; 1 without --mesh drops all shardings"},
                 {"mesh", "x=2,y=4", "the mesh of a program that has none; must be the program's where it has one"},
                 {"fuzz-shardings", "SEED", "replace the program's shardings by random legal ones on --mesh"},
                 {"target", "T", "the CPU to compile for: host, this one (default), or as host:x86-64-v3"},
                 {"disable", "NAME,...", "leave out optimisations, or all; a wrong NAME lists them"},
                 kMemoryOption,
             });
  return withMachineOptions(std::move(own));
}

absl::StatusOr<Target> parseTarget(const CommandLine &line) {
  Target target;
  auto devices = line.integer("devices", 1), seed = line.integer("fuzz-shardings", 0);
  if (!devices.ok() || !seed.ok())
    return devices.ok() ? seed.status() : devices.status();
  target.devices = *devices;
  target.fuzzSeed = *seed;
  if (std::optional<std::string> text = line.text("mesh")) {
    absl::StatusOr<Mesh> mesh = Mesh::parse(*text);
    if (!mesh.ok())
      return aboutOption("mesh", mesh.status().message());
    target.mesh = std::move(*mesh);
  }
  if (std::optional<std::string> spelling = line.text("target")) {
    absl::StatusOr<shardwright::Target> parsed = shardwright::Target::parse(*spelling);
    if (!parsed.ok())
      return aboutOption("target", parsed.status().message());
    target.host.target = *std::move(parsed);
  }
  if (std::optional<std::string> names = line.text("disable")) {
    DisabledOptimizations disabled(*names);
    disabled.from(target.partition);
    disabled.from(target.host);
    if (absl::Status status = disabled.check(); !status.ok())
      return aboutOption("disable", status.message());
  }
  absl::StatusOr<MachineOptions> machine = parseMachineOptions(line);
  if (!machine.ok())
    return machine.status();
  target.machine = *std::move(machine);
  absl::StatusOr<std::optional<int64_t>> memory = parseMemory(line);
  if (!memory.ok())
    return memory.status();
  target.memoryLimit = *memory;
  if (target.fuzzSeed && !target.mesh)
    return absl::InvalidArgumentError("option '--fuzz-shardings' needs --mesh");
  return target;
}

absl::StatusOr<std::unique_ptr<Compilation>> partitionFile(const CommandLine &line) {
  absl::StatusOr<Target> target = parseTarget(line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Compilation>> program = Compilation::read(line.file());
  if (!program.ok())
    return program.status();
  if (absl::Status status = (*program)->compile(Phase::Partition, *target); !status.ok())
    return status;
  return program;
}

} // namespace shardwright::driver
