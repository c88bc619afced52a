#ifndef RUNTIME_BACKENDS_CUDA_STEPGRAPH_H
#define RUNTIME_BACKENDS_CUDA_STEPGRAPH_H

#include "runtime/backends/cuda/CudaDevices.h"

#include "absl/functional/function_ref.h"

#include <cstdint>

namespace shardwright::runtime::cuda {

/// One execution of a program as a CUDA graph: launched at once, where the host otherwise asks for each kernel and
/// copy, which takes it longer than they take. It holds addresses, so it is good for executions on the same ones.
class StepGraph {
public:
  explicit StepGraph(const CudaDevices &devices, int64_t numDevices) : devices(devices), numDevices(numDevices) {}
  ~StepGraph();

  /// Whether nothing in the program is decided or compared on the host.
  static bool isPossible(const Executable &executable);

  /// Whether it was recorded on these addresses (SlotTable::version()).
  bool holds(uint64_t addresses) const { return recorded && recordedOn == addresses; }
  /// Whether to record: where executions on the same addresses follow each other. Asked once for each.
  bool isWorthIt(uint64_t addresses);
  /// What `enqueue` enqueues in the devices' streams becomes the graph; nothing of it runs. False: it cannot be
  /// recorded, now or later.
  bool record(uint64_t addresses, absl::FunctionRef<absl::Status()> enqueue);
  /// In the first device's stream.
  absl::Status launch();

private:
  absl::Status fork();
  absl::Status join();
  void drop();

  const CudaDevices &devices;
  const int64_t numDevices;
  CUgraphExec recorded = nullptr;
  uint64_t recordedOn = 0, seen = 0;
  bool hasFailed = false;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_STEPGRAPH_H
