#include "lib/Driver/Command.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/Summary.h"
#include "lib/Driver/TargetOptions.h"
#include "runtime/Files.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

static absl::Status partition(const CommandLine &line) {
  if (line.has("json") && !line.has("summary"))
    return absl::InvalidArgumentError("option '--json' needs --summary");
  absl::StatusOr<std::unique_ptr<Compilation>> program = partitionFile(line);
  if (!program.ok())
    return program.status();
  if (std::optional<std::string> output = line.text("o"))
    if (absl::Status status = runtime::writeFile(*output, (*program)->text()); !status.ok())
      return status;
  if (line.has("summary")) {
    LoweringOptions lowering = parseTarget(line)->host;
    if (line.has("topology")) {
      absl::StatusOr<CostModel> machine = parseCostModel(line, (*program)->mesh());
      if (!machine.ok())
        return machine.status();
      lowering = estimate::onMachine(std::move(lowering), *machine);
    }
    Summary summary = summarize((*program)->module(), estimate::memoryOf((*program)->module(), lowering));
    summary.seconds = (*program)->seconds();
    llvm::outs() << (line.has("json") ? json(summary) : text(summary));
  } else if (!line.has("o")) {
    llvm::outs() << (*program)->text();
  }
  return absl::OkStatus();
}

Command partitionCommand() {
  return {"partition",
          "FILE [options]",
          "writes the program that each device runs, or a summary of what it sends",
          "Writes the program that each device runs.",
          /*files=*/1,
          withTargetOptions({
              {"o", "OUT.mlir", "write the per-device program there (default: standard output)"},
              {"summary", nullptr, "print collectives, bytes and flops of each device"},
              {"json", nullptr, "with --summary: as JSON"},
          }),
          partition};
}

} // namespace shardwright::driver
