#ifndef RUNTIME_BACKENDS_CUDA_STEPGRAPH_H
#define RUNTIME_BACKENDS_CUDA_STEPGRAPH_H

#include "runtime/backends/cuda/CudaDevices.h"

#include "absl/functional/function_ref.h"

#include <cstdint>
#include <list>
#include <vector>

namespace shardwright::runtime::cuda {

/// Executions of a program as CUDA graphs: launched at once, where the host otherwise asks for each kernel and copy,
/// which takes it longer than they take. A graph holds addresses, so it is good for executions on the same ones; where
/// executions alternate between a few sets of them, each has its graph.
class StepGraph {
public:
  explicit StepGraph(const CudaDevices &devices) : devices(devices) {}
  ~StepGraph();

  /// Whether one was recorded on these addresses (SlotTable::version()).
  bool holds(uint64_t addresses) const;
  /// Whether to record: where executions come back to the same addresses. Asked once for each.
  bool isWorthIt(uint64_t addresses);
  /// Takes over the graph that `make` makes. False: it cannot be recorded, now or later.
  bool record(uint64_t addresses, absl::FunctionRef<absl::StatusOr<CUgraph>()> make);
  /// Launches the one that it holds, in the stream of device 0.
  absl::Status launch(uint64_t addresses);

private:
  struct Recording {
    uint64_t addresses = 0;
    CUgraph graph = nullptr; // what conditional nodes are in lives as long as what is made of it
    CUgraphExec executable = nullptr;
  };
  void drop(const Recording &recording);

  const CudaDevices &devices;
  std::list<Recording> recordings; ///< the one that was launched last first
  std::list<uint64_t> seen;        ///< addresses, the last ones first
  bool hasFailed = false;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_STEPGRAPH_H
