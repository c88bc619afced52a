#ifndef RUNTIME_BACKENDS_CUDA_NCCLCOMMUNICATORS_H
#define RUNTIME_BACKENDS_CUDA_NCCLCOMMUNICATORS_H

#include "runtime/backends/cuda/Nccl.h"
#include "runtime/backends/cuda/Peers.h"

#include "absl/functional/function_ref.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

class CudaDevices;

/// NCCL between the GPUs of this process and of its peers, as many in each: a communicator for each group of devices
/// that are on several, made once. GPUs are counted over all processes, by rank. None of the calls blocks, so that
/// whatever is waited for ends: with a failure of any process, which is everybody's (Peers), with an error that NCCL or
/// a GPU here reports, or at the deadline. Then all communicators are aborted. How far each device has come its stream
/// says itself, in a word of the host's memory that it writes before and behind each collective.
class NcclCommunicators {
public:
  /// All processes call it. kUnavailable, kDeadlineExceeded.
  static absl::StatusOr<std::unique_ptr<NcclCommunicators>> open(Peers &peers, const CudaDevices &devices);
  ~NcclCommunicators();

  const Nccl &library() const { return nccl; }

  struct Group {
    std::vector<int64_t> devices; ///< of the mesh: what it is known by
    std::vector<int64_t> gpus;    ///< they are on, each once: the ranks of the communicator, in its order
  };
  /// Makes the communicators of those that have none yet. All processes ask for the same in the same order.
  absl::Status make(const std::vector<Group> &groups);
  /// The one of a GPU of this process.
  ncclComm_t of(const std::vector<int64_t> &devices, size_t gpu) const { return groups.at(devices)[gpu]; }

  /// Not OK: something has failed, and the communicators are gone.
  absl::Status usable() const;
  /// An execution has failed here. Where no peer is told otherwise, GPUs that wait for others are set free.
  void abandon(const absl::Status &status);

  /// Until what has been asked of communicators is in their streams. By GPU; null: nothing has been asked of it.
  /// `what` is what is waited for: `NCCL has connected the GPUs`.
  absl::Status awaitCall(const std::vector<ncclComm_t> &comms, ncclResult_t result, const std::string &what);
  /// Until the GPU's stream has come to its end.
  absl::Status await(size_t gpu, CUstream stream, const std::string &what);

  /// What the steps are called that run, and the GPUs that one of them is between; null: nothing runs.
  struct Program {
    const Executable *executable = nullptr;
    std::vector<std::vector<int64_t>> gpus; ///< by step
  };
  void setProgram(const Program *program);
  enum class Mark { Before, Behind };
  absl::Status mark(int64_t device, uint32_t step, Mark where, CUstream stream);

private:
  using Clock = std::chrono::steady_clock;
  using Communicators = std::vector<ncclComm_t>; ///< by GPU here; null: it has none
  NcclCommunicators(Peers &peers, const CudaDevices &devices, const Nccl &nccl);
  absl::Status join();
  absl::Status split(const std::vector<const Group *> &disjoint);
  /// Calls it for each GPU here, as one group of NCCL.
  ncclResult_t together(absl::FunctionRef<ncclResult_t(size_t gpu)> call);
  /// `gpu`: that is waited for, which `isDone` may change to the one that has an error; numGpus: all.
  absl::Status waitUntil(absl::FunctionRef<absl::StatusOr<bool>()> isDone, const std::string &what, size_t &gpu);
  absl::Status checkErrors(size_t &gpu);
  absl::Status failedWith(const absl::Status &status, size_t gpu);
  /// Tells the others that a GPU of this process waits, and for whom.
  void reportStall(const std::string &what, size_t gpu);
  bool finalize(const std::vector<Communicators> &all);
  void abortAll();
  ncclResult_t stateOf(ncclComm_t comm) const;
  std::vector<int64_t> allGpus() const;
  int64_t numberOf(size_t gpu) const;
  std::string nameOf(size_t gpu) const;
  std::string describe();
  std::string describeStepAt(uint32_t mark) const;
  std::vector<uint32_t> marks() const { return {progress, progress + numDevices}; }
  /// Of the GPU: of a collective that a device is in, or of the last one. numGpus: of all.
  uint32_t markOf(size_t gpu) const;

  Peers &peers;
  const CudaDevices &devices;
  const Driver &cuda;
  const Nccl &nccl;
  const size_t numGpus, numDevices; ///< here
  std::mutex communicatorsMutex;    ///< of `groups`, which may be asked for errors while one is added
  Communicators worlds;             ///< of all GPUs of all processes
  bool isWorldTaken = false;        ///< by a group of devices
  std::deque<Communicators> splits; ///< where NCCL puts what it makes, which may be later
  std::map<std::vector<int64_t>, Communicators> groups; ///< by devices
  bool isAborted = false;

  volatile uint32_t *progress = nullptr; ///< by device: 2 x step + 1 before it, one more behind it; the GPU writes it
  std::mutex mutex;                      ///< of what describe() reads
  const Program *program = nullptr;
  std::string waitsFor; ///< where it is no step
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_NCCLCOMMUNICATORS_H
