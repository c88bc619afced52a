#include "lib/Driver/CheckAgainst.h"
#include "lib/Driver/Command.h"
#include "lib/Driver/ExportedFolder.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/Progress.h"
#include "lib/Driver/TargetOptions.h"

#include "shardwright/Runtime/RunSteps.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> ofRuntime;
  for (const runtime::RunOptionSpec &option : runtime::runOptionSpecs())
    ofRuntime.push_back({option.name, option.value, option.help});
  std::vector<OptionSpec> all = withTargetOptions(std::move(ofRuntime));
  all.push_back(
      {"backend", "NAME",
       "host (default), cuda: this process has all devices, what is compiled here being compiled for what it has; mpi: "
       "each rank of mpirun or srun has a part of the devices; tcp: each process that has its rank and the address "
       "of rank 0 in its environment; interp, interp-global: the slow reference interpreter"});
  all.push_back({"check-against", "unpartitioned|interp",
                 "also run the program unpartitioned, or as the slow reference interpreter defines it, and compare"});
  return all;
}

absl::StatusOr<runtime::RunCommand> parseRunOptions(const CommandLine &line) {
  runtime::RunCommand command;
  for (const runtime::RunOptionSpec &option : runtime::runOptionSpecs())
    if (std::optional<std::string> value = line.text(option.name))
      if (absl::Status status = command.set(option.name, *value); !status.ok())
        return status;
  return command;
}

runtime::LoadOptions loadOptions(const runtime::RunCommand &command) {
  runtime::LoadOptions options;
  options.processes = command.processes;
  options.gpus = command.gpus;
  return options;
}

absl::Status runExecutableFile(const CommandLine &line, Backend backend, runtime::RunCommand command) {
  if (backend == Backend::Interp || backend == Backend::InterpGlobal)
    return absl::InvalidArgumentError("option '--backend=" + *line.text("backend") +
                                      "' is for programs that are yet to be compiled; '" + line.file() +
                                      "' is an executable");
  for (const char *name : {"devices", "mesh", "fuzz-shardings", "target", "check-against"})
    if (line.has(name))
      return absl::InvalidArgumentError("option '" + spelled(name) +
                                        "' is for programs that are yet to be compiled; '" + line.file() +
                                        "' is an executable");
  const runtime::LoadOptions options = loadOptions(command);
  absl::StatusOr<std::unique_ptr<runtime::Program>> program = runtime::Program::loadFile(line.file(), options);
  if (!program.ok())
    return program.status();
  if (absl::Status status = runtime::checkBackend(line.text("backend").value_or(""), (*program)->executable());
      !status.ok())
    return status;
  if (absl::Status status = readTolerances((*program)->executable().results, command); !status.ok())
    return status;
  std::string text;
  absl::Status status = runtime::runProgram(**program, command, {}, text);
  llvm::outs() << text;
  return status;
}

absl::Status runSource(const CommandLine &line, Backend backend, runtime::RunCommand command) {
  // What ends one rank ends all: the others agree on what has been prepared.
  auto agreed = [&](const absl::Status &mine) { return runtime::agreedBy(command.processes, mine); };
  absl::StatusOr<compiler::Target> target = parseTarget(line);
  if (!target.ok())
    return agreed(target.status());
  std::optional<Reference> against;
  if (std::optional<std::string> name = line.text("check-against")) {
    absl::StatusOr<Reference> reference = parseReference(*name);
    if (!reference.ok())
      return agreed(reference.status());
    against = *reference;
    if (command.processes)
      return agreed(absl::InvalidArgumentError("options '--check-against' and '--backend=" + *line.text("backend") +
                                               "' do not go together: save the results of one run and let the other "
                                               "one --expect them"));
  }
  absl::StatusOr<std::unique_ptr<compiler::Pipeline>> read = readProgram(line.file());
  if (!read.ok())
    return agreed(read.status());
  addFolderDefaults(line.file(), command);
  std::shared_ptr<compiler::Pipeline> program = std::move(*read), original = program->clone();
  absl::StatusOr<Runnable> runnable = prepare(program, *target, backend, loadOptions(command));
  if (!runnable.ok())
    return runnable.status();
  if (absl::Status status = readTolerances(runnable->executable.results, command); !status.ok())
    return status;
  std::optional<Runnable> reference; // before the run: what cannot be compared should not cost the time of one
  if (against) {
    absl::StatusOr<Runnable> prepared = prepareReference(original, *against, backend);
    if (!prepared.ok())
      return prepared.status();
    reference = *std::move(prepared);
  }
  std::optional<Recorded> record;
  std::string text;
  runtime::Runner run = runnable->run;
  if (command.steps)
    run = runnable->program ? runtime::runStepsOnDevices(runnable->program->loaded(), command)
                            : runtime::runStepsByHand(runnable->executable, run, command);
  absl::Status status = [&] {
    std::optional<Progress> progress;
    if (backend == Backend::Host && !command.steps) // the others have their own
      progress.emplace("run");
    return runtime::runWith(runnable->executable, recording(std::move(run), record), command, program->seconds(), text);
  }();
  if (record && reference && (status.ok() || status.code() == absl::StatusCode::kFailedPrecondition)) {
    absl::Status compared = checkAgainst(*against, *reference, *record, command, text);
    if (!compared.ok())
      status = compared;
  }
  llvm::outs() << text;
  return status;
}

/// Whether the file holds machine code.
bool isExecutable(const CommandLine &line) { return llvm::StringRef(line.file()).ends_with(".swx"); }

/// --no-kernels
absl::Status inspect(const CommandLine &line) {
  if (!isExecutable(line))
    return absl::InvalidArgumentError("option '--no-kernels' is for executables (.swx), '" + line.file() +
                                      "' is a program that is yet to be compiled");
  if (line.has("backend"))
    return absl::InvalidArgumentError("options '--no-kernels' and '--backend' do not go together: nothing is run");
  std::string text;
  absl::Status status = runtime::inspectFile(line.file(), text);
  llvm::outs() << text;
  return status;
}

absl::Status run(const CommandLine &line) {
  absl::StatusOr<runtime::RunCommand> command = parseRunOptions(line);
  if (!command.ok())
    return command.status();
  if (command->noKernels)
    return inspect(line);
  absl::StatusOr<Backend> backend = parseBackend(line.text("backend").value_or("host"));
  if (!backend.ok())
    return backend.status();
  if (line.has("gpus") && (*backend == Backend::Interp || *backend == Backend::InterpGlobal))
    return absl::InvalidArgumentError("options '--gpus' and '--backend=" + *line.text("backend") +
                                      "' do not go together: the interpreter has no GPUs");
  auto runFile = [&] {
    return isExecutable(line) ? runExecutableFile(line, *backend, *command) : runSource(line, *backend, *command);
  };
  if (*backend != Backend::Processes)
    return runFile();
  absl::StatusOr<std::shared_ptr<runtime::Processes>> processes = runtime::Processes::connect(
      *runtime::networkNamed(*line.text("backend")), {command->deadline, "shardwright run"});
  if (!processes.ok())
    return processes.status();
  command->processes = *processes;
  absl::Status status = runFile();
  llvm::outs().flush();
  (*processes)->endTool(status);
}

} // namespace

Command runCommand() {
  return {
      "run",
      "FILE [options]",
      "compiles a program, runs @main on the devices of its mesh, compares",
      "Compiles FILE (StableHLO as text or a portable artifact, or the project's own notation; or an OUT.swx of "
      "`compile`),\nruns @main on the devices of its mesh, and compares or saves what it computes. Of a folder that "
      "shardwright_export\nwrote, it runs program.mlir on inputs/ and compares with expected/.",
      /*files=*/1,
      options(),
      run};
}

} // namespace shardwright::driver
