#ifndef RUNTIME_BACKENDS_CUDA_NCCLCOMMUNICATORS_H
#define RUNTIME_BACKENDS_CUDA_NCCLCOMMUNICATORS_H

#include "runtime/backends/cuda/Nccl.h"
#include "shardwright/Runtime/Processes.h"

#include "absl/functional/function_ref.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// NCCL between processes that have a GPU each: a communicator for each way of putting them into groups, made once.
/// None of its calls blocks, so that whatever is waited for ends: with a failure of any process, which is everybody's
/// (ProcessGroup), with an error that NCCL reports, or at the deadline. Then all communicators are aborted. How far the
/// GPU has come it says itself, in a word of the host's memory that its stream writes before and behind each
/// collective.
class NcclCommunicators {
public:
  /// All processes call it, with the GPU's context current. kUnavailable, kDeadlineExceeded.
  static absl::StatusOr<std::unique_ptr<NcclCommunicators>> open(Processes &processes, const Driver &driver);
  ~NcclCommunicators();

  const Nccl &library() const { return nccl; }
  /// Of this process's group, whose ranks are counted in its order. All processes ask in the same order.
  absl::StatusOr<ncclComm_t> get(const std::vector<std::vector<int64_t>> &groups);

  /// Not OK: something has failed, and the communicators are gone.
  absl::Status usable() const;

  /// Until what has been asked of the communicator is in its stream.
  /// `what` is what is waited for: `NCCL has connected the ranks`.
  absl::Status awaitCall(ncclComm_t comm, ncclResult_t result, const std::string &what);
  /// Until the stream has come to its end.
  absl::Status await(CUstream stream, const std::string &what);

  /// What the steps are called that run, and the ranks that one of them is between; null: nothing runs.
  struct Program {
    const Executable *executable = nullptr;
    std::vector<std::vector<int>> ranks; ///< by step
  };
  void setProgram(const Program *program);
  enum class Mark { Before, Behind };
  absl::Status mark(uint32_t step, Mark where, CUstream stream);

private:
  using Clock = std::chrono::steady_clock;
  NcclCommunicators(Processes &processes, const Driver &driver, const Nccl &nccl)
      : processes(processes), cuda(driver), nccl(nccl) {}
  absl::Status join();
  absl::Status waitUntil(absl::FunctionRef<absl::StatusOr<bool>()> isDone, const std::string &what);
  absl::Status checkErrors();
  absl::Status failedWith(const absl::Status &status);
  /// Tells the others that this process waits, and for whom.
  void reportStall(const std::string &what);
  void abortAll();
  std::string describe();
  std::string describeStepAt(uint32_t mark) const;

  Processes &processes;
  const Driver &cuda;
  const Nccl &nccl;
  std::mutex communicatorsMutex; ///< of `groups`, which may be asked for errors while one is added
  ncclComm_t world = nullptr;
  std::deque<ncclComm_t> splits;                                  ///< where NCCL puts what it makes, which may be later
  std::map<std::vector<std::vector<int64_t>>, ncclComm_t> groups; ///< by which ranks are together
  bool isAborted = false;

  volatile uint32_t *progress = nullptr; ///< 2 x step + 1 before it, one more behind it; the GPU writes it
  std::mutex mutex;                      ///< of what describe() reads
  const Program *program = nullptr;
  std::string waitsFor; ///< where it is no step
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_NCCLCOMMUNICATORS_H
