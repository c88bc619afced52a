#include "lib/Driver/Command.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/TargetOptions.h"
#include "runtime/Files.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

static absl::Status partition(const CommandLine &line) {
  if (line.has("json") && !line.has("summary"))
    return absl::InvalidArgumentError("option '--json' needs --summary");
  absl::StatusOr<Request> request = readRequest(line);
  if (!request.ok())
    return request.status();
  absl::StatusOr<compiler::Compilation> program = session().partition(request->file.source(), request->options);
  if (!program.ok())
    return program.status();
  if (std::optional<std::string> output = line.text("o"); output || !line.has("summary")) {
    absl::StatusOr<std::string> text = program->text();
    if (!text.ok())
      return text.status();
    if (!output)
      llvm::outs() << *text;
    else if (absl::Status status = runtime::writeFile(*output, *text); !status.ok())
      return status;
  }
  if (!line.has("summary"))
    return absl::OkStatus();
  absl::StatusOr<compiler::Summary> summary = program->summary(request->options);
  if (!summary.ok())
    return summary.status();
  llvm::outs() << (line.has("json") ? summary->json() : summary->text());
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
