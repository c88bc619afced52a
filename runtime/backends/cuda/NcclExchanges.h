#ifndef RUNTIME_BACKENDS_CUDA_NCCLEXCHANGES_H
#define RUNTIME_BACKENDS_CUDA_NCCLEXCHANGES_H

#include "runtime/Communicator.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/GpuKernels.h"
#include "runtime/backends/cuda/NcclCommunicators.h"
#include "runtime/backends/host/CollectivePlan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// Collectives of groups that are on several GPUs, in this process or in others: by NCCL, whose ranks are the GPUs. On
/// each, a stream of the first member moves the data of those that are there. What lies otherwise than NCCL wants it
/// is put together in memory between. Reductions that NCCL lacks, and those of groups with several members on a GPU,
/// are gathered, and combined by the kernels that the program has for devices that are one GPU.
class NcclExchanges {
public:
  NcclExchanges(const Executable &executable, DeviceRange range, CudaDevices &devices, const KernelsByGpu &kernels,
                const std::vector<host::CollectivePlan> &plans)
      : exe(executable), range(range), devices(devices), cuda(devices.driver()), kernels(kernels), plans(plans) {}
  ~NcclExchanges();

  /// All processes call it.
  absl::Status prepare();
  void begin() { nccl->setProgram(&program); }
  void end(const absl::Status &status);
  /// Whether the group of a step is on several GPUs.
  bool isBetween(const Step &step, uint32_t group) const { return !spreads[step.index][group].gpus.empty(); }
  /// `isBeside`: which of the streams (Queue) waits for those of the members, and moves.
  absl::Status exchange(uint32_t number, uint32_t group, bool isBeside, void *const *const *rows);
  absl::Status await(int64_t device, const std::string &what);

private:
  /// How a collective is done.
  enum class Way {
    Nothing,
    AllReduce,     ///< at once
    ReduceScatter, ///< at once
    PackedScatter, ///< blocks put one behind the other first
    AllGather,     ///< at once
    PackedGather,  ///< and taken apart
    Gather,        ///< each GPU gets all blocks, and takes them apart
    Combine,       ///< the same, and combines them by kernels
    Blocks,        ///< from each member to each
  };
  /// The members on one GPU of this process.
  struct Part {
    size_t gpu;
    std::vector<int64_t> members; ///< places in the group
    std::vector<int64_t> devices; ///< here; the first one's stream works for all
  };
  /// One group of a collective.
  struct Spread {
    std::vector<int64_t> gpus; ///< of all processes: the ranks of its communicator; empty: it is on one
    std::vector<int> rankOf;   ///< by member
    std::vector<Part> parts;
    Way way = Way::Nothing;
    uint64_t stride = 0; ///< of blocks in memory between
  };
  /// One collective of a step, on one GPU.
  struct Move {
    const Collective &collective;
    const host::CollectivePlan &plan;
    const Spread &spread;
    const Part &part;
    const GpuKernels &kernels;
    uint32_t group;
    int64_t size;                       ///< of the group
    std::vector<CUdeviceptr> ins, outs; ///< by member of the part
    CUdeviceptr staging;
    ncclComm_t comm;
    CUstream stream;

    int rank() const { return spread.rankOf[static_cast<size_t>(part.members.front())]; }
    bool isHere(int64_t member) const { return spread.rankOf[static_cast<size_t>(member)] == rank(); }
  };

  Spread spreadOf(const Collective &collective, const host::CollectivePlan &plan, uint32_t group) const;
  Way wayOf(const Collective &collective, const host::CollectivePlan &plan, uint32_t group, bool isOneOnEach) const;
  uint64_t stagingOf(const Spread &spread, const host::CollectivePlan &plan, const Part &part, int64_t size) const;
  absl::Status prepareStaging();
  std::vector<Move> movesOf(const Step &step, uint32_t group, size_t part, bool isBeside,
                            void *const *const *rows) const;

  absl::Status pack(const Move &move) const;
  ncclResult_t call(const Move &move) const;
  absl::Status unpack(const Move &move) const;
  absl::Status packBlocks(const Move &move) const;
  ncclResult_t callBlocks(const Move &move) const;
  absl::Status unpackBlocks(const Move &move) const;
  absl::Status packScatter(const Move &move) const;
  ncclResult_t callGather(const Move &move) const;
  absl::Status unpackGather(const Move &move) const;
  absl::Status combine(const Move &move) const;
  /// Where the part has what it gathers of a member.
  CUdeviceptr gathered(const Move &move, int64_t member) const;
  std::vector<CUdeviceptr> allGathered(const Move &move) const; ///< by member

  const Executable &exe;
  const DeviceRange range;
  CudaDevices &devices;
  const Driver &cuda;
  const KernelsByGpu &kernels;
  const std::vector<host::CollectivePlan> &plans;
  std::vector<std::vector<Spread>> spreads; ///< by collective and group
  std::vector<CUdeviceptr> staging;         ///< by device whose stream works; 0: it needs none
  NcclCommunicators::Program program;
  NcclCommunicators *nccl = nullptr;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_NCCLEXCHANGES_H
