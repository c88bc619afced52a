#include "lib/Driver/CheckAgainst.h"

#include "lib/Driver/InterpreterTime.h"

#include "shardwright/Runtime/RunSteps.h"

#include "absl/strings/str_format.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

absl::StatusOr<Reference> parseReference(const std::string &name) {
  if (name == "unpartitioned")
    return Reference::Unpartitioned;
  if (name == "interp")
    return Reference::Interp;
  return absl::InvalidArgumentError("option '--check-against' knows unpartitioned and interp, got '" + name + "'");
}

/// `40 seconds`, `3 minutes`, `2.5 hours`.
static std::string duration(double seconds) {
  if (seconds < 90)
    return absl::StrFormat("%.0f seconds", seconds);
  if (seconds < 5400)
    return absl::StrFormat("%.0f minutes", seconds / 60);
  return absl::StrFormat("%.3g hours", seconds / 3600);
}

/// Says that the interpreter is slow before it is; refuses what nobody would wait for.
static absl::Status checkInterpreterTime(mlir::ModuleOp module) {
  constexpr double kWorthSaying = 10, kTooLong = 2 * 3600;
  InterpreterTime time = estimateInterpreterTime(module);
  if (time.seconds < kWorthSaying)
    return absl::OkStatus();
  std::string least = time.unknownTripCounts ? "at least " : "about ";
  std::string needs = "the reference interpreter needs " + least + duration(time.seconds) + " for this program";
  if (time.seconds > kTooLong)
    return absl::InvalidArgumentError(needs + ", more than the " + duration(kTooLong) +
                                      " that --check-against=interp allows: give smaller shapes, or "
                                      "--check-against=unpartitioned");
  llvm::errs() << "note: " << needs << "\n";
  return absl::OkStatus();
}

absl::StatusOr<Runnable> prepareReference(std::shared_ptr<compiler::Pipeline> original, Reference reference,
                                          Backend backend) {
  compiler::Target target;
  if (reference == Reference::Unpartitioned) {
    target.devices = 1;
    return prepare(std::move(original), target, backend);
  }
  absl::StatusOr<Runnable> prepared = prepare(original, target, Backend::InterpGlobal);
  if (!prepared.ok())
    return prepared;
  if (absl::Status status = checkInterpreterTime(original->module()); !status.ok())
    return status;
  return prepared;
}

runtime::Runner recording(runtime::Runner run, std::optional<Recorded> &record) {
  return [run, &record](const runtime::ProgramInputs &inputs, const runtime::RunOptions &options,
                        runtime::RunStats *stats) -> absl::StatusOr<runtime::ShardedArrays> {
    absl::StatusOr<runtime::ShardedArrays> results = run(inputs, options, stats);
    if (results.ok())
      record = Recorded{inputs, *results, options.firstStep};
    return results;
  };
}

absl::Status checkAgainst(Reference reference, const Runnable &prepared, const Recorded &record,
                          const runtime::RunCommand &command, std::string &text) {
  runtime::RunOptions runOptions;
  runOptions.rtol = command.rtol.value_or(0);
  runOptions.atol = command.atol.value_or(0);
  runOptions.firstStep = record.firstStep;
  runtime::RunStats stats;
  const runtime::Runner run =
      command.steps ? runtime::runStepsByHand(prepared.executable, prepared.run, command, /*isQuiet=*/true)
                    : prepared.run;
  absl::StatusOr<runtime::ShardedArrays> results = run(record.inputs, runOptions, &stats);
  absl::StatusOr<std::vector<runtime::Array>> want = results.ok() ? runtime::wholeArrays(*results) : results.status();
  if (!want.ok())
    return want.status();
  const char *name =
      reference == Reference::Interp ? "against the reference interpreter: " : "against the unpartitioned program: ";
  for (const std::string &failure : stats.checkFailures)
    text += name + failure + "\n";
  text += name;
  absl::StatusOr<runtime::ResultsComparison> comparison = runtime::compareResults(
      prepared.executable.results, record.results, runtime::ProgramInputs(*std::move(want)), command, text);
  if (!comparison.ok())
    return comparison.status();
  return comparison->ok && stats.checkFailures.empty() ? absl::OkStatus() : absl::FailedPreconditionError("");
}

} // namespace shardwright::driver
