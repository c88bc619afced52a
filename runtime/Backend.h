#ifndef SHARDWRIGHT_RUNTIME_BACKEND_H
#define SHARDWRIGHT_RUNTIME_BACKEND_H

#include "runtime/BlockPool.h"
#include "runtime/Communicator.h"
#include "runtime/HostView.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Runtime/Gpus.h"
#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// What a kind of device has to offer; the client (Client.h) is written over it.
namespace shardwright::runtime {

/// What one execution is asked and what it answers.
struct Execution {
  // Asked.
  bool trace = false;
  double rtol = 0, atol = 0;
  // Answered.
  std::vector<uint64_t> bytesSent;              ///< by device
  std::map<uint32_t, std::string> failedChecks; ///< by step: one report for all devices
  std::vector<std::vector<TraceEvent>> events;  ///< by device

  /// Nothing has run yet.
  void begin(int64_t devices) {
    failedChecks.clear();
    events.assign(trace ? static_cast<size_t>(devices) : 0, {});
  }
  /// In the order of the steps.
  std::vector<std::string> checkFailures() const {
    std::vector<std::string> texts;
    for (const auto &[step, text] : failedChecks)
      texts.push_back(text);
    return texts;
  }
};

/// What the devices of a client are asked for as.
struct DeviceSetOptions {
  int64_t devices = 1;            ///< in this process
  int workers = 0;                ///< 0: one for each core
  uint64_t memory = 0;            ///< bytes that a device has; 0: as many as there are
  Processes *processes = nullptr; ///< that have as many devices each; null: only this one
  GpuOptions gpus;                ///< where devices are GPUs
};

/// The addresses of one execution: of each device's arguments, then of its results. Devices are counted among those in
/// this process.
class BlockTable {
public:
  virtual ~BlockTable() = default;
  /// Takes no time where it is that already. A result that takes over an argument's memory goes where that goes.
  virtual void set(int64_t device, size_t block, void *address) = 0;
  /// An arena of its own, in the place of what all executions share.
  virtual void setArena(int64_t device, void *address) = 0;
};

/// A program on a backend's devices.
class LoadedProgram {
public:
  virtual ~LoadedProgram() = default;
  virtual std::unique_ptr<BlockTable> makeTable() = 0;
  /// All devices from the first step to the end; an error of one ends all. One execution at a time of all programs of
  /// these devices; the calling thread is one of the workers.
  virtual absl::Status execute(BlockTable &table, Execution &execution) = 0;
};

/// The devices of one client. What lies in their memory goes in and out through them: addresses are theirs alone.
class DeviceSet {
public:
  virtual ~DeviceSet() = default;
  virtual BlockPool &pool() = 0;
  /// Whether their memory is another one than the host's.
  virtual bool isApart() const = 0;
  /// Calls `fill` with memory of the host, whose content the device has at `address` on return.
  virtual absl::Status write(int64_t device, void *address, uint64_t bytes, const FillMemory &fill) = 0;
  /// For as long as nothing writes there.
  virtual absl::StatusOr<HostView> view(int64_t device, const void *address, uint64_t bytes) = 0;
  /// Within the memory of one device; from and to lie apart.
  virtual absl::Status copy(int64_t device, void *to, const void *from, uint64_t bytes) = 0;
  /// The arena of the last execution, until the next one.
  virtual void *arena(int64_t device) const = 0;
  /// `executable` has been validated; `range` of its devices are the first ones here. From any thread, also during an
  /// execution.
  virtual absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                              DeviceRange range) = 0;
};

/// A kind of device.
class Backend {
public:
  virtual ~Backend() = default;
  virtual const char *name() const = 0;
  virtual absl::StatusOr<std::unique_ptr<DeviceSet>> open(const DeviceSetOptions &options) = 0;
};

/// Devices in this process.
Backend &hostBackend();
/// Devices that are GPUs, or parts of them.
Backend &cudaBackend();
/// What a target (Executable::target) begins with, up to its colon: the name of its backend.
std::string backendOf(const std::string &target);
/// kInvalidArgument: there is none of the name.
absl::StatusOr<Backend *> findBackend(const std::string &name);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_BACKEND_H
