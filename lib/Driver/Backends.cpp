#include "lib/Driver/Backends.h"

#include "lib/Driver/Arrays.h"
#include "lib/Driver/Progress.h"
#include "lib/Interp/Interpret.h"

namespace shardwright::driver {

absl::StatusOr<Backend> parseBackend(const std::string &name) {
  if (name == "host" || name == "cuda")
    return Backend::Host;
  if (runtime::networkNamed(name))
    return Backend::Processes;
  if (name == "interp")
    return Backend::Interp;
  if (name == "interp-global")
    return Backend::InterpGlobal;
  return absl::InvalidArgumentError("this build has no backend '" + name +
                                    "'; it has host, cuda, mpi, tcp, interp, interp-global");
}

/// What the runtime's side of a run needs to know of a program that is not compiled.
static absl::StatusOr<runtime::Executable> describe(compiler::Pipeline &program) {
  absl::StatusOr<ProgramInterface> interface = interfaceOf(program.module());
  if (!interface.ok())
    return interface.status();
  runtime::Executable executable;
  Mesh mesh = program.mesh();
  for (const MeshAxis &axis : mesh.axes())
    executable.meshAxes.push_back({axis.name.str(), axis.size});
  executable.arguments = std::move(interface->arguments);
  executable.results = std::move(interface->results);
  program.setAccuracies(executable.results);
  return executable;
}

/// Runs the program as it stands in the reference interpreter.
static absl::StatusOr<runtime::ShardedArrays> interpretOnce(compiler::Pipeline &program,
                                                            const runtime::ProgramInputs &inputs,
                                                            const runtime::RunOptions &options,
                                                            runtime::RunStats *stats) {
  absl::StatusOr<std::vector<mlir::RankedTensorType>> types = interp::argumentTypes(program.module());
  if (!types.ok())
    return types.status();
  absl::StatusOr<std::vector<runtime::Array>> arrays = inputs.whole();
  if (!arrays.ok())
    return arrays.status();
  std::vector<interp::Tensor> arguments;
  for (auto [input, type] : llvm::zip_equal(*arrays, *types))
    arguments.push_back(toTensor(input, type));
  Progress progress("interpret");
  absl::StatusOr<interp::Outcome> outcome =
      interp::interpret(program.module(), arguments, {options.rtol, options.atol});
  if (!outcome.ok())
    return outcome.status();
  if (stats) {
    stats->stepMs.push_back(progress.seconds() * 1e3);
    stats->checkFailures = outcome->failedChecks;
  }
  std::vector<runtime::Array> results;
  for (const interp::Tensor &tensor : outcome->results) {
    absl::StatusOr<runtime::Array> array = toArray(tensor);
    if (!array.ok())
      return array.status();
    results.push_back(std::move(*array));
  }
  return runtime::arraysInMemory(std::move(results));
}

/// Machine code, loaded and ready.
static absl::StatusOr<Runnable> prepareForHost(compiler::Pipeline &program, const compiler::Target &target,
                                               const runtime::LoadOptions &options) {
  absl::StatusOr<runtime::Executable> executable = program.emit(target);
  if (absl::Status status = runtime::agreedBy(options.processes, executable.status()); !status.ok())
    return status;
  Progress progress("load");
  absl::StatusOr<std::unique_ptr<runtime::Program>> loaded = runtime::Program::load(std::move(*executable), options);
  if (!loaded.ok())
    return loaded.status();
  std::shared_ptr<runtime::Program> shared = std::move(*loaded);
  return Runnable{shared->executable(),
                  [shared](const runtime::ProgramInputs &inputs, const runtime::RunOptions &options,
                           runtime::RunStats *stats) { return shared->runFrom(inputs, options, stats); },
                  shared};
}

absl::StatusOr<Runnable> prepare(std::shared_ptr<compiler::Pipeline> program, const compiler::Target &target,
                                 Backend backend, const runtime::LoadOptions &options) {
  if (backend == Backend::Host || backend == Backend::Processes)
    return prepareForHost(*program, target, options);
  compiler::Phase last = backend == Backend::InterpGlobal ? compiler::Phase::Import : compiler::Phase::Partition;
  if (absl::Status status = program->compile(last, target); !status.ok())
    return status;
  absl::StatusOr<runtime::Executable> executable = describe(*program);
  if (!executable.ok())
    return executable.status();
  return Runnable{std::move(*executable),
                  [program](const runtime::ProgramInputs &inputs, const runtime::RunOptions &options,
                            runtime::RunStats *stats) { return interpretOnce(*program, inputs, options, stats); },
                  nullptr};
}

} // namespace shardwright::driver
