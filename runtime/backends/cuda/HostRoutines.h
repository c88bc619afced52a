#ifndef RUNTIME_BACKENDS_CUDA_HOSTROUTINES_H
#define RUNTIME_BACKENDS_CUDA_HOSTROUTINES_H

#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/Memory.h"

#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace shardwright::runtime::cuda {

/// The library calls of a program (StepKind::Library), which the host's routines compute: the stream copies what a
/// routine reads to memory of the host that the GPU reaches, calls it as a host function, and copies back what it has
/// written. Where the stream is captured, all of that is in the graph; the bodies of conditional nodes may hold no host
/// functions.
class HostRoutines {
public:
  HostRoutines(const Executable &executable, DeviceRange range, CudaDevices &devices);
  ~HostRoutines();

  /// Makes routines and memory ready. kInvalidArgument names a step that fits no routine, kResourceExhausted the bytes.
  absl::Status prepare();
  /// Asks the device's stream for step `number`; `slots`: addresses of the device.
  absl::Status enqueue(uint32_t number, int64_t device, void *const *slots);
  /// An execution begins: no routine has failed.
  void begin() { failed.store(nullptr, std::memory_order_relaxed); }
  /// Of what the host has waited for: the error of the first routine that has failed, with its step and device.
  absl::Status status() const;

private:
  /// A step on a device, as its host function knows it: lives as long as graphs may.
  struct Call {
    HostRoutines *owner;
    const host::LibraryRoutine *routine;
    uint32_t step;
    int64_t device;
    std::vector<void *> buffers; ///< of the host
  };
  static void run(void *call);

  absl::Status prepareRoutines();
  absl::Status prepareMemory();

  const Executable &exe;
  CudaDevices &devices;
  const Driver &cuda;
  const DeviceRange range;
  const int64_t numDevices;                                    ///< here
  std::vector<std::unique_ptr<host::LibraryRoutine>> routines; ///< by library call
  std::vector<std::vector<uint64_t>> bufferBytes;              ///< of those
  std::vector<uint32_t> callOf;                                ///< by step: its number among those that call
  std::vector<Call> calls;                                     ///< by that number and device
  void *staging = nullptr; ///< for each device as much as the largest call's buffers
  uint64_t stagingBytes = 0;
  host::Memory scratch; ///< for each device as much as the hungriest routine
  uint64_t scratchBytes = 0;
  std::atomic<const Call *> failed{nullptr}; ///< the first one of an execution
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_HOSTROUTINES_H
