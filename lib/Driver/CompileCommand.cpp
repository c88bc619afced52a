#include "lib/Driver/Backends.h"
#include "lib/Driver/Command.h"
#include "lib/Driver/TargetOptions.h"
#include "shardwright/Runtime/Serialize.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

static std::vector<OptionSpec> options() {
  std::vector<OptionSpec> all = {
      {"o", "OUT.swx", "the executable to write"},
      {"backend", "NAME", "host (default)"},
  };
  for (const OptionSpec &option : targetOptions())
    all.push_back(option);
  return all;
}

absl::Status runCompile(const std::vector<std::string> &arguments) {
  std::vector<OptionSpec> known = options();
  absl::StatusOr<CommandLine> line = CommandLine::parse(arguments, known, 1);
  if (!line.ok())
    return line.status();
  if (line->wantsHelp()) {
    llvm::outs() << helpText("compile", "FILE -o OUT.swx [options]",
                             "Writes a self-contained executable, for `shardwright run` and `shardwright-run`.", known);
    return absl::OkStatus();
  }
  std::optional<std::string> output = line->text("o");
  if (!output)
    return absl::InvalidArgumentError("where to? option '-o OUT.swx' is missing");
  if (std::string backend = line->text("backend").value_or("host"); backend != "host")
    return absl::InvalidArgumentError("no backend '" + backend + "' to compile for; there is host");
  absl::StatusOr<Target> target = parseTarget(*line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Program>> program = Program::read(line->file());
  if (!program.ok())
    return program.status();
  if (absl::Status status = (*program)->compile(Phase::Partition, *target); !status.ok())
    return status;
  absl::StatusOr<runtime::Executable> executable = (*program)->lower();
  if (!executable.ok())
    return executable.status();
  return runtime::writeExecutable(*executable, *output);
}

} // namespace shardwright::driver
