#include "lib/Calibrate/Stopwatch.h"

#include "dialects/sharding/Shardings.h"
#include "passes/lower/LowerToHost.h"
#include "passes/pipelines/RegisterAll.h"
#include "shardwright/Runtime/RunCommand.h"

#include "mlir/Parser/Parser.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <limits>

namespace shardwright::calibrate {
namespace {

constexpr double kRoundSeconds = 3e-3;
constexpr int64_t kMostRuns = 20;
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
  level.size = mesh.numDevices();
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

} // namespace

Stopwatch::Stopwatch(int64_t rounds)
    : context(
          [] {
            mlir::DialectRegistry registry;
            registerAllDialects(registry);
            return registry;
          }(),
          mlir::MLIRContext::Threading::DISABLED),
      rounds(rounds) {
  context.loadAllAvailableDialects();
}

absl::StatusOr<ProbeTimes> Stopwatch::run(const Probe &probe, bool traced) {
  std::string problem;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    problem = diagnostic.str();
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(probe.text, &context, "probe");
  mlir::FailureOr<runtime::Executable> executable = mlir::failure();
  if (module)
    executable = lowerToHost(*module);
  if (mlir::failed(executable))
    return absl::InternalError("a probe cannot be run: " + problem + "\n" + probe.text);
  ProbeTimes times;
  times.stepSeconds = kNever;
  times.seconds.assign(probe.lines.size(), 0);
  times.work.resize(probe.lines.size());
  auto entryOf = [&](unsigned line) -> std::optional<size_t> {
    auto it = std::lower_bound(probe.lines.begin(), probe.lines.end(), line);
    if (it == probe.lines.end() || *it != line)
      return std::nullopt;
    return it - probe.lines.begin();
  };
  if (traced) {
    auto mesh = sharding::lookupMesh(*module);
    absl::StatusOr<estimate::Estimate> work = estimate::estimateStep(*module, anyMachine(*mesh));
    if (!work.ok())
      return work.status();
    for (const estimate::PricedOp &op : work->ops)
      if (std::optional<size_t> entry = op.op ? entryOf(lineOf(op.op)) : std::nullopt)
        times.work[*entry] = op.work;
  }
  runtime::RunCommand inputs;
  absl::StatusOr<std::unique_ptr<runtime::Program>> program = runtime::Program::load(*std::move(executable));
  if (!program.ok())
    return program.status();
  const runtime::Executable &loaded = (*program)->executable();
  absl::StatusOr<std::vector<runtime::Array>> arrays = runtime::programInputs(loaded, inputs);
  if (!arrays.ok())
    return arrays.status();
  std::vector<double> least(loaded.steps.size(), kNever);
  // What is over soon is run more often: a disturbance lasts longer than it.
  int64_t runs = rounds;
  for (int64_t run = 0; run < runs; ++run) {
    runtime::RunStats stats;
    runtime::RunOptions options;
    options.repeat = traced || run == 0 ? 1 : kTogether;
    options.trace = traced;
    if (auto results = (*program)->run(*arrays, options, &stats); !results.ok())
      return results.status();
    for (double milliseconds : stats.stepMs)
      times.stepSeconds = std::min(times.stepSeconds, milliseconds / 1e3);
    if (run == 0)
      runs = std::clamp(int64_t(kRoundSeconds * double(rounds) / times.stepSeconds) / options.repeat, rounds,
                        rounds * kMostRuns);
    if (traced)
      for (auto [step, seconds] : llvm::enumerate(stepSeconds(stats, loaded.steps.size())))
        least[step] = std::min(least[step], seconds);
  }
  for (uint32_t step = 0; traced && step < least.size(); ++step)
    if (std::optional<size_t> entry = entryOf(lineOf(loaded, step)))
      times.seconds[*entry] += least[step];
  return times;
}

} // namespace shardwright::calibrate
