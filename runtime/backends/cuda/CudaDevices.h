#ifndef RUNTIME_BACKENDS_CUDA_CUDADEVICES_H
#define RUNTIME_BACKENDS_CUDA_CUDADEVICES_H

#include "runtime/Backend.h"
#include "runtime/backends/cuda/Driver.h"
#include "runtime/backends/cuda/Peers.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime::cuda {

class NcclCommunicators;

/// A stream of a device: its own, or the one of collectives that go on beside its steps.
struct Queue {
  Queue(int64_t device, bool isBeside = false) : device(device), isBeside(isBeside) {}
  bool operator==(const Queue &other) const { return device == other.device && isBeside == other.isBeside; }
  int64_t device;
  bool isBeside;
};

/// Devices that are GPUs or parts of them: each two streams and an arena on one. Those of a process lie on its GPUs in
/// blocks, as many on each; all processes have as many GPUs.
class CudaDevices : public DeviceSet, private RawMemory {
public:
  /// kUnavailable: no driver, no GPU.
  static absl::StatusOr<std::unique_ptr<CudaDevices>> open(const DeviceSetOptions &options);
  ~CudaDevices() override;

  BlockPool &pool() override { return *blocks; }
  bool isApart() const override { return true; }
  void *arena(int64_t device) const override { return current.arenas[static_cast<size_t>(device)]; }
  absl::Status write(int64_t device, void *address, uint64_t bytes, const FillMemory &fill) override;
  absl::StatusOr<HostView> view(int64_t device, const void *address, uint64_t bytes) override;
  absl::Status copy(int64_t device, void *to, const void *from, uint64_t bytes) override;
  absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                      DeviceRange range) override;

  // For whoever executes.

  const Driver &driver() const { return cuda; }
  size_t numGpus() const { return gpus.size(); }
  int64_t numDevices() const { return count; }
  int64_t devicesOnEach() const { return count / static_cast<int64_t>(gpus.size()); }
  /// Of a device here, the number of its GPU; of that, its first device.
  size_t gpuOf(int64_t device) const { return static_cast<size_t>(device / devicesOnEach()); }
  int64_t firstOn(size_t gpu) const { return static_cast<int64_t>(gpu) * devicesOnEach(); }
  CUstream stream(Queue queue) const { return streams[indexOf(queue)]; }
  /// What `then` is asked for from now on runs behind what `first` was asked for.
  absl::Status order(Queue first, Queue then) const;
  /// Of this thread: before anything is called for the device.
  absl::Status enter(int64_t device) const;
  /// The same, of a thread that has entered another one.
  absl::Status switchTo(int64_t device) const { return gpus.size() == 1 ? absl::OkStatus() : enter(device); }
  /// What a GPU has come to: an error of something that runs there.
  absl::Status health(size_t gpu) const;
  /// kInvalidArgument: what is compiled for `architecture` (`sm_90`) does not run on these GPUs.
  absl::Status checkArchitecture(const std::string &architecture) const;
  /// Between GPUs; made when it is first asked for, by all processes.
  absl::StatusOr<NcclCommunicators *> communicators();
  /// What all processes say, or this one where it is alone.
  absl::Status agree(const absl::Status &mine) { return peers.agree(mine); }
  CUcontext context(int64_t device) const { return gpus[gpuOf(device)].context; }

  /// Memory of the device's GPU; given back with release().
  absl::StatusOr<CUdeviceptr> allocate(int64_t device, uint64_t bytes, const char *what);
  void release(int64_t device, CUdeviceptr address);

  /// Makes arenas at least as large, from the next execution on. kResourceExhausted.
  absl::Status provide(uint64_t arenaBytes);
  /// Takes over arenas made since: between two executions.
  void beginExecution();
  /// Changes whenever arenas move.
  uint64_t generation() const { return current.generation; }

private:
  CudaDevices(const Driver &driver, const DeviceSetOptions &options);
  absl::Status chooseGpus(const DeviceSetOptions &options);
  absl::Status start();
  struct Gpu {
    CUdevice handle = 0;
    CUcontext context = nullptr; ///< null: not started
    std::string name;
    int major = 0, minor = 0;
  };
  absl::Status start(Gpu &gpu);
  /// `the GPU`, or which of several.
  std::string nameOf(size_t gpu) const;

  /// Memory of the host that the GPU reads at full speed, for one write at a time. Null: there is none.
  void *stage(uint64_t bytes);

  absl::StatusOr<void *> allocate(int64_t device, uint64_t bytes) override;
  void free(int64_t device, void *address, uint64_t bytes) override;
  bool isOne() const override { return gpus.size() == 1; }

  void releaseArenas(const std::vector<void *> &arenas);

  struct Arenas {
    std::vector<void *> arenas;
    uint64_t generation = 0;
  };

  const Driver &cuda;
  const int64_t count; ///< of devices
  const uint64_t memoryLimit;
  Peers peers;
  std::vector<Gpu> gpus;
  size_t indexOf(Queue queue) const { return 2 * static_cast<size_t>(queue.device) + (queue.isBeside ? 1 : 0); }
  std::vector<CUstream> streams; ///< by queue
  std::vector<CUevent> events;   ///< by queue
  std::unique_ptr<BlockPool> blocks;
  Arenas current; ///< of the execution that runs
  std::mutex staging;
  void *staged = nullptr;
  uint64_t stagedBytes = 0;
  std::mutex mutex;
  std::vector<void *> next; ///< what is to take their place, where there is any
  uint64_t arenaBytes = 0;
  std::unique_ptr<NcclCommunicators> nccl;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_CUDADEVICES_H
