#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_HOSTPROGRAM_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_HOSTPROGRAM_H

#include "runtime/Backend.h"
#include "runtime/backends/host/CollectivePlan.h"
#include "runtime/backends/host/KernelImage.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/MatmulStep.h"
#include "runtime/backends/host/Memory.h"
#include "runtime/backends/host/TaskScheduler.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace shardwright::runtime::host {

/// A program on N devices in this process. Everything a step needs is looked up at load: running allocates nothing and
/// searches nothing.
class HostProgram : public LoadedProgram, private TaskScheduler::Client {
public:
  static absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                             const LoadOptions &options);

  absl::Status copyIn(int64_t device, size_t argument, const Array &whole) override;
  absl::Status copyOut(int64_t device, size_t result, Array &whole) override;
  absl::Status execute(Execution &execution) override;
  uint64_t bytesPerDevice() const override;

private:
  HostProgram(std::shared_ptr<const Executable> executable, int workers);

  // Load.
  absl::Status prepare();
  absl::Status prepareKernels();
  absl::Status checkMemory(uint64_t bytesPerDevice);
  absl::Status prepareMemory();
  absl::Status prepareLibrary();
  absl::Status checkLibraryBuffers(const Step &step);
  void prepareSteps();

  // Run.
  Stop runDevice(int64_t device, int worker) override;
  absl::Status describeDeadlock() override;
  struct Rendezvous;
  void complete(uint32_t step, Rendezvous &here, uint32_t group, int64_t device, int worker);
  void exchange(const CollectivePlan &plan, uint32_t group, uint32_t firstSlot, int worker);
  void runKernel(const Step &step, void *const *buffers, int worker);
  bool runMatmul(const MatmulStep &matmul, void *const *buffers, int worker);
  /// A device's block of a result, combined over the axes that it is partial over.
  std::vector<uint8_t> combine(const Interface &interface, size_t result, int64_t device) const;
  void check(uint32_t step, void *const *buffers);
  void record(int64_t device, uint32_t step, int64_t begin) {
    execution->events[static_cast<size_t>(device)].push_back({step, begin, now()});
  }
  int64_t now() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - started).count();
  }

  /// A device's state between two stays on a worker, and what it has counted.
  struct alignas(64) Device {
    uint32_t step = 0; ///< the next one
    bool finished = false;
    int64_t arrived = 0; ///< at the collective it waits for, for the trace
    uint64_t bytesSent = 0;
    void **buffers = nullptr; ///< by Executable::stepSlots
  };

  /// Where the members of one group meet for one collective step. Members come in the same order each time, so that the
  /// n-th arrivals of all belong together; the last one does the work while the others are parked, and releases them.
  struct alignas(64) Rendezvous {
    std::atomic<int64_t> arrived{0};
  };

  std::shared_ptr<const Executable> exe;
  const int64_t numDevices;

  Memory constants, arenas, interfaces;
  std::vector<void *> bufferTable;                                 ///< device x step slot
  std::vector<std::vector<void *>> argumentBuffers, resultBuffers; ///< by device
  KernelImage image;
  std::vector<KernelFunction> kernels;
  std::vector<MatmulStep> matmuls;
  std::vector<CollectivePlan> collectives;
  std::vector<std::unique_ptr<LibraryRoutine>> routines;
  std::vector<std::vector<int32_t>> axisIndices; ///< by table entry and device
  std::vector<uint64_t> stepBytes;               ///< by step: the bytes of its buffers
  std::vector<uint32_t> firstRendezvous;         ///< by step: into rendezvous, one for each group
  std::unique_ptr<Rendezvous[]> rendezvous;
  size_t numRendezvous = 0;

  struct Worker {
    std::vector<const void *> ins; ///< of the group it completes a collective for
    std::vector<void *> outs;
    Memory scratch;
  };
  std::vector<Worker> workers;
  std::vector<Device> devices;

  // One execution.
  Execution *execution = nullptr;
  std::chrono::steady_clock::time_point started;
  std::mutex checkMutex;
  std::map<uint32_t, std::string> checkFailures; ///< by step: one report for all devices

  TaskScheduler scheduler; ///< last: its threads end before anything they use
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_HOSTPROGRAM_H
