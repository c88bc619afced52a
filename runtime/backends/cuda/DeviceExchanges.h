#ifndef RUNTIME_BACKENDS_CUDA_DEVICEEXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_DEVICEEXCHANGES_H

#include "runtime/backends/cuda/Driver.h"
#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// The collectives of a program, as its devices in this process come to them, one after the other. Devices are counted
/// among those.
class DeviceExchanges {
public:
  virtual ~DeviceExchanges() = default;

  /// What it needs for the program, when that is loaded.
  virtual absl::Status prepare() { return absl::OkStatus(); }
  /// Whether they may be recorded in the bodies of a graph's conditional nodes.
  virtual bool runInBodies() const = 0;
  /// An execution begins, or its recording: nobody has arrived anywhere.
  virtual void begin() = 0;
  /// It has ended.
  virtual void end() {}
  virtual uint64_t bytesSent(const Step &step, int64_t device) const = 0;
  /// The members of the device's group that are here.
  virtual const std::vector<int64_t> &membersOf(const Step &step, int64_t device) const = 0;
  /// Whether the device is the last of them to arrive at the step.
  virtual bool arrive(uint32_t number, const Step &step, int64_t device) = 0;
  /// Has their streams move the data. `rows`: by device and step slot.
  virtual absl::Status exchange(uint32_t number, int64_t device, void *const *const *rows) = 0;
  /// Until the stream has come to its end.
  virtual absl::Status await(CUstream stream, const std::string &what) = 0;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_DEVICEEXCHANGES_H
