#include "shardwright/Runtime/Runtime.h"

#include "runtime/ClientState.h"
#include "runtime/DeviceArrays.h"
#include "runtime/ExecutionJob.h"
#include "runtime/FileHeader.h"
#include "runtime/Layout.h"
#include "runtime/distributed/EqualInputs.h"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace shardwright::runtime {

/// A client of its own, with memory for one execution.
struct Program::State : std::enable_shared_from_this<Program::State> {
  std::shared_ptr<ProgramState> program;
  std::unique_ptr<LoadedExecutable> loaded;  ///< the same
  std::unique_ptr<BlockTable> table;         ///< these when it first runs
  std::vector<std::vector<BlockRef>> blocks; ///< by device: arguments, results that have one

  const Executable &exe() const { return *program->exe; }
  absl::Status allocate();
  absl::Status copyIn(size_t argument, const FillBlock &fill);
  /// Copies, on the devices, of the arguments that an execution may write over, for executions that follow.
  std::vector<std::vector<BlockRef>> keepDonated();
  /// The argument as it was, from a copy or from where it came.
  absl::Status restore(size_t argument, const std::vector<std::vector<BlockRef>> &kept, const FillBlock &fill);
  /// Calls `use` with the results before anything else runs on the devices.
  absl::Status runInTurn(const FillBlock &fill, const RunOptions &options, RunStats *stats,
                         const std::function<absl::Status(ShardedArrays results)> &use);
  absl::Status run(const FillBlock &fill, const RunOptions &options, RunStats &stats);
  ShardedArrays results();
  absl::Status execute(const RunOptions &options, bool isLast, RunStats *stats);
  absl::StatusOr<HostView> result(int64_t device, size_t number) const;
};

absl::Status Program::State::allocate() {
  table = program->loaded->makeTable();
  std::vector<uint64_t> bytes = program->argumentBytes;
  for (size_t i = 0; i != exe().results.size(); ++i)
    bytes.push_back(exe().results[i].hasOwnBlock() ? program->resultBytes[i] : 0);
  for (int64_t device = 0; device != program->range.count; ++device) {
    std::vector<BlockRef> &own = blocks.emplace_back();
    if (absl::Status status = program->client->devices->pool().allocate(device, bytes, own); !status.ok())
      return status;
    for (size_t block = 0; block != own.size(); ++block)
      table->set(device, block, own[block]->address());
  }
  return absl::OkStatus();
}

absl::Status Program::State::copyIn(size_t argument, const FillBlock &fill) {
  absl::Status status;
  for (size_t device = 0; status.ok() && device != blocks.size(); ++device) {
    const auto number = static_cast<int64_t>(device);
    status = program->client->devices->write(
        number, blocks[device][argument]->address(), program->argumentBytes[argument],
        [&](void *local) { return fill(argument, program->range.first + number, local); });
  }
  return status;
}

std::vector<std::vector<BlockRef>> Program::State::keepDonated() {
  DeviceSet &devices = *program->client->devices;
  std::vector<std::vector<BlockRef>> kept(blocks.size());
  for (size_t device = 0; device != blocks.size(); ++device)
    for (size_t i = 0; i != exe().arguments.size(); ++i) {
      kept[device].emplace_back();
      if (!exe().arguments[i].donated)
        continue;
      const auto number = static_cast<int64_t>(device);
      const uint64_t bytes = program->argumentBytes[i];
      absl::StatusOr<BlockRef> copy = devices.pool().allocate(number, bytes);
      if (!copy.ok() || !devices.copy(number, (*copy)->address(), blocks[device][i]->address(), bytes).ok())
        return {}; // no room
      kept[device].back() = *std::move(copy);
    }
  return kept;
}

absl::Status Program::State::restore(size_t argument, const std::vector<std::vector<BlockRef>> &kept,
                                     const FillBlock &fill) {
  if (kept.empty())
    return copyIn(argument, fill);
  absl::Status status;
  for (size_t device = 0; status.ok() && device != blocks.size(); ++device)
    status = program->client->devices->copy(static_cast<int64_t>(device), blocks[device][argument]->address(),
                                            kept[device][argument]->address(), program->argumentBytes[argument]);
  return status;
}

absl::StatusOr<HostView> Program::State::result(int64_t device, size_t number) const {
  const Interface &interface = exe().results[number];
  DeviceSet &devices = *program->client->devices;
  const uint64_t bytes = program->resultBytes[number];
  if (interface.place >= 0)
    return devices.view(device, static_cast<const uint8_t *>(devices.arena(device)) + interface.place, bytes);
  const size_t block = interface.alias >= 0 ? static_cast<size_t>(interface.alias) : exe().arguments.size() + number;
  return devices.view(device, blocks[static_cast<size_t>(device)][block]->address(), bytes);
}

absl::Status Program::State::execute(const RunOptions &options, bool isLast, RunStats *stats) {
  Execution one;
  one.trace = options.trace && isLast;
  one.rtol = options.rtol;
  one.atol = options.atol;
  auto begin = std::chrono::steady_clock::now();
  if (absl::Status status = program->loaded->execute(*table, one); !status.ok())
    return status;
  std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  if (!stats)
    return absl::OkStatus();
  stats->stepMs.push_back(time.count());
  stats->bytesSentPerDevice = *std::max_element(one.bytesSent.begin(), one.bytesSent.end());
  stats->checkFailures = one.checkFailures();
  stats->trace = std::move(one.events);
  return absl::OkStatus();
}

absl::Status Program::State::run(const FillBlock &fill, const RunOptions &options, RunStats &stats) {
  const int first = options.warmUp ? -1 : 0;
  EqualBlocks blocksHere(exe());
  Processes *checked = program->client->processes.get();
  for (size_t i = 0; i != exe().arguments.size(); ++i)
    if (absl::Status status = copyIn(i, checked ? blocksHere.noting(fill) : fill); !status.ok())
      return status;
  if (checked)
    if (absl::Status status = blocksHere.check(*checked); !status.ok())
      return status;
  // Arguments survive an execution unless it may write over them. To bring them again to devices with memory of their
  // own takes longer than what they are for.
  std::vector<std::vector<BlockRef>> kept;
  if (first + 1 < options.repeat && program->client->devices->isApart())
    kept = keepDonated();
  for (int execution = first; execution < options.repeat; ++execution) {
    for (size_t i = 0; execution != first && i != exe().arguments.size(); ++i)
      if (exe().arguments[i].donated)
        if (absl::Status status = restore(i, kept, fill); !status.ok())
          return status;
    if (absl::Status status = execute(options, execution + 1 == options.repeat, execution < 0 ? nullptr : &stats);
        !status.ok())
      return status;
  }
  return absl::OkStatus();
}

ShardedArrays Program::State::results() {
  ShardedArrays all;
  for (size_t i = 0; i != exe().results.size(); ++i)
    all.push_back(arrayOnDevices(exe(), exe().results[i], program->range, program->client->processes.get(),
                                 [own = shared_from_this(), i](int64_t device) { return own->result(device, i); }));
  return all;
}

Program::Program(std::shared_ptr<State> state) : state(std::move(state)) {}
Program::~Program() = default;

const Executable &Program::executable() const { return state->exe(); }
const LoadedExecutable &Program::loaded() const { return *state->loaded; }

/// On devices of its own, as many of them in each process.
static absl::StatusOr<std::shared_ptr<ProgramState>> loadOnOwnDevices(Executable executable,
                                                                      const LoadOptions &options) {
  ClientOptions clientOptions;
  clientOptions.devices = executable.numDevices();
  clientOptions.workers = options.workers;
  clientOptions.processes = options.processes;
  clientOptions.backend = backendOf(executable.target) == "cuda" ? "cuda" : "host";
  clientOptions.gpus = options.gpus;
  if (options.gpus.areNamed() && clientOptions.backend != "cuda")
    return absl::InvalidArgumentError(absl::StrCat("GPUs are asked for, the program is compiled for '",
                                                   executable.target, "': recompile with --target=cuda:sm_90"));
  if (const int size = options.processes ? options.processes->size() : 1; clientOptions.devices % size != 0)
    return absl::InvalidArgumentError(absl::StrCat("the program runs on ", clientOptions.devices, " devices, which ",
                                                   size,
                                                   " ranks cannot share alike: start a number of ranks that "
                                                   "divides it"));
  else
    clientOptions.devices /= size;
  absl::StatusOr<std::unique_ptr<Client>> client = Client::create(clientOptions);
  if (!client.ok())
    return client.status();
  return loadProgram((*client)->shared(), std::move(executable));
}

absl::StatusOr<std::unique_ptr<Program>> Program::load(Executable executable, const LoadOptions &options) {
  if (absl::Status status = validate(executable); !status.ok())
    return status;
  Processes *processes = options.processes.get();
  if (processes)
    if (absl::Status status = processes->compare(absl::StrCat(contentHash(serialize(executable))), "machine code",
                                                 "run the same file everywhere");
        !status.ok())
      return status;
  absl::StatusOr<std::shared_ptr<ProgramState>> program = loadOnOwnDevices(std::move(executable), options);
  if (absl::Status status = agreedBy(options.processes, program.status()); !status.ok())
    return status;
  auto state = std::make_shared<State>();
  state->program = *std::move(program);
  state->loaded = std::make_unique<LoadedExecutable>(state->program);
  return std::unique_ptr<Program>(new Program(std::move(state)));
}

absl::StatusOr<std::unique_ptr<Program>> Program::loadFile(const std::string &path, const LoadOptions &options) {
  absl::StatusOr<Executable> executable = readExecutable(path);
  if (absl::Status status = agreedBy(options.processes, executable.status()); !status.ok())
    return status;
  absl::StatusOr<std::unique_ptr<Program>> program = load(*std::move(executable), options);
  if (!program.ok())
    return absl::Status(program.status().code(), absl::StrCat(path, ": ", program.status().message()));
  return program;
}

absl::Status Program::State::runInTurn(const FillBlock &fill, const RunOptions &options, RunStats *stats,
                                       const std::function<absl::Status(ShardedArrays results)> &use) {
  if (blocks.empty())
    if (absl::Status status = allocate(); !status.ok())
      return status;
  RunStats own;
  RunStats &answer = stats ? *stats : own;
  answer = RunStats();
  answer.peakBytesPerDevice = bytesPerDevice(exe());
  answer.liveBytesPerDevice = exe().largest.bytes;
  absl::Status status;
  runtime::runInTurn(*program->client->queue, [&] {
    status = run(fill, options, answer);
    if (status.ok())
      status = use(results());
  });
  return status;
}

absl::StatusOr<std::vector<Array>> Program::run(const std::vector<Array> &inputs, const RunOptions &options,
                                                RunStats *stats) {
  if (absl::Status status = checkInputs(executable(), inputs); !status.ok())
    return status;
  absl::StatusOr<std::vector<Array>> whole;
  absl::Status status =
      state->runInTurn(fillFrom(executable(), inputs), options, stats, [&](const ShardedArrays &results) {
        whole = wholeArrays(results);
        return whole.status();
      });
  if (!status.ok())
    return status;
  return whole;
}

absl::StatusOr<ShardedArrays> Program::runFrom(const ProgramInputs &inputs, const RunOptions &options,
                                               RunStats *stats) {
  if (absl::Status status = checkInputs(executable(), inputs); !status.ok())
    return status;
  ShardedArrays all;
  absl::Status status = state->runInTurn(fillFrom(executable(), inputs), options, stats, [&](ShardedArrays results) {
    all = std::move(results);
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  return all;
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
