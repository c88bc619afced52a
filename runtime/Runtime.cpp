#include "shardwright/Runtime/Runtime.h"

#include "runtime/Backend.h"
#include "runtime/Shards.h"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <chrono>

namespace shardwright::runtime {

Program::Program(std::shared_ptr<const Executable> executable, std::unique_ptr<LoadedProgram> program)
    : exe(std::move(executable)), loaded(std::move(program)) {}

Program::~Program() = default;

absl::StatusOr<std::unique_ptr<Program>> Program::load(Executable executable, const LoadOptions &options) {
  if (absl::Status status = validate(executable); !status.ok())
    return status;
  auto shared = std::make_shared<const Executable>(std::move(executable));
  absl::StatusOr<std::unique_ptr<LoadedProgram>> program = hostBackend().load(shared, options);
  if (!program.ok())
    return program.status();
  return std::unique_ptr<Program>(new Program(std::move(shared), *std::move(program)));
}

absl::StatusOr<std::unique_ptr<Program>> Program::loadFile(const std::string &path, const LoadOptions &options) {
  absl::StatusOr<Executable> executable = readExecutable(path);
  if (!executable.ok())
    return executable.status();
  absl::StatusOr<std::unique_ptr<Program>> program = load(*std::move(executable), options);
  if (!program.ok())
    return absl::Status(program.status().code(), absl::StrCat(path, ": ", program.status().message()));
  return program;
}

absl::StatusOr<std::vector<Array>> Program::run(const std::vector<Array> &inputs, const RunOptions &options,
                                                RunStats *stats) {
  if (inputs.size() != exe->arguments.size())
    return absl::InvalidArgumentError(
        absl::StrCat("the program takes ", exe->arguments.size(), " arguments, ", inputs.size(), " are given"));
  for (size_t i = 0; i != inputs.size(); ++i)
    if (const Interface &want = exe->arguments[i]; inputs[i].type != want.type || inputs[i].shape != want.globalShape)
      return absl::InvalidArgumentError(absl::StrCat("argument ", i, " ('", want.name, "') is ",
                                                     describeType(want.type, want.globalShape), ", ",
                                                     describeType(inputs[i].type, inputs[i].shape), " is given"));
  RunStats own;
  RunStats &answer = stats ? *stats : own;
  answer = RunStats();
  answer.peakBytesPerDevice = loaded->bytesPerDevice();
  answer.liveBytesPerDevice = exe->largest.bytes;
  int64_t numDevices = exe->numDevices();
  bool donates = std::any_of(exe->arguments.begin(), exe->arguments.end(),
                             [](const Interface &argument) { return argument.donated != 0; });
  int first = options.warmUp ? -1 : 0;
  for (int execution = first; execution < options.repeat; ++execution) {
    // Arguments survive an execution unless it may write over them.
    for (size_t i = 0; i != inputs.size() && (execution == first || donates); ++i)
      for (int64_t device = 0; device != numDevices; ++device)
        if (absl::Status status = loaded->copyIn(device, i, inputs[i]); !status.ok())
          return status;
    Execution one;
    one.trace = options.trace && execution + 1 == options.repeat;
    one.rtol = options.rtol;
    one.atol = options.atol;
    auto begin = std::chrono::steady_clock::now();
    if (absl::Status status = loaded->execute(one); !status.ok())
      return status;
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (execution < 0)
      continue;
    answer.stepMs.push_back(time.count());
    answer.bytesSentPerDevice = *std::max_element(one.bytesSent.begin(), one.bytesSent.end());
    answer.checkFailures = std::move(one.checkFailures);
    answer.trace = std::move(one.events);
  }
  std::vector<Array> results;
  for (size_t i = 0; i != exe->results.size(); ++i) {
    const Interface &result = exe->results[i];
    results.push_back(Array::zeros(result.type, result.globalShape));
    for (int64_t device : blockOwners(*exe, result))
      if (absl::Status status = loaded->copyOut(device, i, results.back()); !status.ok())
        return status;
  }
  return results;
}

std::string describeStep(const Executable &executable, uint32_t step) {
  std::string text = absl::StrCat("step ", step);
  uint32_t debug = executable.steps[step].debug;
  if (debug >= executable.debug.size())
    return text;
  const DebugInfo &info = executable.debug[debug];
  absl::StrAppend(&text, " (", info.op);
  if (!info.location.empty())
    absl::StrAppend(&text, " at ", info.location);
  return text + ")";
}

} // namespace shardwright::runtime
