#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_HOSTPROGRAM_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_HOSTPROGRAM_H

#include "runtime/Backend.h"
#include "runtime/SlotTable.h"
#include "runtime/backends/host/Collectives.h"
#include "runtime/backends/host/HostDevices.h"
#include "runtime/backends/host/KernelImage.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/MatmulStep.h"
#include "runtime/backends/host/Memory.h"
#include "runtime/backends/host/TaskScheduler.h"
#include "runtime/backends/host/WorkerChoice.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace shardwright::runtime::host {

/// A program on those of its devices that are in this process, counted from 0 on. Everything a step needs is looked up
/// at load: running allocates nothing and searches nothing.
class HostProgram : public LoadedProgram, private TaskScheduler::Tasks {
public:
  static absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                             DeviceRange range, HostDevices &devices);

  std::unique_ptr<BlockTable> makeTable() override;
  absl::Status execute(BlockTable &table, Execution &execution) override;

private:
  HostProgram(std::shared_ptr<const Executable> executable, DeviceRange range, HostDevices &devices);

  // Load.
  absl::Status prepare();
  absl::Status prepareKernels();
  absl::Status checkMemory(uint64_t bytesPerDevice);
  absl::Status prepareConstants();
  absl::Status prepareLibrary();
  void prepareSteps();

  // Run.
  Stop runDevice(int64_t device, int worker) override;
  template <bool isAttended> Stop runSteps(int64_t device, int worker);
  absl::Status describeDeadlock() override;
  bool hasOutside() const override { return outside != nullptr; }
  bool waitsOutside() const override { return outside->isBusy(); }
  bool pollOutside(bool isAlone) override;
  absl::Status run();
  void complete(uint32_t step, const Collectives::Group &group, int64_t device);
  bool runBeside(uint32_t step, int64_t device, int64_t begin, int worker);
  void attend(int64_t device, uint32_t step, int64_t begin);
  void finish(uint32_t step, const Collectives::Group &group);
  void runKernel(const Step &step, void *const *buffers, int worker);
  bool runMatmul(const MatmulStep &matmul, void *const *buffers, int worker);
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
  };

  std::shared_ptr<const Executable> exe;
  HostDevices &set;
  TaskScheduler &scheduler;
  MessageCommunicator *const outside; ///< null: all devices are here
  const DeviceRange range;
  const int64_t numDevices; ///< here

  Memory constants;
  const SlotUses uses;
  KernelImage image;
  std::vector<KernelFunction> kernels;
  std::vector<MatmulStep> matmuls;
  std::optional<Collectives> collectives;
  std::vector<std::unique_ptr<LibraryRoutine>> routines;
  std::vector<std::vector<int32_t>> axisIndices; ///< by table entry and device
  std::vector<uint64_t> stepBytes;               ///< by step: the bytes of its buffers
  std::vector<uint32_t> waits;                   ///< by step that starts something: the one that waits for it
  std::vector<Device> devices;

  WorkerChoice workerChoice;

  // One execution.
  Execution *execution = nullptr;
  void *const *const *buffers = nullptr; ///< by device and step slot
  bool hasFailed = false;                ///< the last one
  bool attends = false;                  ///< something is to be done behind each step
  std::chrono::steady_clock::time_point started;
  std::mutex checkMutex;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_HOSTPROGRAM_H
