#ifndef RUNTIME_BACKENDS_CUDA_PEERS_H
#define RUNTIME_BACKENDS_CUDA_PEERS_H

#include "shardwright/Runtime/Processes.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

/// The processes whose GPUs work together, or this one alone: what they agree on, and the first failure of any of them,
/// which is everybody's.
class Peers {
public:
  /// `deadline`: of one process alone; several have their own.
  Peers(Processes *processes, double deadline) : processes(processes), deadlineAlone(deadline) {}

  bool isAlone() const { return !processes || size() == 1; }
  int rank() const { return processes ? processes->rank() : 0; }
  int size() const { return processes ? processes->size() : 1; }
  /// Seconds; 0: none.
  double deadline() const { return processes ? processes->deadline() : deadlineAlone; }
  absl::Status agree(const absl::Status &mine) { return processes ? processes->agree(mine) : mine; }
  absl::StatusOr<std::vector<std::string>> gather(std::string mine);

  bool hasFailed() const;
  absl::Status status() const;
  /// A failure of this process, which may be the result of another one that everybody will soon know.
  void fail(const absl::Status &status);
  /// This process has waited for too long, for these ranks (ProcessGroup::stall).
  void stall(const absl::Status &waited, const std::vector<int> &ranks);
  /// What the others are told that this process does.
  void setDescribe(std::function<std::string()> describe);

private:
  Processes *const processes; ///< null: this one alone
  const double deadlineAlone;
  mutable std::mutex mutex;
  absl::Status failure; ///< of this one alone
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_PEERS_H
