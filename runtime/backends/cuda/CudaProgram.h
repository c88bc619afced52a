#ifndef RUNTIME_BACKENDS_CUDA_CUDAPROGRAM_H
#define RUNTIME_BACKENDS_CUDA_CUDAPROGRAM_H

#include "runtime/SlotTable.h"
#include "runtime/backends/cuda/CublasLt.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/Exchanges.h"
#include "runtime/backends/cuda/GpuKernels.h"
#include "runtime/backends/cuda/GraphRecorder.h"
#include "runtime/backends/cuda/HostRoutines.h"
#include "runtime/backends/cuda/StepGraph.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// A program on devices that are GPUs or parts of them. One thread issues the steps of device after device, each until
/// it waits for others in a collective; the GPUs run them in streams.
class CudaProgram : public LoadedProgram, private RecordedProgram {
public:
  static absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                             DeviceRange range, CudaDevices &devices);
  ~CudaProgram() override;

  std::unique_ptr<BlockTable> makeTable() override;
  absl::Status execute(BlockTable &table, Execution &execution) override;

private:
  CudaProgram(std::shared_ptr<const Executable> executable, DeviceRange range, CudaDevices &devices);

  // Load.
  absl::Status prepare();
  absl::Status checkSteps() const;
  absl::Status prepareGpu(size_t gpu);
  absl::Status prepareConstants(size_t gpu);
  absl::Status prepareAxisIndices(size_t gpu);
  absl::Status prepareScratch();
  absl::Status prepareRecording();

  // Run.
  /// Step by step, or at once where that is recorded; to the end.
  absl::Status run(uint64_t addresses);
  /// Its graph, of executions on the same addresses.
  absl::StatusOr<CUgraph> record();
  absl::Status runRecorded(uint64_t addresses);
  absl::Status enqueue(const Members &members, uint32_t begin, uint32_t end) override;
  CUdeviceptr decisionOf(uint32_t step, int64_t device) const override;
  std::vector<Members> groupsOf(const Members &members, uint32_t begin, uint32_t end) const override;
  std::vector<uint64_t> bytesSent() const override;
  void setBytesSent(const std::vector<uint64_t> &bytes) override;
  bool startsCollectives() const override { return exchanges.areStarted(); }
  void beginCapture() override { exchanges.beginCapture(); }
  /// On to the members' streams, until all are at the end of theirs.
  absl::Status enqueue(const Members &members);
  absl::Status awaitAll();
  void begin();
  /// Steps until the device waits or is at the end.
  absl::Status runDevice(int64_t device);
  absl::Status runStep(int64_t device, uint32_t number);
  absl::Status launch(int64_t device, int64_t kernel, const Step &step);
  absl::Status runCollective(int64_t device, uint32_t number);
  absl::Status move(int64_t device, void *to, void *from, uint64_t bytes);
  absl::Status check(int64_t device, uint32_t number, void *const *slots);
  /// Waits for the device and reads bytes that decide where it goes on.
  absl::Status readBack(int64_t device, const void *from, uint64_t bytes);
  absl::StatusOr<uint32_t> nextStep(int64_t device, uint32_t number);
  absl::Status await(int64_t device, const char *what);
  absl::Status describeDeadlock() const;
  absl::Status annotateStep(const absl::Status &status, int64_t device, uint32_t number) const;
  int64_t now() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - started).count();
  }

  struct Device {
    uint32_t step = 0;         ///< the next one
    uint32_t end = UINT32_MAX; ///< in front of which it stops
    bool isFinished = false, waits = false;
    uint64_t bytesSent = 0;
  };

  std::shared_ptr<const Executable> exe;
  CudaDevices &set;
  const Driver &cuda;
  const DeviceRange range;
  const int64_t numDevices; ///< here
  const SlotUses uses;
  KernelsByGpu kernels;
  Exchanges exchanges;
  std::vector<std::unique_ptr<Products>> products; ///< by GPU
  HostRoutines routines;
  std::vector<CUdeviceptr> constants, axisIndices; ///< by GPU
  std::vector<CUdeviceptr> scratch;                ///< by device
  uint64_t scratchBytes = 0;                       ///< of each
  CUdeviceptr counters = 0;                        ///< of the plan, on the first GPU
  void *readBytes = nullptr;                       ///< memory of the host that the GPU writes
  std::vector<uint64_t> copyBytes;                 ///< by step
  std::vector<Device> devices;
  const Members everyone;
  const std::optional<RecordingPlan> plan;
  Conditions conditions;
  StepGraph graph;
  std::vector<Device> atEnd;                    ///< as `devices` are when what is recorded has run, without bodies
  std::vector<std::vector<uint64_t>> bodyBytes; ///< by counter and device: what a run of the body sends

  // One execution.
  Execution *execution = nullptr;
  void *const *const *rows = nullptr; ///< by device and step slot
  std::chrono::steady_clock::time_point started;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_CUDAPROGRAM_H
