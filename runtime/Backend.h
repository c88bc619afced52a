#ifndef SHARDWRIGHT_RUNTIME_BACKEND_H
#define SHARDWRIGHT_RUNTIME_BACKEND_H

#include "shardwright/Runtime/Runtime.h"

#include "absl/status/statusor.h"

#include <memory>
#include <vector>

namespace shardwright::runtime {

/// What one execution is asked and what it answers.
struct Execution {
  // Asked.
  bool trace = false;
  double rtol = 0, atol = 0;
  // Answered.
  std::vector<uint64_t> bytesSent; ///< by device
  std::vector<std::string> checkFailures;
  std::vector<std::vector<TraceEvent>> events; ///< by device
};

/// A program on a backend's devices, memory allocated.
class LoadedProgram {
public:
  virtual ~LoadedProgram() = default;

  /// Cuts the device's block out of the whole array into its argument buffer.
  virtual absl::Status copyIn(int64_t device, size_t argument, const Array &whole) = 0;
  /// Writes the device's block of a result into the whole array, combined with those of the devices that it is partial
  /// over.
  virtual absl::Status copyOut(int64_t device, size_t result, Array &whole) = 0;
  /// All devices from the first step to the end; an error of one ends all.
  virtual absl::Status execute(Execution &execution) = 0;

  virtual uint64_t bytesPerDevice() const = 0;
};

/// A kind of device.
class Backend {
public:
  virtual ~Backend() = default;
  virtual const char *name() const = 0;
  /// `executable` has been validated.
  virtual absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                              const LoadOptions &options) = 0;
};

/// N devices in this process.
Backend &hostBackend();

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_BACKEND_H
