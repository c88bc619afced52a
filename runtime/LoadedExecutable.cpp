#include "runtime/DeviceArrays.h"
#include "runtime/ExecutionJob.h"
#include "runtime/Layout.h"
#include "runtime/Shards.h"

#include "absl/strings/str_cat.h"

#include <utility>

namespace shardwright::runtime {
namespace {

std::string nameOf(const Executable &executable, size_t argument, int64_t device) {
  return absl::StrCat("argument ", argument, " ('", executable.arguments[argument].name, "') on device ", device);
}

absl::Status checkInput(const Executable &executable, size_t argument, ElementType type,
                        const std::vector<int64_t> &shape) {
  const Interface &want = executable.arguments[argument];
  if (type == want.type && shape == want.globalShape)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("argument ", argument, " ('", want.name, "') is ",
                                                 describeType(want.type, want.globalShape), ", ",
                                                 describeType(type, shape), " is given"));
}

absl::Status checkNumber(const Executable &executable, size_t given) {
  if (given == executable.arguments.size())
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the program takes ", executable.arguments.size(), " arguments, ", given, " are given"));
}

bool sameType(const BufferType &a, const BufferType &b) { return a.type == b.type && a.shape == b.shape; }

/// One call of execute(), under the client's mutex.
class Submission {
public:
  Submission(std::shared_ptr<ProgramState> program, const ExecuteOptions &options)
      : program(std::move(program)), client(*this->program->client), exe(*this->program->exe), options(options) {}

  /// Whether the buffer can be the argument; marks it as looked at. Devices are positions of the program here.
  absl::Status check(BufferImpl *buffer, size_t argument, int64_t device);
  /// Memory for all results and copies.
  absl::Status allocate();
  void addArgument(const std::shared_ptr<BufferImpl> &shared, size_t argument, int64_t device);
  std::shared_ptr<BufferImpl> addResult(size_t result, int64_t device);
  Event submit();

  bool isGiven(size_t argument) const {
    return options.donate.empty() ? exe.arguments[argument].donated != 0 : options.donate[argument];
  }

private:
  size_t at(size_t argument, int64_t device) const {
    return static_cast<size_t>(device) * exe.arguments.size() + argument;
  }
  int64_t onClient(int64_t device) const { return program->devices[static_cast<size_t>(device)]; }

  std::shared_ptr<ProgramState> program;
  ClientState &client;
  const Executable &exe;
  const ExecuteOptions &options;
  std::unique_ptr<ExecutionJob> job;
  uint64_t number = 0;
  std::vector<BlockRef> fresh; ///< in the order in which they are used
  size_t nextFresh = 0;
  enum class Use : uint8_t { Read, Copied, Given };
  std::vector<Use> uses;          ///< device x argument
  std::vector<BlockRef> memoryOf; ///< the same
};

absl::Status Submission::check(BufferImpl *buffer, size_t argument, int64_t device) {
  auto bad = [&](const auto &...what) {
    return absl::InvalidArgumentError(absl::StrCat(nameOf(exe, argument, device), " ", what...));
  };
  if (number == 0)
    number = ++client.executions;
  if (!buffer)
    return bad("is missing");
  if (buffer->client.get() != &client)
    return bad("is a buffer of another client");
  if (buffer->device != onClient(device))
    return bad("is a buffer on device ", buffer->device, onClient(device) == device ? "" : ", this one being device ",
               onClient(device) == device ? "" : absl::StrCat(onClient(device)));
  const std::shared_ptr<const BufferType> &want = program->argumentTypes[argument];
  if (buffer->type != want && !sameType(*buffer->type, *want))
    return bad("is ", describeType(buffer->type->type, buffer->type->shape), ", the program takes ",
               describeType(want->type, want->shape));
  if (!buffer->block)
    return absl::FailedPreconditionError(
        absl::StrCat(nameOf(exe, argument, device), " has been ",
                     buffer->isDonated ? "given away to an execution before" : "erased"));
  if (buffer->execution == number && (buffer->isGiven || isGiven(argument)))
    return bad("is given away, and is another argument as well: copy it");
  buffer->execution = number;
  buffer->isGiven = isGiven(argument);
  uses.push_back(isGiven(argument) && buffer->holders == 0 ? Use::Given
                 : exe.arguments[argument].donated != 0    ? Use::Copied
                                                           : Use::Read);
  return absl::OkStatus();
}

absl::Status Submission::allocate() {
  const int64_t devices = program->range.count;
  std::vector<uint64_t> bytes;
  for (int64_t device = 0; device != devices; ++device) {
    bytes.clear();
    for (size_t i = 0; i != exe.arguments.size(); ++i)
      if (uses[at(i, device)] == Use::Copied)
        bytes.push_back(program->argumentBytes[i]);
    for (size_t i = 0; i != exe.results.size(); ++i)
      if (exe.results[i].alias < 0)
        bytes.push_back(program->resultBytes[i]);
    if (absl::Status status = client.devices->pool().allocate(onClient(device), bytes, fresh); !status.ok())
      return status;
  }
  if (program->idle.empty()) {
    job = std::make_unique<ExecutionJob>(*program);
  } else {
    job = std::move(program->idle.back());
    program->idle.pop_back();
  }
  job->execution.rtol = options.rtol;
  job->execution.atol = options.atol;
  memoryOf.resize(static_cast<size_t>(devices) * exe.arguments.size());
  return absl::OkStatus();
}

void Submission::addArgument(const std::shared_ptr<BufferImpl> &shared, size_t argument, int64_t device) {
  BufferImpl &buffer = *shared;
  if (const std::shared_ptr<EventState> &state = buffer.ready.shared();
      state && (!state->isReady() || !state->status().ok()) &&
      (job->dependencies.empty() || job->dependencies.back().event.shared() != state))
    job->dependencies.push_back({buffer.ready, device, argument});
  BlockRef memory = buffer.block;
  if (uses[at(argument, device)] == Use::Copied) {
    job->held.push_back(memory);
    BlockRef copy = std::move(fresh[nextFresh++]);
    job->before.push_back({device, memory->address(), 0, copy->address(), buffer.bytes});
    memory = std::move(copy);
  } else if (uses[at(argument, device)] == Use::Given) {
    job->given.push_back(shared);
    buffer.block = BlockRef();
    buffer.isDonated = true;
  }
  job->table->set(device, argument, memory->address());
  memoryOf[at(argument, device)] = memory;
  job->held.push_back(std::move(memory));
}

std::shared_ptr<BufferImpl> Submission::addResult(size_t result, int64_t device) {
  const Interface &interface = exe.results[result];
  BlockRef memory;
  if (interface.alias >= 0) {
    memory = memoryOf[at(static_cast<size_t>(interface.alias), device)];
  } else {
    memory = std::move(fresh[nextFresh++]);
    if (interface.place >= 0)
      job->after.push_back({device, nullptr, result, memory->address(), program->resultBytes[result]});
    else
      job->table->set(device, exe.arguments.size() + result, memory->address());
  }
  if (!job->event)
    job->event = std::make_shared<EventState>(client.queue);
  job->held.push_back(memory);
  std::shared_ptr<BufferImpl> buffer = makeBufferImpl(program->client, program->resultTypes[result], std::move(memory));
  buffer->ready = Event(job->event);
  return buffer;
}

Event Submission::submit() {
  if (!job->event)
    job->event = std::make_shared<EventState>(client.queue);
  Event done(job->event);
  job->program = std::move(program);
  client.queue->submit(*job.release());
  return done;
}

} // namespace

LoadedExecutable::LoadedExecutable(std::shared_ptr<ProgramState> state) : state(std::move(state)) {}
LoadedExecutable::~LoadedExecutable() = default;

const Executable &LoadedExecutable::executable() const { return *state->exe; }

absl::StatusOr<ExecutionResults> LoadedExecutable::execute(const std::vector<std::vector<Buffer *>> &arguments,
                                                           const ExecuteOptions &options) {
  const Executable &exe = *state->exe;
  const size_t numArguments = exe.arguments.size();
  const int64_t devices = state->range.count;
  if (static_cast<int64_t>(arguments.size()) != devices)
    return absl::InvalidArgumentError(
        absl::StrCat("the program runs on ", devices, " devices, arguments are given for ", arguments.size()));
  for (const std::vector<Buffer *> &row : arguments)
    if (row.size() != numArguments)
      return absl::InvalidArgumentError(
          absl::StrCat("the program takes ", numArguments, " arguments, ", row.size(), " are given"));
  if (!options.donate.empty() && options.donate.size() != numArguments)
    return absl::InvalidArgumentError(absl::StrCat("the program takes ", numArguments, " arguments, ",
                                                   options.donate.size(), " are said to be donated or not"));
  ExecutionResults results;
  Submission submission(state, options);
  std::lock_guard<std::mutex> lock(state->client->mutex);
  for (int64_t device = 0; device != devices; ++device)
    for (size_t i = 0; i != numArguments; ++i) {
      Buffer *buffer = arguments[static_cast<size_t>(device)][i];
      if (absl::Status status = submission.check(buffer ? buffer->impl.get() : nullptr, i, device); !status.ok())
        return status;
    }
  if (absl::Status status = submission.allocate(); !status.ok())
    return status;
  for (int64_t device = 0; device != devices; ++device) {
    for (size_t i = 0; i != numArguments; ++i)
      submission.addArgument(arguments[static_cast<size_t>(device)][i]->impl, i, device);
    std::vector<std::unique_ptr<Buffer>> &row = results.buffers.emplace_back();
    for (size_t i = 0; i != exe.results.size(); ++i)
      row.emplace_back(new Buffer(submission.addResult(i, device)));
  }
  results.done = submission.submit();
  return results;
}

absl::Status checkInputs(const Executable &exe, const std::vector<Array> &inputs) {
  absl::Status status = checkNumber(exe, inputs.size());
  for (size_t i = 0; status.ok() && i != inputs.size(); ++i)
    status = checkInput(exe, i, inputs[i].type, inputs[i].shape);
  return status;
}

absl::Status checkInputs(const Executable &exe, const ProgramInputs &inputs) {
  absl::Status status = checkNumber(exe, inputs.size());
  for (size_t i = 0; status.ok() && i != inputs.size(); ++i)
    status = checkInput(exe, i, inputs[i].type(), inputs[i].shape());
  return status;
}

FillBlock fillFrom(const Executable &exe, const std::vector<Array> &inputs) {
  return [&](size_t argument, int64_t position, void *local) {
    copyShardIn(exe, exe.arguments[argument], position, inputs[argument], local);
    return absl::OkStatus();
  };
}

FillBlock fillFrom(const Executable &exe, const ProgramInputs &inputs) {
  return [&](size_t argument, int64_t position, void *local) {
    return readShard(exe, exe.arguments[argument], position, inputs[argument], local);
  };
}

absl::StatusOr<std::vector<std::unique_ptr<Buffer>>>
LoadedExecutable::putBlocks(size_t argument, ElementType type, const std::vector<int64_t> &shape,
                            const std::function<absl::Status(int64_t position, void *local)> &fill) {
  const Executable &exe = *state->exe;
  if (argument >= exe.arguments.size())
    return absl::InvalidArgumentError(absl::StrCat("argument ", argument, " of ", exe.arguments.size()));
  if (absl::Status status = checkInput(exe, argument, type, shape); !status.ok())
    return status;
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (int64_t device = 0; device != state->range.count; ++device) {
    const int64_t own = state->devices[static_cast<size_t>(device)];
    absl::StatusOr<BlockRef> block = state->client->devices->pool().allocate(own, state->argumentBytes[argument]);
    if (!block.ok())
      return block.status();
    absl::Status status =
        state->client->devices->write(own, (*block)->address(), state->argumentBytes[argument],
                                      [&](void *local) { return fill(state->range.first + device, local); });
    if (!status.ok())
      return status;
    buffers.emplace_back(new Buffer(makeBufferImpl(state->client, state->argumentTypes[argument], *std::move(block))));
  }
  return buffers;
}

absl::StatusOr<std::vector<std::unique_ptr<Buffer>>> LoadedExecutable::putArgument(size_t argument,
                                                                                   const Array &whole) {
  return putBlocks(argument, whole.type, whole.shape, [&](int64_t position, void *local) {
    copyShardIn(*state->exe, state->exe->arguments[argument], position, whole, local);
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<std::unique_ptr<Buffer>>> LoadedExecutable::putArgument(size_t argument,
                                                                                   const ArraySource &whole) {
  return putBlocks(argument, whole.type(), whole.shape(), [&](int64_t position, void *local) {
    return readShard(*state->exe, state->exe->arguments[argument], position, whole, local);
  });
}

absl::StatusOr<Array> LoadedExecutable::getResult(size_t result, const std::vector<Buffer *> &buffers) const {
  const Executable &exe = *state->exe;
  if (result >= exe.results.size())
    return absl::InvalidArgumentError(absl::StrCat("result ", result, " of ", exe.results.size()));
  if (state->range.count != exe.numDevices())
    return absl::FailedPreconditionError(absl::StrCat("of the ", exe.numDevices(), " devices with result ", result,
                                                      ", ", state->range.count,
                                                      " are in this process: copy their buffers"));
  if (static_cast<int64_t>(buffers.size()) != exe.numDevices())
    return absl::InvalidArgumentError(
        absl::StrCat("the program runs on ", exe.numDevices(), " devices, ", buffers.size(), " buffers are given"));
  std::vector<std::vector<uint8_t>> locals;
  for (size_t device = 0; device != buffers.size(); ++device) {
    const BufferType &want = *state->resultTypes[result];
    if (!buffers[device] || !sameType(buffers[device]->type(), want))
      return absl::InvalidArgumentError(absl::StrCat("result ", result, " on device ", device, " is ",
                                                     describeType(want.type, want.shape), ", another buffer is given"));
    locals.emplace_back(buffers[device]->bytes());
    if (absl::Status status = buffers[device]->copyTo(locals.back().data()); !status.ok())
      return annotate(status, absl::StrCat("result ", result, " on device ", device));
  }
  return gatherArray(exe, exe.results[result],
                     [&](int64_t device) { return HostView(locals[static_cast<size_t>(device)].data()); });
}

} // namespace shardwright::runtime
