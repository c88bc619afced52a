#include "runtime/backends/cuda/StepGraph.h"

#include "runtime/SlotTable.h"

#include <algorithm>

namespace shardwright::runtime::cuda {

StepGraph::~StepGraph() {
  if (devices.enter(0).ok())
    for (const Recording &recording : recordings)
      drop(recording);
}

void StepGraph::drop(const Recording &recording) {
  if (recording.executable)
    devices.driver().cuGraphExecDestroy(recording.executable);
  devices.driver().cuGraphDestroy(recording.graph);
}

bool StepGraph::holds(uint64_t addresses) const {
  return std::any_of(recordings.begin(), recordings.end(),
                     [&](const Recording &recording) { return recording.addresses == addresses; });
}

bool StepGraph::isWorthIt(uint64_t addresses) {
  const bool isKnown = std::find(seen.begin(), seen.end(), addresses) != seen.end();
  seen.remove(addresses);
  seen.push_front(addresses);
  if (seen.size() > SlotTable::kMostVersions)
    seen.pop_back();
  return isKnown && !hasFailed;
}

bool StepGraph::record(uint64_t addresses, absl::FunctionRef<absl::StatusOr<CUgraph>()> make) {
  absl::StatusOr<CUgraph> graph = make();
  hasFailed = !graph.ok();
  if (hasFailed)
    return false;
  Recording recording{addresses, *graph, nullptr};
  hasFailed = devices.driver().cuGraphInstantiateWithFlags(&recording.executable, recording.graph, 0) != CUDA_SUCCESS;
  if (hasFailed) {
    drop(recording);
    return false;
  }
  recordings.push_front(recording);
  if (recordings.size() > SlotTable::kMostVersions) {
    drop(recordings.back());
    recordings.pop_back();
  }
  return true;
}

absl::Status StepGraph::launch(uint64_t addresses) {
  auto found = std::find_if(recordings.begin(), recordings.end(),
                            [&](const Recording &recording) { return recording.addresses == addresses; });
  recordings.splice(recordings.begin(), recordings, found);
  return devices.driver().status(devices.driver().cuGraphLaunch(found->executable, devices.stream(0)),
                                 "the program, launched as one graph");
}

} // namespace shardwright::runtime::cuda
