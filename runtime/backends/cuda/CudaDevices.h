#ifndef RUNTIME_BACKENDS_CUDA_CUDADEVICES_H
#define RUNTIME_BACKENDS_CUDA_CUDADEVICES_H

#include "runtime/Backend.h"
#include "runtime/backends/cuda/DeviceExchanges.h"
#include "runtime/backends/cuda/Driver.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime::cuda {

class KernelModule;
class NcclCommunicators;

/// Devices that are one GPU: each a stream and an arena. Of several processes each has one device, and a GPU for it.
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
  CUstream stream(int64_t device) const { return streams[static_cast<size_t>(device)]; }
  /// What `then` is asked for from now on runs behind what `first` was asked for.
  absl::Status order(int64_t first, int64_t then) const;
  /// Of this thread: before anything else is called.
  absl::Status enter() const;
  /// kInvalidArgument: what is compiled for `architecture` (`sm_90`) does not run on this GPU.
  absl::Status checkArchitecture(const std::string &architecture) const;
  const std::string &gpuName() const { return name; }
  /// How the devices of a program get at each other's data.
  std::unique_ptr<DeviceExchanges> makeExchanges(const Executable &executable, DeviceRange range,
                                                 const KernelModule &kernels);
  /// Between processes; made when it is first asked for, by all of them.
  absl::StatusOr<NcclCommunicators *> communicators();
  /// What all processes say, or this one where it is alone.
  absl::Status agree(const absl::Status &mine);
  CUcontext context() const { return own; }

  /// Memory of the GPU; given back with release().
  absl::StatusOr<CUdeviceptr> allocate(uint64_t bytes, const char *what);
  void release(CUdeviceptr address);

  /// Makes arenas at least as large, from the next execution on. kResourceExhausted.
  absl::Status provide(uint64_t arenaBytes);
  /// Takes over arenas made since: between two executions.
  void beginExecution();
  /// Changes whenever arenas move.
  uint64_t generation() const { return current.generation; }

private:
  CudaDevices(const Driver &driver, const DeviceSetOptions &options);
  absl::Status chooseGpu();
  absl::Status start();

  /// Memory of the host that the GPU reads at full speed, for one write at a time. Null: there is none.
  void *stage(uint64_t bytes);

  absl::StatusOr<void *> allocate(int64_t device, uint64_t bytes) override;
  void free(int64_t device, void *address, uint64_t bytes) override;
  bool isOne() const override { return true; }

  struct Arenas {
    std::vector<void *> arenas;
    uint64_t generation = 0;
  };

  const Driver &cuda;
  const int64_t numDevices;
  const uint64_t memoryLimit;
  Processes *const processes; ///< null: this one alone
  CUdevice gpu = 0;
  CUcontext own = nullptr;
  std::string name;
  int major = 0, minor = 0;
  std::vector<CUstream> streams; ///< by device
  std::vector<CUevent> events;   ///< by device
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
