#include "shardwright/Runtime/Client.h"
#include "shardwright/Runtime/Runtime.h"
#include "shardwright/Runtime/TrainingLoop.h"

#include "benchmark/benchmark.h"

#include <memory>
#include <utility>
#include <vector>

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

/// A program of 8 devices that does nothing with 100 arrays of state, each an argument and a result. `donates`: the
/// results take over the arguments' memory.
Executable stateful(bool donates) {
  Executable exe = schedule(8);
  for (int i = 0; i != 100; ++i) {
    exe.arguments.push_back({"state", ElementType::F32, {8, 16}, {{{0, 1, 8}}, {}}});
    exe.results.push_back(exe.arguments.back());
    exe.arguments.back().donated = donates;
    exe.results.back().alias = donates ? i : -1;
  }
  exe.steps.push_back(stepOf(StepKind::End));
  return exe;
}

std::vector<Array> zerosFor(const Executable &exe) {
  std::vector<Array> arrays;
  for (const Interface &argument : exe.arguments)
    arrays.push_back(Array::zeros(argument.type, argument.globalShape));
  return arrays;
}

absl::StatusOr<std::unique_ptr<Client>> clientOf8() {
  ClientOptions options;
  options.devices = 8;
  options.workers = 1;
  return Client::create(options);
}

/// One execution alone, as often as the others.
void bareStep(benchmark::State &state) {
  LoadOptions options;
  options.workers = 1;
  auto program = Program::load(stateful(false), options);
  RunOptions runOptions;
  runOptions.repeat = 1000;
  std::vector<Array> inputs = zerosFor((*program)->executable());
  while (state.KeepRunningBatch(runOptions.repeat)) {
    RunStats stats;
    (void)(*program)->run(inputs, runOptions, &stats);
    double sum = 0;
    for (double ms : stats.stepMs)
      sum += ms;
    state.SetIterationTime(sum * 1e-3);
  }
}
BENCHMARK(bareStep)->UseManualTime();

/// The same with all results fed to the arguments.
void fedStep(benchmark::State &state) {
  auto client = clientOf8();
  auto program = (*client)->load(stateful(state.range(0) != 0));
  std::vector<Feed> feeds;
  for (size_t i = 0; i != 100; ++i)
    feeds.push_back({i, i});
  auto loop = TrainingLoop::create(**program, feeds, zerosFor((*program)->executable()));
  if (!loop.ok())
    return state.SkipWithError(std::string(loop.status().message()).c_str());
  constexpr int64_t kSteps = 1000;
  while (state.KeepRunningBatch(kSteps))
    (void)(*loop)->run(kSteps);
}
BENCHMARK(fedStep)->ArgName("donated")->Arg(0)->Arg(1);

/// The same from buffers to buffers, each step awaited.
void executeStep(benchmark::State &state) {
  auto client = clientOf8();
  auto program = (*client)->load(stateful(state.range(0) != 0));
  std::vector<Array> inputs = zerosFor((*program)->executable());
  std::vector<std::vector<std::unique_ptr<Buffer>>> buffers(8);
  for (size_t i = 0; i != inputs.size(); ++i) {
    auto blocks = (*program)->putArgument(i, inputs[i]);
    for (size_t device = 0; device != 8; ++device)
      buffers[device].push_back(std::move((*blocks)[device]));
  }
  std::vector<std::vector<Buffer *>> rows(8, std::vector<Buffer *>(100));
  for (auto _ : state) {
    for (size_t device = 0; device != 8; ++device)
      for (size_t i = 0; i != 100; ++i)
        rows[device][i] = buffers[device][i].get();
    auto results = (*program)->execute(rows);
    if (!results.ok() || !results->done.wait().ok())
      return state.SkipWithError("it fails");
    buffers = std::move(results->buffers);
  }
}
BENCHMARK(executeStep)->ArgName("donated")->Arg(0)->Arg(1);

} // namespace
} // namespace shardwright::runtime

BENCHMARK_MAIN();
