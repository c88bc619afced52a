#ifndef SHARDWRIGHT_RUNTIME_RUNCOMMAND_H
#define SHARDWRIGHT_RUNTIME_RUNCOMMAND_H

#include "shardwright/Runtime/Compare.h"
#include "shardwright/Runtime/ProgramInputs.h"
#include "shardwright/Runtime/Runtime.h"
#include "shardwright/Runtime/TrainingLoop.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What `shardwright run` and `shardwright-run` have in common: everything once there is an executable.
namespace shardwright::runtime {

/// An option as help lists it; `value` is what its value is called.
struct RunOptionSpec {
  const char *name;
  const char *value; ///< null: a flag
  const char *help;
};

/// inputs, expect, rtol, atol, save-outputs, repeat, seed, report, trace; steps and what goes with them.
const std::vector<RunOptionSpec> &runOptionSpecs();

struct RunCommand {
  std::string inputs, expect, saveOutputs; ///< folders of 0.npy, 1.npy, ...; empty: not asked for
  std::string report, trace;               ///< files; empty: not asked for
  std::optional<double> rtol, atol;        ///< given ones also loosen the program's own checks
  /// By result, for what is not given; nothing: defaultTolerance().
  struct KnownTolerance {
    std::optional<double> rtol, atol;
  };
  std::vector<KnownTolerance> tolerances;
  int repeat = 1;
  uint64_t seed = 0;
  bool noKernels = false; ///< inspectFile() instead of a run
  bool check = false;     ///< whether devices that hold the same elements of a result hold the same bytes
  // A stream of steps (RunSteps.h).
  int64_t steps = 0; ///< 0: a single run
  std::vector<Feed> feeds;
  std::vector<size_t> prints; ///< results
  int64_t printEvery = 1, saveEvery = 0;
  std::string save, resume; ///< folders of checkpoints; empty: not asked for
  GpuOptions gpus;          ///< where devices are GPUs
  // Of several processes.
  double deadline = 60;                 ///< seconds; also of several GPUs
  std::shared_ptr<Processes> processes; ///< null: this one alone; the program is loaded with the same
  /// Who prints.
  bool isFirstRank() const { return !processes || processes->rank() == 0; }
  /// Whether nothing is left to do behind a checkpoint.
  bool isDone(int64_t firstStep) const { return firstStep != 0 && firstStep == steps; }

  /// Sets the option of that name (one of runOptionSpecs); kInvalidArgument where the value is no number or out of
  /// range.
  absl::Status set(const std::string &name, const std::string &value);

  /// What result `number` may differ by: what is given, else what `tolerances` or defaultTolerance() say.
  Tolerance toleranceOf(size_t number, const Interface &result, const SumOfSquares &want) const;
};

/// Of the backends whose devices are spread over processes, `mpi` and `tcp`; nothing: it is another one.
std::optional<ProcessNetwork> networkNamed(const std::string &backend);

/// Of `host` and `cuda`, where one of them is asked for by name: whether that runs the executable. kInvalidArgument.
absl::Status checkBackend(const std::string &backend, const Executable &executable);

/// Pairs of phase and seconds, for the report.
using CompileSeconds = std::vector<std::pair<std::string, double>>;

/// One execution of a program. Its results may be there only until the next one.
using Runner = std::function<absl::StatusOr<ShardedArrays>(const ProgramInputs &inputs, const RunOptions &options,
                                                           RunStats *stats)>;

/// Runs `program` as `command` says: reads or makes inputs, compares, saves, reports. What a person should know is
/// appended to `text`, one line each; of several processes, on rank 0, and all have the same status.
/// kFailedPrecondition where a comparison or a check of the program's failed (everything asked for is written all the
/// same); otherwise the codes of readNpy and Program::run.
absl::Status runProgram(Program &program, const RunCommand &command, const CompileSeconds &compileSeconds,
                        std::string &text);

/// The same for whatever runs it; of `executable` only mesh, arguments and results are read (and, for a trace, its
/// steps).
absl::Status runWith(const Executable &executable, const Runner &run, const RunCommand &command,
                     const CompileSeconds &compileSeconds, std::string &text);

/// Checks an executable file that nobody has to trust, and appends what it holds to `text`: everything in it is read as
/// data, nothing is loaded or run. The checks are those of loading, and that the kernel image does nothing when it is
/// loaded; what its functions do, no check says. kInvalidArgument, beginning with `path`.
absl::Status inspectFile(const std::string &path, std::string &text);

/// The arguments out of `command.inputs`, or random ones by `command.seed`.
absl::StatusOr<ProgramInputs> programInputs(const Executable &executable, const RunCommand &command);

/// Compares results by result, at the tolerances of `command`, and appends a line for each that differs and one in
/// summary. Of several processes, each compares what it has, and rank 0 has the answer. The status of what cannot be
/// read, the same on all.
struct ResultsComparison {
  bool ok = true;
  double maxError = 0; ///< of all results
};
absl::StatusOr<ResultsComparison> compareResults(const std::vector<Interface> &interfaces, const ShardedArrays &got,
                                                 const ProgramInputs &want, const RunCommand &command,
                                                 std::string &text);

/// The report of a run as JSON: devices, mesh, compile_seconds, step_ms, bytes_per_device, peak_bytes_per_device,
/// live_bytes_per_device, max_error (null where nothing was compared).
std::string reportJson(const Executable &executable, const RunStats &stats, const CompileSeconds &compileSeconds,
                       std::optional<double> maxError);

/// The steps of all devices in Chrome's trace format, which Perfetto opens: one track a device, microseconds.
std::string traceJson(const Executable &executable, const RunStats &stats);

/// 0 done, 1 a comparison or check failed, 2 bad input, 3 the machine failed.
int exitCode(const absl::Status &status);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_RUNCOMMAND_H
