#include "shardwright/Runtime/RunCommand.h"

#include "runtime/Checkpoint.h"
#include "runtime/Files.h"
#include "runtime/Layout.h"
#include "runtime/distributed/EqualInputs.h"
#include "shardwright/Runtime/FloatFormat.h"
#include "shardwright/Runtime/Npy.h"
#include "shardwright/Runtime/Process.h"
#include "shardwright/Runtime/RunSteps.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <set>
#include <system_error>

namespace shardwright::runtime {

const std::vector<RunOptionSpec> &runOptionSpecs() {
  static const std::vector<RunOptionSpec> specs = {
      {"inputs", "DIR", "read the arguments from DIR/0.npy, 1.npy, ... (default: random ones)"},
      {"seed", "N", "of the random arguments (default 0)"},
      {"expect", "DIR", "compare the results with DIR/0.npy, 1.npy, ..."},
      {"rtol", "R",
       "relative tolerance of --expect and of the program's own checks (default: by type and length of sums)"},
      {"atol", "A", "absolute tolerance (default: the same times the root mean square of the result)"},
      {"save-outputs", "DIR", "write the results to DIR/0.npy, 1.npy, ..."},
      {"repeat", "K", "run K times, after one to warm up where K is over 1, and report the median time"},
      {"report", "F.json", "write times, bytes and memory"},
      {"trace", "F.json", "write every step of every device, to be opened in Perfetto"},
      {"steps", "N", "run N steps, state staying on the devices; results are those of the last one"},
      {"feed", "R:A,...", "result R of a step is argument A of the next"},
      {"print", "R,...", "print these results, which are scalars"},
      {"print-every", "K", "every K steps, and at the last (default 1)"},
      {"save", "DIR", "save the arguments of the next step, whole, to DIR/STEP"},
      {"save-every", "K", "every K steps"},
      {"resume", "DIR", "go on from the last checkpoint in DIR, where there is one"},
      {"no-kernels", nullptr, "run nothing: check the executable FILE as data, and say what it holds"},
      {"deadline", "SECONDS",
       "of several processes: how long a rank may keep others waiting (default 60; 0: for ever)"},
  };
  return specs;
}

absl::Status RunCommand::set(const std::string &name, const std::string &value) {
  auto bad = [&](const char *what) {
    return absl::InvalidArgumentError(absl::StrCat("option '--", name, "' needs ", what, ", got '", value, "'"));
  };
  if (std::string *text = name == "inputs"         ? &inputs
                          : name == "expect"       ? &expect
                          : name == "save-outputs" ? &saveOutputs
                          : name == "report"       ? &report
                          : name == "trace"        ? &trace
                          : name == "save"         ? &save
                          : name == "resume"       ? &resume
                                                   : nullptr) {
    if (value.empty())
      return bad("a name");
    *text = value;
    return absl::OkStatus();
  }
  if (name == "no-kernels") {
    noKernels = true;
    return absl::OkStatus();
  }
  if (name == "deadline")
    return absl::SimpleAtod(value, &deadline) && deadline >= 0 ? absl::OkStatus() : bad("a number of at least 0");
  if (name == "rtol" || name == "atol") {
    double number;
    if (!absl::SimpleAtod(value, &number) || !(number >= 0))
      return bad("a number of at least 0");
    (name == "rtol" ? rtol : atol) = number;
    return absl::OkStatus();
  }
  if (int64_t *count = name == "steps"         ? &steps
                       : name == "print-every" ? &printEvery
                       : name == "save-every"  ? &saveEvery
                                               : nullptr)
    return absl::SimpleAtoi(value, count) && *count >= 1 ? absl::OkStatus() : bad("a whole number of at least 1");
  if (name == "print") {
    for (absl::string_view part : absl::StrSplit(value, ','))
      if (!absl::SimpleAtoi(part, &prints.emplace_back()))
        return bad("numbers of results, as 0,3");
    return absl::OkStatus();
  }
  if (name == "feed") {
    for (absl::string_view part : absl::StrSplit(value, ',')) {
      std::vector<absl::string_view> pair = absl::StrSplit(part, ':');
      Feed feed{0, 0};
      if (pair.size() != 2 || !absl::SimpleAtoi(pair[0], &feed.result) || !absl::SimpleAtoi(pair[1], &feed.argument))
        return bad("pairs RESULT:ARGUMENT, as 0:0,1:2");
      feeds.push_back(feed);
    }
    return absl::OkStatus();
  }
  if (name == "repeat")
    return absl::SimpleAtoi(value, &repeat) && repeat >= 1 ? absl::OkStatus() : bad("a whole number of at least 1");
  if (name == "seed")
    return absl::SimpleAtoi(value, &seed) ? absl::OkStatus() : bad("a whole number of at least 0");
  return absl::InvalidArgumentError(absl::StrCat("unknown option '--", name, "'"));
}

std::optional<ProcessNetwork> networkNamed(const std::string &backend) {
  return backend == "mpi"   ? std::optional(ProcessNetwork::Mpi)
         : backend == "tcp" ? std::optional(ProcessNetwork::Tcp)
                            : std::nullopt;
}

int exitCode(const absl::Status &status) {
  switch (status.code()) {
  case absl::StatusCode::kOk:
    return 0;
  case absl::StatusCode::kFailedPrecondition:
    return 1;
  case absl::StatusCode::kUnavailable:
  case absl::StatusCode::kResourceExhausted:
  case absl::StatusCode::kDeadlineExceeded:
  case absl::StatusCode::kInternal:
  case absl::StatusCode::kAborted:
    return 3;
  default:
    return 2;
  }
}

namespace {

std::string fileIn(const std::string &folder, size_t number) { return absl::StrCat(folder, "/", number, ".npy"); }

} // namespace

absl::Status writeFolder(const std::string &folder, const std::vector<Array> &arrays) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return absl::InvalidArgumentError(absl::StrCat("cannot make the folder '", folder, "': ", error.message()));
  for (size_t i = 0; i != arrays.size(); ++i)
    if (absl::Status status = writeNpy(fileIn(folder, i), arrays[i]); !status.ok())
      return status;
  return absl::OkStatus();
}

absl::StatusOr<ProgramInputs> programInputs(const Executable &executable, const RunCommand &command) {
  return command.inputs.empty() ? ProgramInputs::random(executable.arguments, command.seed)
                                : ProgramInputs::inFolder(command.inputs, executable.arguments, "arguments");
}

Tolerance RunCommand::toleranceOf(size_t number, const Interface &result, const Array &want) const {
  KnownTolerance known = number < tolerances.size() ? tolerances[number] : KnownTolerance();
  Tolerance tolerance = defaultTolerance(result.accuracy, want, rtol ? rtol : known.rtol);
  return {tolerance.rtol, atol ? *atol : known.atol.value_or(tolerance.atol)};
}

ResultsComparison compareResults(const std::vector<Interface> &interfaces, const std::vector<Array> &got,
                                 const std::vector<Array> &want, const RunCommand &command, std::string &text) {
  ResultsComparison all;
  size_t differing = 0, worst = 0;
  Tolerance allowed; // of the worst
  for (size_t i = 0; i != got.size(); ++i) {
    const void *have = got[i].bytes.data(), *should = want[i].bytes.data();
    Tolerance tolerance = command.toleranceOf(i, interfaces[i], want[i]);
    Comparison one = compareElements(got[i].type, got[i].numElements(), have, should, tolerance.rtol, tolerance.atol);
    if (i == 0 || one.maxError > all.maxError) {
      all.maxError = one.maxError;
      allowed = tolerance;
      worst = i;
    }
    if (one.ok())
      continue;
    all.ok = false;
    ++differing;
    absl::StrAppend(&text, "result ", i, " ('", interfaces[i].name, "', ", describeType(got[i].type, got[i].shape),
                    "): ", describeComparison(one, got[i].type, got[i].shape, have, should), "\n");
  }
  std::string where = all.maxError > 0 ? absl::StrCat(" in result ", worst) : "";
  absl::StrAppend(&text,
                  all.ok ? absl::StrCat("all ", got.size(), " results match")
                         : absl::StrCat(differing, " of ", got.size(), " results differ"),
                  absl::StrFormat(" (largest error %.3g%s, rtol %.3g, atol %.3g)\n", all.maxError, where, allowed.rtol,
                                  allowed.atol));
  return all;
}

absl::Status runProgram(Program &program, const RunCommand &command, const CompileSeconds &compileSeconds,
                        std::string &text) {
  auto run = [&](const ProgramInputs &inputs, const RunOptions &options, RunStats *stats) {
    return program.runFrom(inputs, options, stats);
  };
  const Runner runner = command.steps ? runStepsOnDevices(program.loaded(), command) : Runner(run);
  return runWith(program.executable(), runner, command, compileSeconds, text);
}

/// Where the steps begin: at the last checkpoint, or at the arguments of `command`.
static absl::StatusOr<Checkpoint> startOf(const RunCommand &command) {
  Checkpoint none{command.inputs, 0};
  if (command.resume.empty())
    return none;
  absl::StatusOr<std::optional<Checkpoint>> found = findCheckpoint(command.resume);
  // A run that saves there has been ended before it came to that, or is the first one.
  if (absl::IsNotFound(found.status()) && command.resume == command.save)
    return none;
  if (!found.ok())
    return found.status();
  if (!*found)
    return none;
  if ((*found)->steps > command.steps)
    return absl::InvalidArgumentError(absl::StrCat("the checkpoint '", (*found)->folder, "' is behind step ",
                                                   (*found)->steps, ", --steps=", command.steps, " ends before"));
  return **found;
}

/// The whole arrays that go in and come out: also those that are read to be compared with.
static absl::Status checkMemory(const Executable &executable) {
  uint64_t bytes = 0, limit = memoryLimit();
  for (const std::vector<Interface> *side : {&executable.arguments, &executable.results})
    for (const Interface &value : *side)
      bytes += static_cast<uint64_t>(std::max<int64_t>(0, checkedBytes(value.type, value.globalShape)));
  if (bytes > limit)
    return absl::ResourceExhaustedError(absl::StrCat("the program's arguments and results have ", bytes,
                                                     " bytes, this process may have ", limit,
                                                     " bytes of memory: make them smaller"));
  return absl::OkStatus();
}

/// The last step's results, where the checkpoint is behind it.
static absl::StatusOr<std::vector<Array>> resultsIn(const Checkpoint &checkpoint, const Executable &executable,
                                                    const std::vector<Feed> &feeds, const ProgramInputs &arguments) {
  std::vector<Array> results;
  for (size_t i = 0; i != executable.results.size(); ++i) {
    auto fed = std::find_if(feeds.begin(), feeds.end(), [&](const Feed &feed) { return feed.result == i; });
    if (fed != feeds.end()) {
      absl::StatusOr<Array> array = arguments[fed->argument].whole();
      if (!array.ok())
        return array.status();
      results.push_back(*std::move(array));
      continue;
    }
    const std::string file = fileIn(checkpoint.folder + "/results", i);
    absl::StatusOr<std::shared_ptr<const ArraySource>> source = openNpy(file, executable.results[i]);
    if (!source.ok())
      return source.status();
    absl::StatusOr<Array> array = (*source)->whole();
    if (!array.ok())
      return array.status();
    results.push_back(*std::move(array));
  }
  return results;
}

/// `ran on 8 devices in 1.2 ms`
static std::string timesText(const Executable &executable, const RunCommand &command, int64_t firstStep,
                             std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const double median = times[times.size() / 2];
  const std::string devices = absl::StrCat(executable.numDevices(), " device", executable.numDevices() == 1 ? "" : "s");
  if (command.steps)
    return absl::StrFormat("ran steps %d to %d on %s in %.3g ms each (median, least %.3g)\n", firstStep + 1,
                           command.steps, devices, median, times[0]);
  return absl::StrFormat("ran on %s in %.3g ms", devices, median) +
         (command.repeat > 1 ? absl::StrFormat(" (median of %d, least %.3g)\n", command.repeat, times[0]) : "\n");
}

/// What is known before the program runs: a bad file should not cost the time of a run.
struct RunStart {
  Checkpoint checkpoint;
  ProgramInputs inputs;
  std::vector<Array> want; ///< to be compared with, if it is asked for
};

static absl::StatusOr<RunStart> startRun(const Executable &executable, const RunCommand &command) {
  if (absl::Status status = checkMemory(executable); !status.ok())
    return status;
  if (absl::Status status = checkStepOptions(executable, command); !status.ok())
    return status;
  absl::StatusOr<Checkpoint> checkpoint = startOf(command);
  if (!checkpoint.ok())
    return checkpoint.status();
  RunCommand from = command;
  from.inputs = checkpoint->folder;
  absl::StatusOr<ProgramInputs> inputs = programInputs(executable, from);
  if (!inputs.ok())
    return inputs.status();
  RunStart start{*std::move(checkpoint), *std::move(inputs), {}};
  if (!command.expect.empty() && command.isFirstRank()) {
    absl::StatusOr<ProgramInputs> expected = ProgramInputs::inFolder(command.expect, executable.results, "results");
    absl::StatusOr<std::vector<Array>> want = expected.ok() ? expected->whole() : expected.status();
    if (!want.ok())
      return want.status();
    start.want = *std::move(want);
  }
  return start;
}

/// Whether all ranks are about to do the same.
static absl::Status agreeOnStart(const absl::StatusOr<RunStart> &start, const RunCommand &command) {
  Processes &processes = *command.processes;
  absl::StatusOr<std::string> sample = start.ok() ? sampleInputs(start->inputs) : start.status();
  if (absl::Status status = processes.agree(sample.status()); !status.ok())
    return status;
  std::string options = absl::StrCat(command.steps, " ", command.repeat, " ", command.printEvery, " ",
                                     command.saveEvery, command.trace.empty() ? "" : " with a trace");
  for (const Feed &feed : command.feeds)
    absl::StrAppend(&options, " ", feed.result, ":", feed.argument);
  for (size_t result : command.prints)
    absl::StrAppend(&options, " ", result);
  if (absl::Status status = processes.compare(options, "options"); !status.ok())
    return status;
  if (absl::Status status = processes.compare(absl::StrCat(start->checkpoint.steps), "checkpoints"); !status.ok())
    return status;
  return processes.compare(*sample, "inputs");
}

/// The checks that failed anywhere, on rank 0.
static absl::Status collectCheckFailures(Processes &processes, std::vector<std::string> &failures) {
  absl::StatusOr<std::vector<std::string>> all = processes.gather(absl::StrJoin(failures, "\n"), /*all=*/false);
  if (!all.ok())
    return all.status();
  std::set<std::string> known(failures.begin(), failures.end());
  for (size_t rank = 1; rank < all->size(); ++rank)
    for (absl::string_view failure : absl::StrSplit((*all)[rank], '\n', absl::SkipEmpty()))
      if (known.insert(std::string(failure)).second)
        failures.emplace_back(failure);
  return absl::OkStatus();
}

/// The steps of all devices, on rank 0: each rank's from where its own execution began.
static absl::Status collectTrace(Processes &processes, std::vector<std::vector<TraceEvent>> &trace) {
  std::string own;
  auto append = [&own](const void *data, size_t bytes) { own.append(static_cast<const char *>(data), bytes); };
  for (const std::vector<TraceEvent> &device : trace) {
    const uint64_t count = device.size();
    append(&count, sizeof(count));
    append(device.data(), count * sizeof(TraceEvent));
  }
  absl::StatusOr<std::vector<std::string>> all = processes.gather(std::move(own), /*all=*/false);
  if (!all.ok())
    return all.status();
  for (size_t rank = 1; rank < all->size(); ++rank)
    for (absl::string_view left = (*all)[rank]; !left.empty();) {
      uint64_t count = 0;
      std::memcpy(&count, left.data(), sizeof(count));
      left.remove_prefix(sizeof(count));
      std::vector<TraceEvent> &device = trace.emplace_back(count);
      std::copy_n(left.data(), count * sizeof(TraceEvent), reinterpret_cast<char *>(device.data()));
      left.remove_prefix(count * sizeof(TraceEvent));
    }
  return absl::OkStatus();
}

/// Compares, saves and reports.
static absl::Status finishRun(const Executable &executable, const RunStart &start, const std::vector<Array> &results,
                              RunStats &stats, const RunCommand &command, const CompileSeconds &compileSeconds,
                              std::string &text) {
  bool failed = !stats.checkFailures.empty();
  for (const std::string &failure : stats.checkFailures)
    absl::StrAppend(&text, failure, "\n");
  std::optional<double> maxError;
  if (!command.expect.empty()) {
    ResultsComparison comparison = compareResults(executable.results, results, start.want, command, text);
    failed = failed || !comparison.ok;
    maxError = comparison.maxError;
  }
  if (!command.saveOutputs.empty())
    if (absl::Status status = writeFolder(command.saveOutputs, results); !status.ok())
      return status;
  if (!command.report.empty())
    if (absl::Status status = writeFile(command.report, reportJson(executable, stats, compileSeconds, maxError));
        !status.ok())
      return status;
  if (!command.trace.empty())
    if (absl::Status status = writeFile(command.trace, traceJson(executable, stats)); !status.ok())
      return status;
  absl::StrAppend(&text, command.isDone(start.checkpoint.steps)
                             ? absl::StrCat("all ", command.steps, " steps have been taken before\n")
                             : timesText(executable, command, start.checkpoint.steps, std::move(stats.stepMs)));
  return failed ? absl::FailedPreconditionError("") : absl::OkStatus();
}

static absl::Status runFromStart(const Executable &executable, const Runner &run, const RunStart &start,
                                 const RunCommand &command, const CompileSeconds &compileSeconds, std::string &text) {
  RunOptions options;
  options.repeat = command.repeat;
  options.warmUp = command.repeat > 1;
  options.trace = !command.trace.empty();
  options.rtol = command.rtol.value_or(0);
  options.atol = command.atol.value_or(0);
  options.firstStep = start.checkpoint.steps;
  RunStats stats;
  absl::StatusOr<std::vector<Array>> results =
      command.isDone(start.checkpoint.steps) ? resultsIn(start.checkpoint, executable, command.feeds, start.inputs)
                                             : run(start.inputs, options, &stats);
  if (!results.ok())
    return results.status();
  if (command.processes)
    if (absl::Status status = collectCheckFailures(*command.processes, stats.checkFailures); !status.ok())
      return status;
  if (command.processes && !command.trace.empty())
    if (absl::Status status = collectTrace(*command.processes, stats.trace); !status.ok())
      return status;
  return command.isFirstRank() ? finishRun(executable, start, *results, stats, command, compileSeconds, text)
                               : absl::OkStatus();
}

absl::Status runWith(const Executable &executable, const Runner &run, const RunCommand &command,
                     const CompileSeconds &compileSeconds, std::string &text) {
  absl::StatusOr<RunStart> start = startRun(executable, command);
  Processes *processes = command.processes.get();
  if (absl::Status status = processes ? agreeOnStart(start, command) : start.status(); !status.ok())
    return status;
  absl::Status status = runFromStart(executable, run, *start, command, compileSeconds, text);
  return processes ? processes->conclude(status) : status;
}

} // namespace shardwright::runtime
