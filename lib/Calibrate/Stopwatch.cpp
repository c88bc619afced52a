#include "lib/Calibrate/Stopwatch.h"

#include "dialects/sharding/Shardings.h"
#include "passes/lower/LowerToHost.h"
#include "passes/pipelines/RegisterAll.h"
#include "shardwright/Runtime/RunCommand.h"

#include "mlir/Parser/Parser.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace shardwright::calibrate {
namespace {

constexpr double kSeconds = 5e-3; ///< for a probe, each time it is asked for
constexpr int64_t kMostRuns = 50;
constexpr int kTogether = 10;
constexpr double kNever = std::numeric_limits<double>::infinity();

unsigned lineOf(mlir::Operation *op) {
  auto file = llvm::dyn_cast<mlir::FileLineColLoc>(op->getLoc());
  return file ? file.getLine() : 0;
}

unsigned lineOf(const runtime::Executable &executable, uint32_t step) {
  std::string location = executable.debug[executable.steps[step].debug].location;
  std::vector<std::string> parts = absl::StrSplit(location, ':');
  unsigned line = 0;
  return parts.size() >= 2 && absl::SimpleAtoi(parts[parts.size() - 2], &line) ? line : 0;
}

/// Of each step, what it takes on a device in the middle.
std::vector<double> stepSeconds(const runtime::RunStats &stats, size_t numSteps) {
  std::vector<std::vector<double>> all(numSteps);
  for (const std::vector<runtime::TraceEvent> &device : stats.trace)
    for (const runtime::TraceEvent &event : device)
      all[event.step].push_back(double(event.end - event.begin) * 1e-9);
  std::vector<double> seconds(numSteps, 0);
  for (size_t step = 0; step < numSteps; ++step)
    if (!all[step].empty())
      seconds[step] = middle(all[step]);
  return seconds;
}

/// Between two looks at the clock.
double leastClockSeconds() {
  double least = kNever;
  for (int i = 0; i < 1000; ++i) {
    auto first = std::chrono::steady_clock::now(), second = std::chrono::steady_clock::now();
    least = std::min(least, std::chrono::duration<double>(second - first).count());
  }
  return least;
}

/// Runs it again and again for so long; calls `look` with the statistics of each run.
absl::Status repeat(const runtime::Executable &executable, Workers workers, const runtime::RunOptions &options,
                    llvm::function_ref<void(const runtime::RunStats &)> look) {
  runtime::LoadOptions load;
  load.workers = workers == Workers::One ? 1 : 0;
  absl::StatusOr<std::unique_ptr<runtime::Program>> program = runtime::Program::load(executable, load);
  if (!program.ok())
    return program.status();
  absl::StatusOr<runtime::ProgramInputs> inputs = runtime::programInputs(executable, runtime::RunCommand());
  if (!inputs.ok())
    return inputs.status();
  absl::StatusOr<std::vector<runtime::Array>> arrays = inputs->whole();
  if (!arrays.ok())
    return arrays.status();
  auto begin = std::chrono::steady_clock::now();
  auto hasTime = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < kSeconds;
  };
  for (int64_t run = 0; run == 0 || (run < kMostRuns && hasTime()); ++run) {
    runtime::RunStats stats;
    if (auto results = (*program)->run(*arrays, options, &stats); !results.ok())
      return results.status();
    look(stats);
  }
  return absl::OkStatus();
}

} // namespace

double middle(std::vector<double> values) {
  auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

Stopwatch::Stopwatch()
    : context(
          [] {
            mlir::DialectRegistry registry;
            registerAllDialects(registry);
            return registry;
          }(),
          mlir::MLIRContext::Threading::DISABLED),
      clockSeconds(leastClockSeconds()) {
  context.loadAllAvailableDialects();
}

absl::StatusOr<Stopwatch::Compiled *> Stopwatch::compile(const Probe &probe) {
  auto known = probes.find(probe.text);
  if (known != probes.end())
    return &known->second;
  std::string problem;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    problem = diagnostic.str();
    return mlir::success();
  });
  auto fails = [&] { return absl::InternalError("a probe cannot be run: " + problem + "\n" + probe.text); };
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(probe.text, &context, "probe");
  if (!module)
    return fails();
  auto operationOf = [&](unsigned line) -> std::optional<size_t> {
    auto it = std::lower_bound(probe.lines.begin(), probe.lines.end(), line);
    if (it == probe.lines.end() || *it != line)
      return std::nullopt;
    return it - probe.lines.begin();
  };
  Compiled made;
  made.operations.resize(probe.lines.size());
  made.answers.resize(probe.lines.size());
  auto mesh = sharding::lookupMesh(*module);
  absl::StatusOr<estimate::Estimate> work = estimate::estimateStep(*module, CostModel::flat(*mesh));
  if (!work.ok())
    return work.status();
  for (const estimate::PricedOp &op : work->ops)
    if (std::optional<size_t> operation = op.op ? operationOf(lineOf(op.op)) : std::nullopt)
      made.operations[*operation].work = op.work;
  mlir::FailureOr<runtime::Executable> executable = lowerToHost(*module);
  if (mlir::failed(executable))
    return fails();
  made.executable = *std::move(executable);
  for (uint32_t step = 0; step < made.executable.steps.size(); ++step)
    made.operation.push_back(operationOf(lineOf(made.executable, step)));
  return &probes.emplace(probe.text, std::move(made)).first->second;
}

absl::StatusOr<double> Stopwatch::step(const Probe &probe, Workers workers) {
  absl::StatusOr<Compiled *> compiled = compile(probe);
  if (!compiled.ok())
    return compiled.status();
  std::vector<double> &answers = (*compiled)->steps[workers];
  runtime::RunOptions options;
  options.repeat =
      answers.empty() ? 2 : static_cast<int>(std::clamp(kSeconds / answers.back(), 2.0, double(kTogether)));
  double least = kNever;
  absl::Status status = repeat((*compiled)->executable, workers, options, [&](const runtime::RunStats &stats) {
    for (double milliseconds : stats.stepMs)
      least = std::min(least, milliseconds / 1e3);
  });
  if (!status.ok())
    return status;
  answers.push_back(least);
  return middle(answers);
}

absl::StatusOr<std::vector<OperationTime>> Stopwatch::operations(const Probe &probe) {
  absl::StatusOr<Compiled *> compiled = compile(probe);
  if (!compiled.ok())
    return compiled.status();
  auto &[executable, operation, operations, answers, steps] = **compiled;
  std::vector<double> least(executable.steps.size(), kNever);
  runtime::RunOptions options;
  options.repeat = 2; // the first of them fetches what the second, which is traced, finds in the caches
  options.trace = true;
  absl::Status status = repeat(executable, Workers::One, options, [&](const runtime::RunStats &stats) {
    for (auto [step, seconds] : llvm::enumerate(stepSeconds(stats, least.size())))
      least[step] = std::min(least[step], seconds);
  });
  if (!status.ok())
    return status;
  for (std::vector<double> &each : answers)
    each.push_back(0);
  for (size_t step = 0; step < least.size(); ++step)
    if (operation[step])
      answers[*operation[step]].back() += std::max(0.0, least[step] - clockSeconds);
  for (size_t i = 0; i < operations.size(); ++i)
    operations[i].seconds = middle(answers[i]);
  return operations;
}

} // namespace shardwright::calibrate
