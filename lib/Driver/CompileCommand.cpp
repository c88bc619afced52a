#include "lib/Driver/Command.h"
#include "lib/Driver/TargetOptions.h"
#include "shardwright/Runtime/Serialize.h"

namespace shardwright::driver {

static absl::Status compile(const CommandLine &line) {
  std::optional<std::string> output = line.text("o");
  if (!output)
    return absl::InvalidArgumentError("where to? option '-o OUT.swx' is missing");
  if (std::string backend = line.text("backend").value_or("host"); backend != "host")
    return absl::InvalidArgumentError("no backend '" + backend + "' to compile for; there is host");
  absl::StatusOr<Target> target = parseTarget(line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Compilation>> program = partitionFile(line);
  if (!program.ok())
    return program.status();
  absl::StatusOr<runtime::Executable> executable = (*program)->lower(target->host);
  if (!executable.ok())
    return executable.status();
  return runtime::writeExecutable(*executable, *output);
}

Command compileCommand() {
  return {"compile",
          "FILE -o OUT.swx [options]",
          "writes an executable for run and shardwright-run",
          "Writes a self-contained executable, for `shardwright run` and `shardwright-run`.",
          /*files=*/1,
          withTargetOptions({
              {"o", "OUT.swx", "the executable to write"},
              {"backend", "NAME", "host (default)"},
          }),
          compile};
}

} // namespace shardwright::driver
