#ifndef RUNTIME_BACKENDS_CUDA_EXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_EXCHANGES_H

#include "runtime/Communicator.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/GpuKernels.h"
#include "runtime/backends/cuda/LocalExchanges.h"
#include "runtime/backends/cuda/NcclExchanges.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// The collectives of a program, as its devices in this process come to them, one after the other: when the last one
/// here of a group arrives, a stream of the first one on each GPU moves the data, within that GPU or, where the group
/// is on several, by NCCL. In programs that start collectives that is a stream beside the one of steps, which waits for
/// it where the program does. Devices are counted among those here.
class Exchanges {
public:
  Exchanges(const Executable &executable, DeviceRange range, CudaDevices &devices, const KernelsByGpu &kernels);
  ~Exchanges();
  Exchanges(const Exchanges &) = delete;
  Exchanges &operator=(const Exchanges &) = delete;

  /// What it needs for the program, when that is loaded. All processes call it.
  absl::Status prepare();
  /// Whether they may be recorded in the bodies of a graph's conditional nodes.
  bool runInBodies() const { return !between && devices.numGpus() == 1; }
  /// An execution begins, or its recording: nobody has arrived anywhere.
  void begin();
  /// It has ended.
  void end(const absl::Status &status);
  uint64_t bytesSent(const Step &step, int64_t device) const;
  /// The members of the device's group that are here.
  const std::vector<int64_t> &membersOf(const Step &step, int64_t device) const;
  /// Whether the device is the last of them to arrive at the step.
  bool arrive(uint32_t number, const Step &step, int64_t device);
  /// Has streams move the data. `rows`: by device and step slot.
  absl::Status exchange(uint32_t number, int64_t device, void *const *const *rows);
  /// The device's stream waits for a step that was started.
  absl::Status awaitStarted(uint32_t number, int64_t device);
  /// Whether there are such steps.
  bool areStarted() const { return !ends.empty(); }
  /// From here on, streams are captured that wait for all that was captured before.
  void beginCapture() { ++captures; }
  /// Until the device's stream has come to its end.
  absl::Status await(int64_t device, const std::string &what);

private:
  /// The first member on the GPU of the device.
  int64_t hubOf(const Step &step, int64_t device) const;
  absl::Status finish(uint32_t number, const std::vector<int64_t> &members);
  uint32_t groupOf(const Step &step, int64_t device) const {
    return plans[step.index].places[static_cast<size_t>(range.first + device)].group;
  }

  const Executable &exe;
  const DeviceRange range;
  CudaDevices &devices;
  std::vector<host::CollectivePlan> plans;
  std::vector<std::vector<std::vector<int64_t>>> here; ///< by collective and group: members
  std::vector<std::vector<size_t>> arrived;            ///< by step and group
  /// Of a step that is started, by its first member on a GPU: its end, and the capture that it is in.
  struct End {
    CUevent event = nullptr;
    uint64_t capture = 0;
  };
  std::map<uint32_t, std::vector<End>> ends; ///< by step and device; empty: nothing is started
  uint64_t captures = 0;
  LocalExchanges local;
  std::unique_ptr<NcclExchanges> between; ///< null: no group is on several GPUs
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_EXCHANGES_H
