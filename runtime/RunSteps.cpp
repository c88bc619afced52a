#include "shardwright/Runtime/RunSteps.h"

#include "runtime/Checkpoint.h"
#include "shardwright/Runtime/TrainingLoop.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <unistd.h>
#include <utility>

namespace shardwright::runtime {
namespace {

/// Whatever takes steps.
class Stepper {
public:
  virtual ~Stepper() = default;
  virtual absl::Status run(int64_t steps, const RunOptions &options, RunStats &stats) = 0;
  /// Until the next step.
  virtual std::shared_ptr<const ShardedArray> argument(size_t number) const = 0;
  virtual std::shared_ptr<const ShardedArray> result(size_t number) const = 0;
};

class LoopStepper : public Stepper {
public:
  explicit LoopStepper(TrainingLoop &loop) : loop(loop) {}
  absl::Status run(int64_t steps, const RunOptions &options, RunStats &stats) override {
    return loop.run(steps, options, &stats);
  }
  std::shared_ptr<const ShardedArray> argument(size_t number) const override { return loop.shardedArgument(number); }
  std::shared_ptr<const ShardedArray> result(size_t number) const override { return loop.shardedResult(number); }

private:
  TrainingLoop &loop;
};

class HandStepper : public Stepper {
public:
  HandStepper(const Runner &one, const std::vector<Feed> &feeds, std::vector<Array> inputs)
      : one(one), feeds(feeds), inputs(std::move(inputs)) {}
  absl::Status run(int64_t steps, const RunOptions &options, RunStats &stats) override {
    RunOptions single = options;
    for (int64_t step = 0; step != steps; ++step) {
      single.trace = options.trace && step + 1 == steps;
      RunStats own;
      absl::StatusOr<ShardedArrays> got = one(ProgramInputs(inputs), single, &own);
      absl::StatusOr<std::vector<Array>> whole = got.ok() ? wholeArrays(*got) : got.status();
      if (!whole.ok())
        return whole.status();
      results = *std::move(whole);
      for (const Feed &feed : feeds)
        inputs[feed.argument] = results[feed.result];
      std::vector<double> times = std::move(stats.stepMs);
      times.insert(times.end(), own.stepMs.begin(), own.stepMs.end());
      std::vector<std::string> failures =
          stats.checkFailures.empty() ? std::move(own.checkFailures) : std::move(stats.checkFailures);
      stats = std::move(own);
      stats.stepMs = std::move(times);
      stats.checkFailures = std::move(failures);
    }
    return absl::OkStatus();
  }
  std::shared_ptr<const ShardedArray> argument(size_t number) const override { return arrayInMemory(inputs[number]); }
  std::shared_ptr<const ShardedArray> result(size_t number) const override { return arrayInMemory(results[number]); }

private:
  const Runner &one;
  const std::vector<Feed> &feeds;
  std::vector<Array> inputs, results;
};

std::string scalarText(const Array &array) {
  switch (array.type) {
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::F32:
  case ElementType::F64:
    return absl::StrFormat("%.6g", realElement(array, 0));
  default:
    return absl::StrFormat("%.10g", realElement(array, 0));
  }
}

/// On a terminal, a line of stderr says how far it is.
class StepProgress {
public:
  explicit StepProgress(bool isQuiet) : isShown(!isQuiet && isatty(STDERR_FILENO)) {}
  ~StepProgress() { clear(); }
  /// At most this many steps are taken without a word.
  int64_t most() const { return isShown ? 16 : INT64_MAX; }
  void show(int64_t step, int64_t steps) {
    auto now = std::chrono::steady_clock::now();
    if (!isShown || now - last < std::chrono::milliseconds(200))
      return;
    last = now;
    std::fprintf(stderr, "\r\033[Kstep %lld of %lld", static_cast<long long>(step), static_cast<long long>(steps));
    said = true;
  }
  void clear() {
    if (said)
      std::fputs("\r\033[K", stderr);
    said = false;
  }

private:
  const bool isShown;
  bool said = false;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

/// The step after `step` at which something happens that does every `every` steps; never: the last one.
int64_t nextMultiple(int64_t step, int64_t every, int64_t last) {
  return every <= 0 ? last : std::min(last, (step / every + 1) * every);
}

/// A checkpoint.
absl::Status saveStep(const Executable &executable, const Stepper &stepper, const RunCommand &command, int64_t step) {
  ShardedArrays arguments;
  for (size_t i = 0; i != executable.arguments.size(); ++i)
    arguments.push_back(stepper.argument(i));
  std::map<size_t, std::shared_ptr<const ShardedArray>> unfed;
  for (size_t i = 0; i != executable.results.size(); ++i)
    if (std::none_of(command.feeds.begin(), command.feeds.end(), [&](const Feed &feed) { return feed.result == i; }))
      unfed[i] = stepper.result(i);
  return writeCheckpoint(command.save, step, arguments, unfed, command.processes.get());
}

absl::StatusOr<ShardedArrays> takeSteps(const Executable &executable, Stepper &stepper, const RunCommand &command,
                                        const RunOptions &options, RunStats *asked, bool isQuiet) {
  const bool isFirst = command.isFirstRank();
  RunStats own;
  RunStats &stats = asked ? *asked : own;
  stats = RunStats();
  StepProgress progress(isQuiet || !isFirst);
  const int64_t printEvery = isQuiet || command.prints.empty() ? 0 : command.printEvery;
  const int64_t saveEvery = isQuiet ? 0 : command.saveEvery;
  for (int64_t step = options.firstStep; step != command.steps;) {
    const int64_t stop =
        std::min(nextMultiple(step, printEvery, command.steps), nextMultiple(step, saveEvery, command.steps));
    const int64_t next = stop - step > progress.most() ? step + progress.most() : stop;
    RunOptions now = options;
    now.trace = options.trace && next == command.steps;
    if (absl::Status status = stepper.run(next - step, now, stats); !status.ok())
      return absl::Status(status.code(),
                          absl::StrCat(next - step == 1 ? absl::StrCat("in step ", next)
                                                        : absl::StrCat("in steps ", step + 1, " to ", next),
                                       ": ", status.message()));
    step = next;
    progress.show(step, command.steps);
    if (printEvery > 0 && (step % printEvery == 0 || step == command.steps)) {
      progress.clear();
      std::string line = absl::StrCat("step ", step, ":");
      for (size_t result : command.prints) {
        const absl::StatusOr<Array> value = stepper.result(result)->whole();
        if (!value.ok())
          return value.status();
        if (isFirst)
          absl::StrAppend(&line, " result ", result, " = ", scalarText(*value));
      }
      if (isFirst)
        std::printf("%s\n", line.c_str());
      std::fflush(stdout);
    }
    if (saveEvery > 0 && step % saveEvery == 0)
      if (absl::Status status = saveStep(executable, stepper, command, step); !status.ok())
        return status;
  }
  ShardedArrays results;
  for (size_t i = 0; i != executable.results.size(); ++i)
    results.push_back(stepper.result(i));
  return results;
}

} // namespace

absl::Status checkStepOptions(const Executable &executable, const RunCommand &command) {
  auto bad = [](const auto &...what) { return absl::InvalidArgumentError(absl::StrCat(what...)); };
  if (command.steps == 0) {
    for (auto [isGiven, name] : {std::pair(!command.feeds.empty(), "feed"),
                                 {!command.prints.empty(), "print"},
                                 {!command.save.empty(), "save"},
                                 {!command.resume.empty(), "resume"}})
      if (isGiven)
        return bad("option '--", name, "' needs --steps=N");
    return absl::OkStatus();
  }
  if (command.repeat > 1)
    return bad("options '--steps' and '--repeat' do not go together: each step is one run");
  if (command.save.empty() != (command.saveEvery == 0))
    return bad("options '--save=DIR' and '--save-every=K' need each other");
  for (size_t result : command.prints) {
    if (result >= executable.results.size())
      return bad("option '--print' names result ", result, ", the program has ", executable.results.size());
    const Interface &what = executable.results[result];
    if (!what.globalShape.empty() || isComplex(what.type))
      return bad("option '--print' names result ", result, ", which is ", describeType(what.type, what.globalShape),
                 ": only real scalars are printed");
  }
  return checkFeeds(executable, command.feeds);
}

Runner runStepsOnDevices(const LoadedExecutable &program, const RunCommand &command) {
  return [&](const ProgramInputs &inputs, const RunOptions &options, RunStats *stats) -> absl::StatusOr<ShardedArrays> {
    absl::StatusOr<std::unique_ptr<TrainingLoop>> loop = TrainingLoop::createFrom(program, command.feeds, inputs);
    if (!loop.ok())
      return loop.status();
    LoopStepper stepper(**loop);
    return takeSteps(program.executable(), stepper, command, options, stats, /*isQuiet=*/false);
  };
}

Runner runStepsByHand(const Executable &executable, Runner one, const RunCommand &command, bool isQuiet) {
  return [&executable, one = std::move(one), &command, isQuiet](const ProgramInputs &inputs, const RunOptions &options,
                                                                RunStats *stats) -> absl::StatusOr<ShardedArrays> {
    absl::StatusOr<std::vector<Array>> arrays = inputs.whole();
    if (!arrays.ok())
      return arrays.status();
    HandStepper stepper(one, command.feeds, *std::move(arrays));
    return takeSteps(executable, stepper, command, options, stats, isQuiet);
  };
}

} // namespace shardwright::runtime
