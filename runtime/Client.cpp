#include "shardwright/Runtime/Client.h"

#include "runtime/ClientState.h"
#include "runtime/ExecutionJob.h"
#include "runtime/Layout.h"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cstring>
#include <numeric>
#include <utility>

namespace shardwright::runtime {

absl::Status annotate(const absl::Status &status, const std::string &what) {
  return status.ok() ? status : absl::Status(status.code(), absl::StrCat(what, ": ", status.message()));
}

ClientState::~ClientState() {
  queue->close();
  devices.reset();
  if (processes)
    processes->releaseClient();
}

ProgramState::ProgramState() = default;
ProgramState::~ProgramState() = default;

/// The client's device at each position: `devices`, or the first ones.
static absl::StatusOr<std::vector<int64_t>> devicesOf(const ClientState &client, int64_t positions,
                                                      std::vector<int64_t> devices) {
  std::vector<int64_t> first(static_cast<size_t>(positions));
  std::iota(first.begin(), first.end(), 0);
  if (devices.empty() || devices == first)
    return first;
  if (static_cast<int64_t>(devices.size()) != positions)
    return absl::InvalidArgumentError(
        absl::StrCat("the program runs on ", positions, " devices, ", devices.size(), " are named"));
  std::vector<bool> isTaken(static_cast<size_t>(client.numDevices), false);
  for (int64_t device : devices) {
    if (device < 0 || device >= client.numDevices)
      return absl::InvalidArgumentError(
          absl::StrCat("device ", device, " is named, the client has ", client.numDevices));
    if (isTaken[static_cast<size_t>(device)])
      return absl::InvalidArgumentError(absl::StrCat("device ", device, " is named twice"));
    isTaken[static_cast<size_t>(device)] = true;
  }
  if (client.processes || client.devices->isApart())
    return absl::UnimplementedError(absl::StrCat("the program is to run on devices ", absl::StrJoin(devices, ", "),
                                                 ": only devices of one host may be others than the first ", positions,
                                                 " in their order"));
  return devices;
}

absl::StatusOr<std::shared_ptr<ProgramState>> loadProgram(std::shared_ptr<ClientState> client, Executable executable,
                                                          std::vector<int64_t> devices) {
  if (absl::Status status = validate(executable); !status.ok())
    return status;
  const int64_t wanted = executable.numDevices(), own = client->numDevices;
  if (const std::string backend = backendOf(executable.target); client->backend == "cuda" && backend != client->backend)
    return absl::InvalidArgumentError(absl::StrCat("the program is compiled for '", executable.target,
                                                   "', the client's devices are GPUs: make it with the backend '",
                                                   backend, "'"));
  else if (backend == "cuda" && backend != client->backend)
    return absl::InvalidArgumentError(
        absl::StrCat("the program is compiled for '", executable.target,
                     "', the client's devices are a host's: make it with the backend 'cuda'"));
  auto program = std::make_shared<ProgramState>();
  if (const Processes *processes = client->processes.get()) {
    program->range = {processes->rank() * own, own};
    if (wanted != own * processes->size())
      return absl::InvalidArgumentError(
          absl::StrCat("the program runs on ", wanted, " devices, ", processes->size(), " ranks have ", own, " each"));
  } else {
    program->range = {0, wanted};
    if (wanted > own)
      return absl::InvalidArgumentError(
          absl::StrCat("the program runs on ", wanted, " devices, the client has ", own, ": make it with as many"));
  }
  absl::StatusOr<std::vector<int64_t>> onDevices = devicesOf(*client, program->range.count, std::move(devices));
  if (!onDevices.ok())
    return onDevices.status();
  program->devices = *std::move(onDevices);
  program->client = std::move(client);
  program->exe = std::make_shared<const Executable>(std::move(executable));
  absl::StatusOr<std::unique_ptr<LoadedProgram>> loaded = program->client->devices->load(program->exe, program->range);
  if (!loaded.ok())
    return loaded.status();
  program->loaded = *std::move(loaded);
  auto describe = [](const std::vector<Interface> &values, std::vector<std::shared_ptr<const BufferType>> &types,
                     std::vector<uint64_t> &bytes) {
    for (const Interface &value : values) {
      types.push_back(std::make_shared<const BufferType>(BufferType{value.type, localShape(value)}));
      bytes.push_back(localBytes(value));
    }
  };
  describe(program->exe->arguments, program->argumentTypes, program->argumentBytes);
  describe(program->exe->results, program->resultTypes, program->resultBytes);
  return program;
}

Client::Client(std::shared_ptr<ClientState> state) : state(std::move(state)) {}
Client::~Client() = default;

absl::StatusOr<std::unique_ptr<Client>> Client::create(const ClientOptions &options) {
  constexpr int64_t kMostDevices = 1 << 20;
  if (options.devices < 1 || options.devices > kMostDevices)
    return absl::InvalidArgumentError(
        absl::StrCat("a client of ", options.devices, " devices: it has 1 to ", kMostDevices));
  auto state = std::make_shared<ClientState>();
  if (options.processes && !options.processes->claimClient())
    return absl::FailedPreconditionError("these processes have a client already");
  state->processes = options.processes;
  absl::StatusOr<Backend *> backend = findBackend(options.backend);
  if (!backend.ok())
    return backend.status();
  state->backend = options.backend;
  absl::StatusOr<std::unique_ptr<DeviceSet>> devices =
      (*backend)->open({options.devices, options.workers, options.memory, options.processes.get(), options.gpus});
  if (!devices.ok())
    return devices.status();
  state->devices = *std::move(devices);
  state->numDevices = options.devices;
  return std::unique_ptr<Client>(new Client(std::move(state)));
}

int64_t Client::numDevices() const { return state->numDevices; }

absl::StatusOr<std::unique_ptr<Buffer>> Client::uninitializedBuffer(int64_t device, BufferType type) {
  if (device < 0 || device >= state->numDevices)
    return absl::InvalidArgumentError(absl::StrCat("device ", device, " of ", state->numDevices));
  const int64_t bytes = isElementType(type.type) ? checkedBytes(type.type, type.shape) : -1;
  if (bytes < 0)
    return absl::InvalidArgumentError(absl::StrCat("a buffer of an impossible type or shape"));
  absl::StatusOr<BlockRef> block = state->devices->pool().allocate(device, static_cast<uint64_t>(bytes));
  if (!block.ok())
    return block.status();
  return std::unique_ptr<Buffer>(
      new Buffer(makeBufferImpl(state, std::make_shared<const BufferType>(std::move(type)), *std::move(block))));
}

absl::StatusOr<std::unique_ptr<Buffer>> Client::bufferFrom(int64_t device, BufferType type,
                                                           const std::function<absl::Status(void *bytes)> &fill) {
  absl::StatusOr<std::unique_ptr<Buffer>> buffer = uninitializedBuffer(device, std::move(type));
  if (!buffer.ok() || (*buffer)->bytes() == 0)
    return buffer;
  absl::Status status = state->devices->write(device, (*buffer)->impl->block->address(), (*buffer)->bytes(), fill);
  if (!status.ok())
    return status;
  return buffer;
}

absl::StatusOr<std::unique_ptr<Buffer>> Client::bufferFromHost(int64_t device, BufferType type, const void *bytes) {
  const int64_t size = isElementType(type.type) ? checkedBytes(type.type, type.shape) : -1; // an error below
  return bufferFrom(device, std::move(type), [&](void *to) {
    std::memcpy(to, bytes, static_cast<size_t>(size));
    return absl::OkStatus();
  });
}

absl::StatusOr<std::unique_ptr<Buffer>> Client::copyToDevice(const Buffer &buffer, int64_t device) {
  if (buffer.impl->client != state)
    return absl::InvalidArgumentError("the buffer is of another client");
  absl::StatusOr<std::unique_ptr<Buffer>> copy = uninitializedBuffer(device, buffer.type());
  if (!copy.ok())
    return copy;
  auto job = std::make_unique<CopyJob>();
  job->client = state;
  job->ready = buffer.ready();
  job->to = (*copy)->impl->block;
  job->event = std::make_shared<EventState>(state->queue);
  (*copy)->impl->ready = Event(job->event);
  // Within the lock, so that the copy comes before any execution that the buffer is given away to from here on.
  std::lock_guard<std::mutex> lock(state->mutex);
  if (!buffer.impl->block)
    return absl::FailedPreconditionError(whatBecameOf(*buffer.impl));
  job->from = buffer.impl->block;
  state->queue->submit(*job.release());
  return copy;
}

absl::StatusOr<std::unique_ptr<LoadedExecutable>> Client::load(Executable executable, std::vector<int64_t> devices) {
  absl::StatusOr<std::shared_ptr<ProgramState>> program = loadProgram(state, std::move(executable), std::move(devices));
  if (!program.ok())
    return program.status();
  return std::unique_ptr<LoadedExecutable>(new LoadedExecutable(*std::move(program)));
}

uint64_t Client::bytesInUse(int64_t device) const { return state->devices->pool().bytesInUse(device); }
uint64_t Client::peakBytesInUse(int64_t device) const { return state->devices->pool().peakBytesInUse(device); }

} // namespace shardwright::runtime
