#include "lib/Calibrate/Calibrate.h"
#include "lib/Driver/Command.h"
#include "lib/Driver/Progress.h"
#include "runtime/Files.h"
#include "shardwright/Topology/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

absl::Status list(const CommandLine &) {
  std::string folder = topologyFolder();
  absl::StatusOr<std::vector<std::string>> names = topologyNames(folder);
  if (!names.ok())
    return names.status();
  for (const std::string &name : *names) {
    absl::StatusOr<Topology> topology = findTopology(name, folder);
    if (!topology.ok())
      return topology.status();
    std::string left = name;
    left.resize(std::max<size_t>(left.size() + 2, 22), ' ');
    llvm::outs() << left << topology->summary << "\n";
  }
  return absl::OkStatus();
}

absl::Status show(const CommandLine &line) {
  absl::StatusOr<Topology> topology = findTopology(line.file(), topologyFolder());
  if (!topology.ok())
    return absl::InvalidArgumentError(topology.status().message());
  llvm::outs() << str(*topology);
  return absl::OkStatus();
}

/// A file that cannot be read is bad input; one that can and is wrong has failed the check.
absl::Status check(const CommandLine &line) {
  absl::StatusOr<Topology> topology = findTopology(line.file(), topologyFolder());
  if (topology.ok()) {
    llvm::outs() << line.file() << ": " << topology->numDevices() << " devices, ok\n";
    return absl::OkStatus();
  }
  std::string message(topology.status().message());
  return absl::IsNotFound(topology.status()) ? absl::InvalidArgumentError(message)
                                             : absl::FailedPreconditionError(message);
}

absl::Status calibrate(const CommandLine &line) {
  calibrate::Options options;
  for (auto [name, value] : {std::pair("devices", &options.devices), {"rounds", &options.rounds}}) {
    absl::StatusOr<std::optional<int64_t>> given = line.integer(name, 1);
    if (!given.ok())
      return given.status();
    *value = given->value_or(*value);
  }
  absl::StatusOr<std::string> text = [&] {
    Progress progress("measure this host (about half a minute)");
    return calibrate::calibrateHost(options);
  }();
  if (!text.ok())
    return text.status();
  if (line.has("keep")) {
    absl::StatusOr<std::string> path = hostTopologyFile();
    if (!path.ok())
      return path.status();
    if (std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(*path)))
      return absl::InvalidArgumentError("cannot make the folder of " + *path + ": " + error.message());
    if (absl::Status status = runtime::writeFile(*path, *text); !status.ok())
      return status;
  }
  if (std::optional<std::string> file = line.text("o"))
    return runtime::writeFile(*file, *text);
  if (line.has("keep"))
    return absl::OkStatus();
  llvm::outs() << *text;
  return absl::OkStatus();
}

std::vector<Command> topologyCommands() {
  return {
      {"topology list",
       "",
       "names of the shipped machines",
       "Prints a name and a line for every shipped machine.",
       0,
       {},
       list},
      {"topology show",
       "T|FILE.json",
       "devices, levels, speeds and their sources",
       "Prints what is known of a machine: a shipped one by name, or a file. T:4x8 is a slice of a torus.",
       1,
       {},
       show},
      {"topology check",
       "FILE.json",
       "whether a file describes a machine",
       "Reads a file and says what is wrong with it first, and where. Exit status 1 when something is.",
       1,
       {},
       check},
      {"topology calibrate",
       "[-o FILE.json] [--keep] [--devices=N]",
       "measures this host and writes its topology",
       "Measures what devices of the host backend take here for kernels, products and collectives, in about half a\n"
       "minute, and writes a topology that all commands take in place of a name. Other work on the machine disturbs "
       "it.",
       0,
       {{"o", "FILE.json", "write it there (default: standard output)"},
        {"keep", nullptr, "keep it for this user: --topology=host then names it"},
        {"devices", "N", "a power of two from 2 to 64 (default 8)"},
        {"rounds", "K", "of so many rounds the middle counts (default 3)"}},
       calibrate},
  };
}

} // namespace

Command topologyCommand() {
  return {"topology", "COMMAND ...",     "the machines that prices are for", "", /*files=*/0, {},
          nullptr,    topologyCommands()};
}

} // namespace shardwright::driver
