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

constexpr double kSeconds = 10e-3; ///< for a probe, or as many rounds as it must have
constexpr int64_t kMostRuns = 100;
constexpr int kTogether = 10;
constexpr double kNever = std::numeric_limits<double>::infinity();

/// Prices are not asked for here, only what work there is: any machine with enough devices will do.
estimate::Machine anyMachine(const Mesh &mesh) {
  Topology topology;
  topology.name = "any";
  Device device;
  device.name = "any";
  device.flopsPerSecond = {{"f32", 1e12}};
  device.vectorFlopsPerSecond = 1e12;
  device.memories = {{"memory", 1e9, 1e9}};
  Level level;
  level.name = "any";
  level.size = std::max<int64_t>(2, mesh.numDevices());
  level.bytesPerSecond = 1e9;
  topology.groups.push_back({device, 1, {level}});
  return *estimate::Machine::create(topology, "", mesh);
}

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
  std::vector<double> middle(numSteps, 0);
  for (size_t step = 0; step < numSteps; ++step)
    if (!all[step].empty()) {
      std::sort(all[step].begin(), all[step].end());
      middle[step] = all[step][all[step].size() / 2];
    }
  return middle;
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

/// Runs it again and again, the shorter the more often, as a disturbance lasts longer than that; calls `look` with the
/// statistics of each.
absl::Status repeat(runtime::Program &program, const runtime::RunOptions &options, int64_t rounds,
                    llvm::function_ref<void(const runtime::RunStats &)> look) {
  runtime::RunCommand inputs;
  absl::StatusOr<std::vector<runtime::Array>> arrays = runtime::programInputs(program.executable(), inputs);
  if (!arrays.ok())
    return arrays.status();
  auto begin = std::chrono::steady_clock::now();
  auto hasTime = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < kSeconds;
  };
  for (int64_t run = 0; run < rounds || (run < kMostRuns && hasTime()); ++run) {
    runtime::RunStats stats;
    if (auto results = program.run(*arrays, options, &stats); !results.ok())
      return results.status();
    look(stats);
  }
  return absl::OkStatus();
}

} // namespace

Stopwatch::Stopwatch(int64_t rounds)
    : context(
          [] {
            mlir::DialectRegistry registry;
            registerAllDialects(registry);
            return registry;
          }(),
          mlir::MLIRContext::Threading::DISABLED),
      rounds(rounds), clockSeconds(leastClockSeconds()) {
  context.loadAllAvailableDialects();
}

absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> Stopwatch::parse(const Probe &probe) {
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(probe.text, &context, "probe");
  if (!module)
    return absl::InternalError("a probe cannot be read:\n" + probe.text);
  return module;
}

absl::StatusOr<std::unique_ptr<runtime::Program>> Stopwatch::load(const Probe &probe, mlir::ModuleOp module,
                                                                  Workers workers) {
  std::string problem;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    problem = diagnostic.str();
    return mlir::success();
  });
  mlir::FailureOr<runtime::Executable> executable = lowerToHost(module);
  if (mlir::failed(executable))
    return absl::InternalError("a probe cannot be run: " + problem + "\n" + probe.text);
  runtime::LoadOptions options;
  options.workers = workers == Workers::One ? 1 : 0;
  return runtime::Program::load(*std::move(executable), options);
}

absl::StatusOr<double> Stopwatch::step(const Probe &probe, Workers workers) {
  auto module = parse(probe);
  if (!module.ok())
    return module.status();
  auto program = load(probe, **module, workers);
  if (!program.ok())
    return program.status();
  double least = kNever;
  runtime::RunOptions options;
  options.repeat = kTogether;
  absl::Status status = repeat(**program, options, rounds, [&](const runtime::RunStats &stats) {
    for (double milliseconds : stats.stepMs)
      least = std::min(least, milliseconds / 1e3);
  });
  if (!status.ok())
    return status;
  return least;
}

absl::StatusOr<std::vector<OperationTime>> Stopwatch::operations(const Probe &probe) {
  auto module = parse(probe);
  if (!module.ok())
    return module.status();
  std::vector<OperationTime> times(probe.lines.size());
  auto entryOf = [&](unsigned line) -> OperationTime * {
    auto it = std::lower_bound(probe.lines.begin(), probe.lines.end(), line);
    return it == probe.lines.end() || *it != line ? nullptr : &times[it - probe.lines.begin()];
  };
  auto mesh = sharding::lookupMesh(**module);
  absl::StatusOr<estimate::Estimate> work = estimate::estimateStep(**module, anyMachine(*mesh));
  if (!work.ok())
    return work.status();
  for (const estimate::PricedOp &op : work->ops)
    if (OperationTime *entry = op.op ? entryOf(lineOf(op.op)) : nullptr)
      entry->work = op.work;
  auto program = load(probe, **module, Workers::One);
  if (!program.ok())
    return program.status();
  const runtime::Executable &loaded = (*program)->executable();
  std::vector<double> least(loaded.steps.size(), kNever);
  runtime::RunOptions options;
  options.repeat = 2; // the first of them fetches what the second, which is traced, finds in the caches
  options.trace = true;
  absl::Status status = repeat(**program, options, rounds, [&](const runtime::RunStats &stats) {
    for (auto [step, seconds] : llvm::enumerate(stepSeconds(stats, loaded.steps.size())))
      least[step] = std::min(least[step], seconds);
  });
  if (!status.ok())
    return status;
  for (uint32_t step = 0; step < least.size(); ++step)
    if (OperationTime *entry = entryOf(lineOf(loaded, step)))
      entry->seconds += std::max(0.0, least[step] - clockSeconds);
  return times;
}

} // namespace shardwright::calibrate
