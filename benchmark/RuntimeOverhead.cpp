#include "shardwright/Runtime/Runtime.h"

#include "benchmark/benchmark.h"

/// What the runtime adds to a program's work: the time of schedules whose steps do nothing, or next to nothing. Each
/// benchmark reports the time of one step as that of an iteration.
namespace shardwright::runtime {
namespace {

Executable schedule(int64_t devices) {
  Executable exe;
  exe.target = "host:";
  exe.meshAxes = {{"x", devices}};
  exe.debug = {{"step", "", ""}};
  return exe;
}

Step stepOf(StepKind kind) {
  Step step;
  step.kind = kind;
  return step;
}

/// Times the execution of `exe`, which ends after `steps` steps; an iteration is one of them, or one of `share`.
void time(benchmark::State &state, Executable exe, int64_t steps, int64_t share, int workers) {
  exe.steps.push_back(stepOf(StepKind::End));
  LoadOptions options;
  options.workers = workers;
  absl::StatusOr<std::unique_ptr<Program>> program = Program::load(std::move(exe), options);
  if (!program.ok())
    return state.SkipWithError(std::string(program.status().message()).c_str());
  while (state.KeepRunningBatch(steps * share)) {
    RunStats stats;
    if (auto results = (*program)->run({}, {}, &stats); !results.ok())
      return state.SkipWithError(std::string(results.status().message()).c_str());
    state.SetIterationTime(stats.stepMs.front() * 1e-3);
  }
}

void emptyStep(benchmark::State &state) {
  constexpr int64_t kSteps = 100000;
  Executable exe = schedule(1);
  for (uint32_t i = 0; i != kSteps; ++i) {
    exe.steps.push_back(stepOf(StepKind::Jump));
    exe.steps.back().target = i + 1;
  }
  time(state, std::move(exe), kSteps, 1, /*workers=*/1);
}
BENCHMARK(emptyStep)->UseManualTime();

/// Every device arrives at an all-reduce of one number, leaves its worker to the next one, and is resumed: with one
/// worker, all of it one after the other.
void deviceSwitch(benchmark::State &state) {
  constexpr int64_t kSteps = 1000, kDevices = 8;
  Executable exe = schedule(kDevices);
  exe.arenaBytes = 64;
  exe.slots = {{SlotSpace::Arena, 0, 0, 4}};
  exe.stepSlots = {0, 0};
  Collective reduce;
  reduce.kind = CollectiveKind::AllReduce;
  reduce.type = ElementType::I32;
  reduce.reduction = Reduction::Max;
  reduce.axes = {{0, 1, kDevices}};
  reduce.inShape = reduce.outShape = {1};
  exe.collectives = {reduce};
  for (int64_t i = 0; i != kSteps; ++i) {
    exe.steps.push_back(stepOf(StepKind::Collective));
    exe.steps.back().numSlots = 2;
  }
  time(state, std::move(exe), kSteps, kDevices, /*workers=*/1);
}
BENCHMARK(deviceSwitch)->UseManualTime();

} // namespace
} // namespace shardwright::runtime

BENCHMARK_MAIN();
