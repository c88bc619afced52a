#ifndef RUNTIME_BACKENDS_CUDA_EXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_EXCHANGES_H

#include "runtime/Communicator.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/GpuKernels.h"
#include "runtime/backends/cuda/LocalExchanges.h"
#include "runtime/backends/cuda/NcclExchanges.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// The collectives of a program, as its devices in this process come to them, one after the other: when the last one
/// here of a group arrives, the streams of all of them move the data, within their GPU or, where the group is on
/// several, by NCCL. Devices are counted among those here.
class Exchanges {
public:
  Exchanges(const Executable &executable, DeviceRange range, CudaDevices &devices, const KernelsByGpu &kernels);

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
  /// Has their streams move the data. `rows`: by device and step slot.
  absl::Status exchange(uint32_t number, int64_t device, void *const *const *rows);
  /// Until the device's stream has come to its end.
  absl::Status await(int64_t device, const std::string &what);

private:
  uint32_t groupOf(const Step &step, int64_t device) const {
    return plans[step.index].places[static_cast<size_t>(range.first + device)].group;
  }

  const Executable &exe;
  const DeviceRange range;
  CudaDevices &devices;
  std::vector<host::CollectivePlan> plans;
  std::vector<std::vector<std::vector<int64_t>>> here; ///< by collective and group: members
  std::vector<std::vector<size_t>> arrived;            ///< by step and group
  LocalExchanges local;
  std::unique_ptr<NcclExchanges> between; ///< null: no group is on several GPUs
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_EXCHANGES_H
