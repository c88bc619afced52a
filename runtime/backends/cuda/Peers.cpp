#include "runtime/backends/cuda/Peers.h"

#include "runtime/distributed/ProcessGroup.h"

#include <utility>

namespace shardwright::runtime::cuda {

absl::StatusOr<std::vector<std::string>> Peers::gather(std::string mine) {
  if (processes)
    return processes->gather(std::move(mine));
  return std::vector<std::string>{std::move(mine)};
}

bool Peers::hasFailed() const { return processes ? processes->processGroup().hasFailed() : !status().ok(); }

absl::Status Peers::status() const {
  if (processes)
    return processes->processGroup().status();
  std::lock_guard<std::mutex> lock(mutex);
  return failure;
}

void Peers::fail(const absl::Status &status) {
  if (processes)
    return processes->processGroup().failUnlessKnown(status);
  std::lock_guard<std::mutex> lock(mutex);
  if (failure.ok())
    failure = status;
}

void Peers::stall(const absl::Status &waited, const std::vector<int> &ranks) {
  if (isAlone() || ranks.empty())
    fail(waited);
  else
    processes->processGroup().stall(waited, ranks);
}

void Peers::setDescribe(std::function<std::string()> describe) {
  if (processes)
    processes->processGroup().setDescribe(std::move(describe));
}

} // namespace shardwright::runtime::cuda
