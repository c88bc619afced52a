#include "lib/Driver/Command.h"
#include "lib/Driver/Summary.h"
#include "lib/Driver/TargetOptions.h"
#include "runtime/Files.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

static std::vector<OptionSpec> options() {
  std::vector<OptionSpec> all = {
      {"o", "OUT.mlir", "write the per-device program there (default: standard output)"},
      {"summary", nullptr, "print collectives, bytes and flops of each device"},
      {"json", nullptr, "with --summary: as JSON"},
  };
  for (const OptionSpec &option : targetOptions())
    all.push_back(option);
  return all;
}

absl::Status runPartition(const std::vector<std::string> &arguments) {
  std::vector<OptionSpec> known = options();
  absl::StatusOr<CommandLine> line = CommandLine::parse(arguments, known, 1);
  if (!line.ok())
    return line.status();
  if (line->wantsHelp()) {
    llvm::outs() << helpText("partition", "FILE [options]", "Writes the program that each device runs.", known);
    return absl::OkStatus();
  }
  if (line->has("json") && !line->has("summary"))
    return absl::InvalidArgumentError("option '--json' needs --summary");
  absl::StatusOr<Target> target = parseTarget(*line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Program>> program = Program::read(line->file());
  if (!program.ok())
    return program.status();
  if (absl::Status status = (*program)->compile(Phase::Partition, *target); !status.ok())
    return status;
  if (std::optional<std::string> output = line->text("o"))
    if (absl::Status status = runtime::writeFile(*output, (*program)->text()); !status.ok())
      return status;
  if (line->has("summary")) {
    Summary summary = summarize((*program)->module());
    summary.seconds = (*program)->seconds();
    llvm::outs() << (line->has("json") ? json(summary) : text(summary));
  } else if (!line->has("o")) {
    llvm::outs() << (*program)->text();
  }
  return absl::OkStatus();
}

} // namespace shardwright::driver
