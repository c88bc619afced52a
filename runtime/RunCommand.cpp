#include "shardwright/Runtime/RunCommand.h"

#include "runtime/ArrayFiles.h"
#include "runtime/Backend.h"
#include "runtime/Checkpoint.h"
#include "runtime/DeviceArrays.h"
#include "runtime/Files.h"
#include "runtime/Layout.h"
#include "runtime/distributed/EqualInputs.h"
#include "shardwright/Runtime/Npy.h"
#include "shardwright/Runtime/Process.h"
#include "shardwright/Runtime/RunSteps.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace shardwright::runtime {

const std::vector<RunOptionSpec> &runOptionSpecs() {
  static const std::vector<RunOptionSpec> specs = {
      {"inputs", "DIR", "read the arguments from DIR/0.npy, 1.npy, ... (default: random ones)"},
      {"seed", "N", "of the random arguments (default 0)"},
      {"expect", "DIR", "compare the results with DIR/0.npy, 1.npy, ..."},
      {"rtol", "R",
       "relative tolerance of --expect and of the program's own checks (default: by type and length of sums)"},
      {"atol", "A", "absolute tolerance (default: the same times the root mean square of the result)"},
      {"check", nullptr,
       "fail where devices that hold the same elements of a result hold different bytes, by hashes of all of them"},
      {"save-outputs", "DIR",
       "write the results to DIR/0.npy, 1.npy, ...; of several ranks each its part, where all see DIR"},
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
       "of several processes or GPUs: how long one may keep others waiting (default 60; 0: for ever)"},
      {"gpus", "N|LIST",
       "of programs for GPUs: how many of them this process, or each rank, has, or which (0,2); each has as many of "
       "the devices (default: the most that there are and that divide their number)"},
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
  if (name == "no-kernels" || name == "check") {
    (name == "check" ? check : noKernels) = true;
    return absl::OkStatus();
  }
  if (name == "deadline") {
    if (!absl::SimpleAtod(value, &deadline) || !(deadline >= 0))
      return bad("a number of at least 0");
    gpus.deadline = deadline;
    return absl::OkStatus();
  }
  if (name == "gpus") {
    absl::Status status = gpus.set(value);
    return status.ok() ? status : absl::InvalidArgumentError(absl::StrCat("option '--gpus': ", status.message()));
  }
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

absl::Status checkBackend(const std::string &backend, const Executable &executable) {
  const std::string own = backendOf(executable.target);
  if ((backend != "host" && backend != "cuda") || own == backend)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("option '--backend=", backend, "': the program is compiled for '", executable.target,
                   backend == "cuda" ? "': recompile with --target=cuda:sm_90" : "': recompile with --target=host"));
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

absl::StatusOr<ProgramInputs> programInputs(const Executable &executable, const RunCommand &command) {
  return command.inputs.empty() ? ProgramInputs::random(executable.arguments, command.seed)
                                : ProgramInputs::inFolder(command.inputs, executable.arguments, "arguments");
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

/// Of several processes: those of the program's devices that are in this one.
static DeviceRange devicesHere(const Executable &executable, const Processes &processes) {
  const int64_t count = executable.numDevices() / processes.size();
  return {processes.rank() * count, count};
}

/// What goes in and comes out, as far as it is in this process: also what is read to be compared with.
static absl::Status checkMemory(const Executable &executable, const Processes *processes) {
  uint64_t bytes = 0, limit = memoryLimit();
  for (const std::vector<Interface> *side : {&executable.arguments, &executable.results})
    for (const Interface &value : *side) {
      int64_t here = std::max<int64_t>(0, checkedBytes(value.type, value.globalShape));
      if (processes)
        here = std::min(
            here, boundedProduct({static_cast<int64_t>(localBytes(value)), devicesHere(executable, *processes).count}));
      bytes += static_cast<uint64_t>(here);
    }
  if (bytes > limit)
    return absl::ResourceExhaustedError(absl::StrCat(
        "the program's arguments and results have ", bytes, " bytes", processes ? " on the devices of each rank" : "",
        ", this process may have ", limit, " bytes of memory: make them smaller"));
  return absl::OkStatus();
}

/// The last step's results, where the checkpoint is behind it.
static absl::StatusOr<ShardedArrays> resultsIn(const Checkpoint &checkpoint, const Executable &executable,
                                               const RunCommand &command, const ProgramInputs &arguments) {
  ShardedArrays results;
  for (size_t i = 0; i != executable.results.size(); ++i) {
    const Interface &result = executable.results[i];
    auto fed =
        std::find_if(command.feeds.begin(), command.feeds.end(), [&](const Feed &feed) { return feed.result == i; });
    absl::StatusOr<std::shared_ptr<const ArraySource>> source =
        fed != command.feeds.end() ? arguments.source(fed->argument)
                                   : openNpy(fileIn(checkpoint.folder + "/results", i), result);
    if (!source.ok())
      return source.status();
    if (command.processes) {
      const DeviceRange here = devicesHere(executable, *command.processes);
      results.push_back(arrayOfSource(executable, result, here, *std::move(source)));
      continue;
    }
    absl::StatusOr<Array> whole = (*source)->whole(); // where a program is interpreted, no devices hold blocks
    if (!whole.ok())
      return whole.status();
    results.push_back(arrayInMemory(*std::move(whole)));
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
  ProgramInputs want;         ///< to be compared with, if it is asked for
  bool seesWant = true;       ///< whether it is there
  bool comparesWhole = false; ///< on rank 0, which not all see it with
};

static absl::StatusOr<RunStart> startRun(const Executable &executable, const RunCommand &command) {
  if (absl::Status status = checkMemory(executable, command.processes.get()); !status.ok())
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
  if (command.expect.empty())
    return start;
  absl::StatusOr<ProgramInputs> want = ProgramInputs::inFolder(command.expect, executable.results, "results");
  start.seesWant = want.ok();
  if (want.ok())
    start.want = *std::move(want);
  else if (command.isFirstRank() || !absl::IsNotFound(want.status()))
    return want.status();
  return start;
}

/// Whether all ranks are about to do the same, and who sees what.
static absl::Status agreeOnStart(absl::StatusOr<RunStart> &start, const RunCommand &command) {
  Processes &processes = *command.processes;
  absl::StatusOr<std::string> sample = start.ok() ? sampleInputs(start->inputs) : start.status();
  if (absl::Status status = processes.agree(sample.status()); !status.ok())
    return status;
  std::string options =
      absl::StrCat(command.steps, " ", command.repeat, " ", command.printEvery, " ", command.saveEvery,
                   command.trace.empty() ? "" : " with a trace", command.expect.empty() ? "" : " compared",
                   command.check ? " checked" : "", command.saveOutputs.empty() ? "" : " saved");
  for (const Feed &feed : command.feeds)
    absl::StrAppend(&options, " ", feed.result, ":", feed.argument);
  for (size_t result : command.prints)
    absl::StrAppend(&options, " ", result);
  if (absl::Status status = processes.compare(options, "options"); !status.ok())
    return status;
  if (absl::Status status = processes.compare(absl::StrCat(start->checkpoint.steps), "checkpoints"); !status.ok())
    return status;
  if (absl::Status status = processes.compare(*sample, "inputs"); !status.ok())
    return status;
  absl::StatusOr<std::vector<std::string>> all = processes.gather(start->seesWant ? "yes" : "no");
  if (!all.ok())
    return all.status();
  start->comparesWhole = std::count(all->begin(), all->end(), "no") != 0;
  return absl::OkStatus();
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

/// --check, on rank 0: what copies of results differ in.
static absl::Status checkCopies(const ShardedArrays &results, std::vector<std::string> &failures) {
  for (size_t i = 0; i != results.size(); ++i) {
    absl::Status status = results[i]->checkCopies();
    if (status.code() == absl::StatusCode::kFailedPrecondition)
      failures.push_back(absl::StrCat("result ", i, ": ", status.message()));
    else if (!status.ok())
      return status;
  }
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

/// Whole on rank 0, which may not have the memory for it.
static absl::StatusOr<ShardedArrays> onFirstRank(const ShardedArrays &arrays, const RunCommand &command) {
  uint64_t bytes = 0, limit = memoryLimit();
  for (const std::shared_ptr<const ShardedArray> &array : arrays)
    bytes += static_cast<uint64_t>(checkedBytes(array->type(), array->shape()));
  absl::Status room;
  if (command.isFirstRank() && bytes > limit)
    room = absl::ResourceExhaustedError(absl::StrCat("the results have ", bytes, " bytes, rank 0 may have ", limit,
                                                     " bytes of memory, and not all ranks see '", command.expect,
                                                     "': name a folder that they share"));
  if (room = agreedBy(command.processes, room); !room.ok())
    return room;
  absl::StatusOr<std::vector<Array>> whole = wholeArrays(arrays);
  if (absl::Status status = agreedBy(command.processes, whole.status()); !status.ok())
    return status;
  ShardedArrays all;
  for (Array &array : *whole)
    all.push_back(arrayInMemory(std::move(array), command.isFirstRank()));
  return all;
}

static absl::Status saveOutputs(const ShardedArrays &results, const RunCommand &command) {
  std::vector<ArrayFile> files;
  for (size_t i = 0; i != results.size(); ++i)
    files.push_back({fileIn(command.saveOutputs, i), results[i]});
  ArrayFilesOptions options;
  options.processes = command.processes.get();
  options.makeFolders = [&] { return makeFolders(command.saveOutputs); };
  return writeArrayFiles(files, options);
}

/// Reports, on rank 0.
static absl::Status writeReports(const Executable &executable, const RunStats &stats, const RunCommand &command,
                                 const CompileSeconds &compileSeconds, std::optional<double> maxError) {
  if (!command.report.empty())
    if (absl::Status status = writeFile(command.report, reportJson(executable, stats, compileSeconds, maxError));
        !status.ok())
      return status;
  return command.trace.empty() ? absl::OkStatus() : writeFile(command.trace, traceJson(executable, stats));
}

/// Compares, saves and reports.
static absl::Status finishRun(const Executable &executable, const RunStart &start, const ShardedArrays &results,
                              RunStats &stats, const RunCommand &command, const CompileSeconds &compileSeconds,
                              std::string &text) {
  const bool isFirst = command.isFirstRank();
  bool failed = isFirst && !stats.checkFailures.empty();
  for (const std::string &failure : isFirst ? stats.checkFailures : std::vector<std::string>())
    absl::StrAppend(&text, failure, "\n");
  std::optional<double> maxError;
  if (!command.expect.empty()) {
    absl::StatusOr<ShardedArrays> compared = start.comparesWhole ? onFirstRank(results, command) : results;
    if (!compared.ok())
      return compared.status();
    absl::StatusOr<ResultsComparison> comparison =
        compareResults(executable.results, *compared, start.want, command, text);
    if (!comparison.ok())
      return comparison.status();
    failed = failed || !comparison->ok;
    maxError = comparison->maxError;
  }
  if (!command.saveOutputs.empty())
    if (absl::Status status = saveOutputs(results, command); !status.ok())
      return status;
  if (!isFirst)
    return absl::OkStatus();
  if (absl::Status status = writeReports(executable, stats, command, compileSeconds, maxError); !status.ok())
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
  const bool isDone = command.isDone(start.checkpoint.steps);
  absl::StatusOr<ShardedArrays> results =
      isDone ? resultsIn(start.checkpoint, executable, command, start.inputs) : run(start.inputs, options, &stats);
  if (absl::Status status = isDone ? agreedBy(command.processes, results.status()) : results.status(); !status.ok())
    return status;
  if (command.processes)
    if (absl::Status status = collectCheckFailures(*command.processes, stats.checkFailures); !status.ok())
      return status;
  if (command.check)
    if (absl::Status status = checkCopies(*results, stats.checkFailures); !status.ok())
      return status;
  if (command.processes && !command.trace.empty())
    if (absl::Status status = collectTrace(*command.processes, stats.trace); !status.ok())
      return status;
  return finishRun(executable, start, *results, stats, command, compileSeconds, text);
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
