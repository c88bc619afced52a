#include "lib/Driver/TargetOptions.h"

#include "lib/Driver/MachineOptions.h"
#include "passes/lower/Target.h"
#include "shardwright/Runtime/Target.h"

namespace shardwright::driver {
namespace {

/// As --target says, or --backend, where that is of devices in this process.
absl::StatusOr<std::string> targetOf(const CommandLine &line) {
  const std::string target = line.text("target").value_or(""), backend = line.text("backend").value_or("");
  if (backend != "cuda" && backend != "host")
    return target;
  if (line.has("target") && llvm::StringRef(target).starts_with("cuda:") != (backend == "cuda"))
    return absl::InvalidArgumentError("options '--backend=" + backend + "' and '--target=" + target +
                                      "' do not go together: leave one of them out");
  if (line.has("target") || backend == "host")
    return target;
  absl::StatusOr<int> gpu = runtime::gpuArchitecture();
  if (!gpu.ok())
    return gpu.status();
  return Target::spellingForGpu(*gpu);
}

} // namespace

std::vector<OptionSpec> withTargetOptions(std::vector<OptionSpec> own) {
  own.insert(
      own.end(),
      {
          {"devices", "N", "number of devices; 1 without --mesh drops all shardings"},
          {"mesh", "x=2,y=4", "the mesh of a program that has none; must be the program's where it has one"},
          {"fuzz-shardings", "SEED", "replace the program's shardings by random legal ones on --mesh"},
          {"target", "T", "what to compile for: host, this machine (default), or as host:x86-64-v3, cuda:sm_90"},
          {"disable", "NAME,...", "leave out optimisations, or all; a wrong NAME lists them"},
          {"decompose-collectives", nullptr,
           "partition also takes collectives next to products apart, as rings of chunks or in pieces, where a step on "
           "--topology gets shorter"},
          kMemoryOption,
      });
  return withMachineOptions(std::move(own));
}

absl::StatusOr<compiler::Options> parseOptions(const CommandLine &line) {
  compiler::Options options;
  auto devices = line.integer("devices", 1), seed = line.integer("fuzz-shardings", 0);
  if (!devices.ok() || !seed.ok())
    return devices.ok() ? seed.status() : devices.status();
  options.devices = *devices;
  if (*seed)
    options.fuzzShardings = static_cast<uint64_t>(**seed);
  absl::StatusOr<std::optional<int64_t>> memory = parseMemory(line);
  if (!memory.ok())
    return memory.status();
  options.memory = *memory;
  for (const char *name : {"mesh", "target", "topology"})
    if (line.text(name) == "")
      return aboutOption(name, "its value is empty");
  options.mesh = line.text("mesh").value_or("");
  absl::StatusOr<std::string> target = targetOf(line);
  if (!target.ok())
    return target.status();
  options.target = *std::move(target);
  options.disable = line.text("disable").value_or("");
  options.decomposeCollectives = line.has("decompose-collectives");
  options.machine = machineOf(line);
  if (absl::Status status = session().check(options); !status.ok())
    return status;
  return options;
}

absl::StatusOr<Request> readRequest(const CommandLine &line) {
  absl::StatusOr<compiler::Options> options = parseOptions(line);
  if (!options.ok())
    return options.status();
  absl::StatusOr<ProgramFile> file = ProgramFile::read(line.file());
  if (!file.ok())
    return file.status();
  return Request{*std::move(options), *std::move(file)};
}

absl::StatusOr<compiler::Target> parseTarget(const CommandLine &line) {
  absl::StatusOr<compiler::Options> options = parseOptions(line);
  if (!options.ok())
    return options.status();
  return compiler::resolve(*options, *environment());
}

} // namespace shardwright::driver
