#include "shardwright/Runtime/TrainingLoop.h"

#include "runtime/ClientState.h"
#include "runtime/DeviceArrays.h"
#include "runtime/ExecutionJob.h"
#include "runtime/Layout.h"
#include "runtime/MemoryCycle.h"
#include "runtime/distributed/EqualInputs.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace shardwright::runtime {
namespace {

/// Whether every device holds the same of both, which have one global shape.
bool liesAlike(const Executable &executable, const Interface &a, const Interface &b) {
  if (numParts(a.partial) != numParts(b.partial) || (numParts(a.partial) > 1 && a.reduction != b.reduction))
    return false;
  for (size_t dim = 0; dim != a.dims.size(); ++dim)
    if (numParts(a.dims[dim]) != numParts(b.dims[dim]))
      return false;
  for (int64_t device = 0, n = executable.numDevices(); device != n; ++device) {
    if (blockIndex(executable, a.partial, device) != blockIndex(executable, b.partial, device))
      return false;
    for (size_t dim = 0; dim != a.dims.size(); ++dim)
      if (blockIndex(executable, a.dims[dim], device) != blockIndex(executable, b.dims[dim], device))
        return false;
  }
  return true;
}

} // namespace

absl::Status checkFeeds(const Executable &executable, const std::vector<Feed> &feeds) {
  std::vector<int64_t> fedBy(executable.arguments.size(), -1);
  for (const auto &[result, argument] : feeds) {
    auto bad = [&, &result = result, &argument = argument](const auto &...what) {
      return absl::InvalidArgumentError(
          absl::StrCat("result ", result, " cannot be fed to argument ", argument, ": ", what...));
    };
    if (result >= executable.results.size())
      return bad("the program has ", executable.results.size(), " results");
    if (argument >= executable.arguments.size())
      return bad("the program has ", executable.arguments.size(), " arguments");
    if (int64_t other = std::exchange(fedBy[argument], static_cast<int64_t>(result)); other >= 0)
      return bad("result ", other, " is fed to it already");
    const Interface &from = executable.results[result], &to = executable.arguments[argument];
    if (from.type != to.type || from.globalShape != to.globalShape)
      return bad("the one is ", describeType(from.type, from.globalShape), ", the other ",
                 describeType(to.type, to.globalShape));
    if (!liesAlike(executable, from, to))
      return bad("the one is sharded as ", describeSharding(executable, from), ", the other as ",
                 describeSharding(executable, to), ": give the result the argument's sharding in the program");
  }
  return absl::OkStatus();
}

struct TrainingLoop::State : std::enable_shared_from_this<TrainingLoop::State> {
  std::shared_ptr<ProgramState> program;
  std::unique_ptr<MemoryCycle> cycle;
  std::vector<std::vector<BlockRef>> blocks;          ///< by device and number of the cycle
  std::vector<std::unique_ptr<BlockTable>> tables;    ///< by phase of the cycle, or one for all
  std::vector<MemoryCycle::Place> arguments, results; ///< of the next step, of the last one
  Execution execution;
  size_t phase = 0;

  const Executable &exe() const { return *program->exe; }
  absl::Status allocate();
  absl::Status copyIn(const FillBlock &block);
  void fill(BlockTable &table, const MemoryCycle::Phase &phase) const;
  absl::Status step();
  std::shared_ptr<const ShardedArray> arrayAt(const Interface &value, MemoryCycle::Place place) const;
  void *address(int64_t device, MemoryCycle::Place place) const {
    return static_cast<uint8_t *>(blocks[static_cast<size_t>(device)][place.block]->address()) + place.offset;
  }
};

absl::Status TrainingLoop::State::allocate() {
  for (int64_t device = 0; device != program->range.count; ++device)
    if (absl::Status status = program->client->devices->pool().allocate(program->devices[static_cast<size_t>(device)],
                                                                        cycle->blockBytes(), blocks.emplace_back());
        !status.ok())
      return status;
  // Where memory goes round in few ways, each has its table.
  const size_t numTables = cycle->isClosed() ? cycle->phases().size() : 1;
  for (size_t i = 0; i != numTables; ++i) {
    tables.push_back(program->loaded->makeTable());
    fill(*tables.back(), cycle->phases()[i]);
  }
  arguments = cycle->firstArguments();
  return absl::OkStatus();
}

absl::Status TrainingLoop::State::copyIn(const FillBlock &block) {
  EqualBlocks blocksHere(exe());
  Processes *processes = program->client->processes.get();
  const FillBlock one = processes ? blocksHere.noting(block) : block;
  absl::Status status;
  for (int64_t device = 0; device != program->range.count; ++device)
    for (size_t i = 0; status.ok() && i != exe().arguments.size(); ++i)
      status =
          program->client->devices->write(device, address(device, arguments[i]), program->argumentBytes[i],
                                          [&](void *local) { return one(i, program->range.first + device, local); });
  return status.ok() && processes ? blocksHere.check(*processes) : status;
}

void TrainingLoop::State::fill(BlockTable &table, const MemoryCycle::Phase &of) const {
  for (int64_t device = 0; device != program->range.count; ++device) {
    for (size_t i = 0; i != of.arguments.size(); ++i)
      table.set(device, i, address(device, of.arguments[i]));
    for (size_t i = 0; i != of.results.size(); ++i)
      if (exe().results[i].hasOwnBlock())
        table.set(device, of.arguments.size() + i, address(device, of.results[i]));
    if (of.arena)
      table.setArena(device, address(device, {*of.arena, 0}));
  }
}

absl::Status TrainingLoop::State::step() {
  const MemoryCycle::Phase &now = cycle->isClosed() ? cycle->phases()[phase] : cycle->phaseOf(arguments);
  BlockTable &table = *tables[cycle->isClosed() ? phase : 0];
  if (!cycle->isClosed())
    fill(table, now);
  for (const auto &[from, to, bytes] : now.copies)
    for (int64_t device = 0; device != program->range.count; ++device)
      if (absl::Status copied =
              program->client->devices->copy(device, address(device, to), address(device, from), bytes);
          !copied.ok())
        return copied;
  absl::Status status = program->loaded->execute(table, execution);
  if (!cycle->isClosed()) {
    results = now.results;
    arguments = now.next;
  }
  phase = phase + 1 == cycle->phases().size() ? cycle->loopsTo() : phase + 1;
  return status;
}

TrainingLoop::TrainingLoop(std::shared_ptr<State> state) : state(std::move(state)) {}
TrainingLoop::~TrainingLoop() = default;

absl::StatusOr<std::unique_ptr<TrainingLoop>> TrainingLoop::create(const LoadedExecutable &program,
                                                                   std::vector<Feed> feeds,
                                                                   const std::function<absl::Status(State &)> &fill) {
  const Executable &exe = program.executable();
  if (absl::Status status = checkFeeds(exe, feeds); !status.ok())
    return status;
  auto state = std::make_shared<State>();
  state->program = program.shared();
  state->cycle = std::make_unique<MemoryCycle>(exe, std::move(feeds));
  if (absl::Status status = state->allocate(); !status.ok())
    return status;
  if (absl::Status status = fill(*state); !status.ok())
    return status;
  return std::unique_ptr<TrainingLoop>(new TrainingLoop(std::move(state)));
}

absl::StatusOr<std::unique_ptr<TrainingLoop>>
TrainingLoop::create(const LoadedExecutable &program, std::vector<Feed> feeds, const std::vector<Array> &arguments) {
  if (absl::Status status = checkInputs(program.executable(), arguments); !status.ok())
    return status;
  return create(program, std::move(feeds),
                [&](State &state) { return state.copyIn(fillFrom(program.executable(), arguments)); });
}

absl::StatusOr<std::unique_ptr<TrainingLoop>>
TrainingLoop::createFrom(const LoadedExecutable &program, std::vector<Feed> feeds, const ProgramInputs &arguments) {
  if (absl::Status status = checkInputs(program.executable(), arguments); !status.ok())
    return status;
  return create(program, std::move(feeds),
                [&](State &state) { return state.copyIn(fillFrom(program.executable(), arguments)); });
}

absl::Status TrainingLoop::run(int64_t steps, const RunOptions &options, RunStats *stats) {
  State &own = *state;
  ExecutionQueue &queue = *own.program->client->queue;
  own.execution.rtol = options.rtol;
  own.execution.atol = options.atol;
  for (int64_t step = 0; step != steps; ++step) {
    own.execution.trace = options.trace && step + 1 == steps;
    absl::Status status;
    const size_t phase = own.phase;
    auto begin = std::chrono::steady_clock::now();
    runInTurn(queue, [&] { status = own.step(); });
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (own.cycle->isClosed() && step + 1 == steps) {
      own.results = own.cycle->phases()[phase].results;
      own.arguments = own.cycle->phases()[phase].next;
    }
    if (!status.ok())
      return status;
    if (stats) {
      stats->stepMs.push_back(time.count());
      if (stats->checkFailures.empty())
        stats->checkFailures = own.execution.checkFailures();
    }
  }
  if (stats) {
    stats->liveBytesPerDevice = own.exe().largest.bytes;
    stats->peakBytesPerDevice = own.exe().constants.size() + (own.cycle->ownsArenas() ? 0 : own.exe().arenaBytes);
    for (uint64_t bytes : own.cycle->blockBytes())
      stats->peakBytesPerDevice += bytes;
  }
  if (stats && steps != 0) {
    stats->bytesSentPerDevice = *std::max_element(own.execution.bytesSent.begin(), own.execution.bytesSent.end());
    stats->trace = std::move(own.execution.events);
  }
  return absl::OkStatus();
}

std::shared_ptr<const ShardedArray> TrainingLoop::State::arrayAt(const Interface &value,
                                                                 MemoryCycle::Place place) const {
  return arrayOnDevices(exe(), value, program->range, program->client->processes.get(),
                        [own = shared_from_this(), place, bytes = localBytes(value)](int64_t device) {
                          return own->program->client->devices->view(device, own->address(device, place), bytes);
                        });
}

std::shared_ptr<const ShardedArray> TrainingLoop::shardedArgument(size_t number) const {
  return state->arrayAt(state->exe().arguments[number], state->arguments[number]);
}

std::shared_ptr<const ShardedArray> TrainingLoop::shardedResult(size_t number) const {
  const Interface &interface = state->exe().results[number];
  return state->results.empty() ? arrayInMemory(Array::zeros(interface.type, interface.globalShape))
                                : state->arrayAt(interface, state->results[number]);
}

/// Without elements where one of the processes has failed.
static Array wholeOf(const ShardedArray &array) {
  absl::StatusOr<Array> whole = array.whole();
  return whole.ok() ? *std::move(whole) : Array{array.type(), array.shape(), {}};
}

Array TrainingLoop::argument(size_t number) const { return wholeOf(*shardedArgument(number)); }
Array TrainingLoop::result(size_t number) const { return wholeOf(*shardedResult(number)); }

} // namespace shardwright::runtime
