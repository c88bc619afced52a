#include "runtime/backends/cuda/StepGraph.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::cuda {

StepGraph::~StepGraph() {
  if (devices.enter().ok())
    drop();
}

void StepGraph::drop() {
  if (recorded)
    devices.driver().cuGraphExecDestroy(std::exchange(recorded, nullptr));
}

bool StepGraph::isPossible(const Executable &executable) {
  return std::none_of(executable.steps.begin(), executable.steps.end(), [](const Step &step) {
    return step.kind == StepKind::JumpIfFalse || step.kind == StepKind::Switch || step.kind == StepKind::Check;
  });
}

bool StepGraph::isWorthIt(uint64_t addresses) { return !hasFailed && std::exchange(seen, addresses) == addresses; }

bool StepGraph::record(uint64_t addresses, absl::FunctionRef<absl::Status()> enqueue) {
  const Driver &cuda = devices.driver();
  drop();
  const CUstream origin = devices.stream(0);
  bool isGood = cuda.cuStreamBeginCapture(origin, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) == CUDA_SUCCESS;
  if (isGood) {
    isGood = fork().ok() && enqueue().ok() && join().ok();
    CUgraph graph = nullptr; // ends the capture in any case
    isGood = cuda.cuStreamEndCapture(origin, &graph) == CUDA_SUCCESS && graph && isGood;
    isGood = isGood && cuda.cuGraphInstantiateWithFlags(&recorded, graph, 0) == CUDA_SUCCESS;
    if (graph)
      cuda.cuGraphDestroy(graph);
  }
  hasFailed = !isGood;
  recordedOn = addresses;
  return isGood;
}

/// The other streams belong to the recording once they wait for the first.
absl::Status StepGraph::fork() {
  absl::Status status;
  for (int64_t device = 1; status.ok() && device != numDevices; ++device)
    status = devices.order(0, device);
  return status;
}

absl::Status StepGraph::join() {
  absl::Status status;
  for (int64_t device = 1; status.ok() && device != numDevices; ++device)
    status = devices.order(device, 0);
  return status;
}

absl::Status StepGraph::launch() {
  const Driver &cuda = devices.driver();
  return cuda.status(cuda.cuGraphLaunch(recorded, devices.stream(0)), "the program, launched as one graph");
}

} // namespace shardwright::runtime::cuda
