#include "lib/Driver/Command.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/TargetOptions.h"
#include "runtime/Files.h"
#include "shardwright/Runtime/Serialize.h"

namespace shardwright::driver {

/// Writes the program as text as a phase leaves it.
static absl::Status writePhase(compiler::Compilation &program, const std::string &name,
                               const compiler::Options &options, const std::string &output) {
  std::optional<compiler::Phase> last = compiler::phaseOf(name);
  if (!last)
    return absl::InvalidArgumentError("option '--stop-after' needs import, propagate, partition or lower, got '" +
                                      name + "'");
  if (absl::Status status = program.run(*last, options); !status.ok())
    return status;
  absl::StatusOr<std::string> text = program.text();
  return text.ok() ? runtime::writeFile(output, *text) : text.status();
}

static absl::Status compile(const CommandLine &line) {
  std::optional<std::string> output = line.text("o");
  if (!output)
    return absl::InvalidArgumentError("where to? option '-o OUT.swx' is missing");
  absl::StatusOr<Request> request = readRequest(line);
  if (!request.ok())
    return request.status();
  absl::StatusOr<compiler::Compilation> program = session().read(request->file.source());
  if (!program.ok())
    return program.status();
  if (std::optional<std::string> last = line.text("stop-after"))
    return writePhase(*program, *last, request->options, *output);
  absl::StatusOr<runtime::Executable> executable = program->emit(request->options);
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
              {"stop-after", "PHASE",
               "write the program as text instead, behind import, propagate, partition or lower; any of these can be "
               "compiled on"},
          }),
          compile};
}

} // namespace shardwright::driver
