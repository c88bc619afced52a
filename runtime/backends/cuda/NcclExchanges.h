#ifndef RUNTIME_BACKENDS_CUDA_NCCLEXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_NCCLEXCHANGES_H

#include "runtime/Communicator.h"
#include "runtime/backends/cuda/CombineKernels.h"
#include "runtime/backends/cuda/CopyKernels.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/DeviceExchanges.h"
#include "runtime/backends/cuda/NcclCommunicators.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// The collectives of a program of which each process has one device, a GPU: by NCCL. What lies otherwise than NCCL
/// wants it is put together in memory between; reductions that NCCL lacks are gathered, and combined by the kernels
/// that the program has for devices that are one GPU.
class NcclExchanges : public DeviceExchanges {
public:
  NcclExchanges(const Executable &executable, DeviceRange range, CudaDevices &devices, const KernelModule &kernels);
  ~NcclExchanges() override;

  absl::Status prepare() override;
  bool runInBodies() const override { return false; }
  void begin() override;
  void end() override;
  uint64_t bytesSent(const Step &step, int64_t device) const override;
  const std::vector<int64_t> &membersOf(const Step &, int64_t) const override { return members; }
  bool arrive(uint32_t, const Step &, int64_t) override { return true; }
  absl::Status exchange(uint32_t number, int64_t device, void *const *const *rows) override;
  absl::Status await(CUstream stream, const std::string &what) override;

private:
  /// One collective of a step, of this device.
  struct Move {
    const Collective &collective;
    const host::CollectivePlan &plan;
    uint32_t group;
    int64_t self, size;
    CUdeviceptr in, out, staging;
    ncclComm_t comm;
    CUstream stream;
  };
  /// How a collective is done.
  enum class Way {
    Nothing,
    AllReduce,     ///< at once
    ReduceScatter, ///< at once
    PackedScatter, ///< blocks put one behind the other first
    Combine,       ///< all blocks gathered, then combined by kernels
    AllGather,     ///< at once
    PackedGather,  ///< and taken apart
    Blocks,        ///< from each to each
  };
  Way wayOf(const Collective &collective, const host::CollectivePlan &plan) const;
  uint64_t stagingOf(Way way, const host::CollectivePlan &plan, uint32_t group, int64_t size) const;

  absl::Status pack(const Move &move, Way way);
  ncclResult_t call(const Move &move, Way way);
  absl::Status unpack(const Move &move, Way way);
  absl::Status packBlocks(const Move &move);
  ncclResult_t callBlocks(const Move &move);
  absl::Status unpackBlocks(const Move &move);
  absl::Status packScatter(const Move &move);
  absl::Status combine(const Move &move);

  const Executable &exe;
  CudaDevices &devices;
  const Driver &cuda;
  const CopyKernels copies;
  const CombineKernels reductions;
  const int64_t position; ///< of the device, in the mesh
  const std::vector<int64_t> members = {0};
  std::vector<host::CollectivePlan> plans;
  std::vector<Way> ways;                 ///< as exe.collectives
  std::vector<uint64_t> stagingBytes;    ///< of each
  std::vector<ncclComm_t> communicators; ///< of each
  NcclCommunicators::Program program;
  NcclCommunicators *nccl = nullptr; ///< null: no collectives
  CUdeviceptr staging = 0;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_NCCLEXCHANGES_H
