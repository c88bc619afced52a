#ifndef RUNTIME_BACKENDS_HOST_HOSTDEVICES_H
#define RUNTIME_BACKENDS_HOST_HOSTDEVICES_H

#include "runtime/Backend.h"
#include "runtime/backends/host/Memory.h"
#include "runtime/backends/host/TaskScheduler.h"
#include "runtime/distributed/MessageCommunicator.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace shardwright::runtime::host {

/// The devices of a client in this process: one set of workers, one arena for each device and one piece of scratch
/// memory for each worker, which all programs share, since one runs at a time.
class HostDevices : public DeviceSet, private RawMemory {
public:
  explicit HostDevices(const DeviceSetOptions &options);
  ~HostDevices() override;

  BlockPool &pool() override { return blocks; }
  bool isApart() const override { return false; }
  void *arena(int64_t device) const override {
    return current.arenas.data() + static_cast<uint64_t>(device) * current.stride;
  }
  absl::Status write(int64_t device, void *address, uint64_t bytes, const FillMemory &fill) override;
  absl::StatusOr<HostView> view(int64_t device, const void *address, uint64_t bytes) override;
  absl::Status copy(int64_t device, void *to, const void *from, uint64_t bytes) override;
  absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                      DeviceRange range) override;

  /// For whoever executes.
  TaskScheduler &scheduler() { return workers; }
  int numWorkers() const { return workers.workers(); }
  /// To the devices of other processes; null: there are none.
  MessageCommunicator *outside() const { return communicator.get(); }
  void *scratch(int worker) const { return current.scratch[static_cast<size_t>(worker)].data(); }
  /// Changes whenever arenas move.
  uint64_t generation() const { return current.generation; }
  /// Takes over the memory of programs loaded since: between two executions.
  void beginExecution();

  /// Makes arenas and scratch memory at least as large, from the next execution on. kResourceExhausted.
  absl::Status provide(uint64_t arenaBytes, uint64_t scratchBytes);

private:
  absl::StatusOr<void *> allocate(int64_t device, uint64_t bytes) override;
  void free(int64_t device, void *address, uint64_t bytes) override;
  bool isOne() const override { return true; }

  struct Shared {
    uint64_t stride = 0, generation = 0;
    Memory arenas;
    std::vector<Memory> scratch; ///< by worker
  };

  const int64_t numDevices;
  BlockPool blocks;
  Shared current; ///< of the execution that runs
  std::mutex mutex;
  Shared next; ///< what is to take its place, where it has any
  uint64_t arenaBytes = 0, scratchBytes = 0;
  std::atomic<bool> isNew{false};
  std::unique_ptr<MessageCommunicator> communicator;
  TaskScheduler workers; ///< last: its threads end before anything they use
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_HOSTDEVICES_H
