#ifndef SHARDWRIGHT_RUNTIME_CLIENT_H
#define SHARDWRIGHT_RUNTIME_CLIENT_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Event.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Runtime/Gpus.h"
#include "shardwright/Runtime/Processes.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Devices, the buffers that live on them, and programs that run on buffers and return buffers at once. Shaped like
/// PJRT: a plugin is a thin layer over this. Everything may be called from any thread; what is still in use stays alive
/// when its client is destroyed.
namespace shardwright::runtime {

struct BufferImpl; // these: runtime/ClientState.h
struct ClientState;
struct ProgramState;
class ArraySource; // Runtime/ProgramInputs.h

/// The type and shape of what one device holds.
struct BufferType {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
};

/// The memory of a buffer, held so that it stays where it is and nothing of later executions is written there. Empty,
/// or of Buffer::hold().
class HeldMemory {
public:
  HeldMemory() = default;
  explicit HeldMemory(std::shared_ptr<const void> memory) : memory(std::move(memory)) {}

  /// bytes() bytes, which are the array's once the buffer is ready; null where this is empty.
  const void *data() const { return memory.get(); }

private:
  std::shared_ptr<const void> memory;
};

/// An array in the memory of one device: dense, row-major. It may become ready later, or turn out to have failed. It
/// ends when it is destroyed, erased, or given away to an execution (donated); its memory is used again when whatever
/// still runs on it is done.
class Buffer {
public:
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  int64_t device() const;
  const BufferType &type() const;
  uint64_t bytes() const;
  Event ready() const;

  /// Waits, then copies bytes() bytes. The status of whatever failed to compute it; kFailedPrecondition where it has
  /// been given away or erased.
  absl::Status copyTo(void *host) const;
  /// Does not wait. While somebody has it, an execution that the buffer is given away to copies it where it wants the
  /// memory, and the buffer stays alive. kFailedPrecondition where it has been given away or erased; kUnimplemented
  /// where the memory of devices is not the host's.
  absl::StatusOr<HeldMemory> hold() const;
  /// Ends it now.
  void erase();
  bool isDonated() const;
  bool isErased() const;

private:
  friend class Client;
  friend class LoadedExecutable;
  explicit Buffer(std::shared_ptr<BufferImpl> impl);
  std::shared_ptr<BufferImpl> impl;
};

struct ExecuteOptions {
  /// By argument: whether its buffers are given away. Empty: those of the arguments that the program wants
  /// (Interface::donated). One that the program wants and is not given is copied first; one that is given and not
  /// wanted is freed when the execution is over. A buffer that somebody holds (Buffer::hold) is not given.
  std::vector<bool> donate;
  double rtol = 0, atol = 0; ///< loosen the program's own checks of floating-point values
};

struct ExecutionResults {
  std::vector<std::vector<std::unique_ptr<Buffer>>> buffers; ///< by device and result
  Event done;                                                ///< the same as that of each buffer
};

/// A program on devices of a client: those that it was loaded for. "Device" below is a position among them.
class LoadedExecutable {
public:
  ~LoadedExecutable();
  const Executable &executable() const;

  /// Runs the program on `arguments[device][argument]`, after everything that was submitted to the client before.
  /// Returns at once; an error of the execution or of what it depends on, a check of the program's own that fails
  /// included (kFailedPrecondition), ends up in the events of its results.
  ///
  /// kInvalidArgument where a buffer is of another device, client, type or shape, or one buffer is given away and
  /// passed a second time; kFailedPrecondition where one has been given away or erased before; both name argument and
  /// device. kResourceExhausted where the results do not fit. Nothing has happened then.
  absl::StatusOr<ExecutionResults> execute(const std::vector<std::vector<Buffer *>> &arguments,
                                           const ExecuteOptions &options = {});

  /// The blocks of a whole array, one for each device, as `execute` takes them.
  absl::StatusOr<std::vector<std::unique_ptr<Buffer>>> putArgument(size_t argument, const Array &whole);
  /// The same out of a source, of which each block is read once.
  absl::StatusOr<std::vector<std::unique_ptr<Buffer>>> putArgument(size_t argument, const ArraySource &whole);
  /// The whole array out of one buffer of each device, all of which must be in this process. Waits.
  absl::StatusOr<Array> getResult(size_t result, const std::vector<Buffer *> &buffers) const;

  /// What only this runtime sees.
  explicit LoadedExecutable(std::shared_ptr<ProgramState> state);
  const std::shared_ptr<ProgramState> &shared() const { return state; }

private:
  /// A buffer for each device of this process, which `fill` writes the block of the device at `position` to.
  absl::StatusOr<std::vector<std::unique_ptr<Buffer>>>
  putBlocks(size_t argument, ElementType type, const std::vector<int64_t> &shape,
            const std::function<absl::Status(int64_t position, void *local)> &fill);

  std::shared_ptr<ProgramState> state;
};

struct ClientOptions {
  int64_t devices = 1;          ///< in this process
  int workers = 0;              ///< threads that run devices and share their work; 0: one for each core
  uint64_t memory = 0;          ///< bytes that a device has; 0: as many as this process may have
  std::string backend = "host"; ///< what the devices are: cores of this machine, or "cuda": GPUs, or parts of them
  GpuOptions gpus;              ///< of the backend "cuda"
  /// Of which each makes such a client, loads the same programs and runs them in the same order. A program has all
  /// their devices, of which process r has the r-th part; what is said of devices here is about this process's, counted
  /// from 0 on. Null: this process alone.
  std::shared_ptr<Processes> processes;
};

/// N devices in this process. Their executions run in order of submission on one set of workers, and share the memory
/// of what only lives within one.
class Client {
public:
  static absl::StatusOr<std::unique_ptr<Client>> create(const ClientOptions &options = {});
  ~Client();

  /// In this process.
  int64_t numDevices() const;

  /// Copies the bytes before it returns.
  absl::StatusOr<std::unique_ptr<Buffer>> bufferFromHost(int64_t device, BufferType type, const void *bytes);
  /// The same with what `fill` writes into memory of that many bytes; its error is the result.
  absl::StatusOr<std::unique_ptr<Buffer>> bufferFrom(int64_t device, BufferType type,
                                                     const std::function<absl::Status(void *bytes)> &fill);
  /// Returns at once: the copy becomes ready, or fails, when what the buffer holds has. kFailedPrecondition where it
  /// has been given away or erased; kInvalidArgument where it is another client's.
  absl::StatusOr<std::unique_ptr<Buffer>> copyToDevice(const Buffer &buffer, int64_t device);
  /// With any content.
  absl::StatusOr<std::unique_ptr<Buffer>> uninitializedBuffer(int64_t device, BufferType type);

  /// `devices` are those that run it, in the order of the positions of its mesh; empty: the first ones.
  /// kInvalidArgument: damaged, for another machine, for more devices than there are or are named, or one is named
  /// twice; kResourceExhausted: it does not fit; kUnimplemented: several processes, or GPUs, and not the first ones in
  /// order.
  absl::StatusOr<std::unique_ptr<LoadedExecutable>> load(Executable executable, std::vector<int64_t> devices = {});

  /// Of a device: buffers, and what executions share.
  uint64_t bytesInUse(int64_t device) const;
  uint64_t peakBytesInUse(int64_t device) const;

  /// What only this runtime sees.
  const std::shared_ptr<ClientState> &shared() const { return state; }

private:
  explicit Client(std::shared_ptr<ClientState> state);
  std::shared_ptr<ClientState> state;
};

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_CLIENT_H
