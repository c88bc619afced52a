#ifndef RUNTIME_CLIENTSTATE_H
#define RUNTIME_CLIENTSTATE_H

#include "runtime/Backend.h"
#include "runtime/ExecutionQueue.h"
#include "shardwright/Runtime/Client.h"
#include "shardwright/Runtime/ProgramInputs.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// What is behind clients, programs and buffers.
namespace shardwright::runtime {

struct ClientState {
  ~ClientState();

  std::shared_ptr<Processes> processes; ///< null: this one alone
  std::string backend;                  ///< name of what the devices are
  std::unique_ptr<DeviceSet> devices;
  int64_t numDevices = 0; ///< in this process
  std::shared_ptr<ExecutionQueue> queue = std::make_shared<ExecutionQueue>();
  /// Of whose turn it is: what becomes of a buffer is decided in the order in which executions are submitted.
  std::mutex mutex;
  uint64_t executions = 0; ///< that were submitted
};

class ExecutionJob;

/// A program that is loaded. Jobs hold it, it holds the client.
struct ProgramState {
  ProgramState();
  ~ProgramState();

  std::shared_ptr<ClientState> client;
  std::shared_ptr<const Executable> exe;
  DeviceRange range;                     ///< of its devices, those here
  std::vector<int64_t> devices;          ///< the client's device at each position here
  std::unique_ptr<LoadedProgram> loaded; ///< uses the client's devices
  std::vector<std::shared_ptr<const BufferType>> argumentTypes, resultTypes;
  std::vector<uint64_t> argumentBytes, resultBytes;
  std::vector<std::unique_ptr<ExecutionJob>> idle; ///< under the client's mutex
};

/// Writes what the device at that position holds of an argument.
using FillBlock = std::function<absl::Status(size_t argument, int64_t position, void *local)>;
FillBlock fillFrom(const Executable &executable, const std::vector<Array> &inputs);
FillBlock fillFrom(const Executable &executable, const ProgramInputs &inputs);

/// `devices` as in Client::load().
absl::StatusOr<std::shared_ptr<ProgramState>> loadProgram(std::shared_ptr<ClientState> client, Executable executable,
                                                          std::vector<int64_t> devices = {});

struct BufferImpl {
  std::shared_ptr<ClientState> client;
  std::shared_ptr<const BufferType> type;
  int64_t device = 0;
  uint64_t bytes = 0;
  Event ready;
  std::atomic<int64_t> readers{0}; ///< an execution that it is given away to waits for them
  // Under the client's mutex:
  BlockRef block; ///< null: donated or erased
  bool isDonated = false;
  int64_t holders = 0;    ///< somebody reads its memory and does not say when (Buffer::hold)
  uint64_t execution = 0; ///< the last that took it as an argument
  bool isGiven = false;   ///< to that one
};

std::shared_ptr<BufferImpl> makeBufferImpl(std::shared_ptr<ClientState> client, std::shared_ptr<const BufferType> type,
                                           BlockRef block);

/// Why a buffer without memory has none: the message of kFailedPrecondition.
std::string whatBecameOf(const BufferImpl &buffer);

/// Whether there is a whole array of the right type and shape for each argument; kInvalidArgument, both printed.
absl::Status checkInputs(const Executable &executable, const std::vector<Array> &inputs);
absl::Status checkInputs(const Executable &executable, const ProgramInputs &inputs);

/// The status of something that is worked on in the name of `what`.
absl::Status annotate(const absl::Status &status, const std::string &what);

} // namespace shardwright::runtime

#endif // RUNTIME_CLIENTSTATE_H
