#ifndef RUNTIME_BACKENDS_CUDA_RECORDINGPLAN_H
#define RUNTIME_BACKENDS_CUDA_RECORDINGPLAN_H

#include "runtime/StepTree.h"
#include "runtime/backends/cuda/Driver.h"

#include <cstdint>
#include <map>
#include <optional>

namespace shardwright::runtime::cuda {

/// How an execution of a program becomes a graph: what its loops and branches are in it.
struct RecordingPlan {
  /// Nothing: it cannot, since the host compares results, the driver is too old, or routines of the host, which may not
  /// be in the bodies of nodes, would be; or collectives that may not (`exchangesInBodies`).
  static std::optional<RecordingPlan> make(const Executable &executable, const Driver &cuda, bool exchangesInBodies);

  /// Loops have `trips` where they are in the graph that many times, and are nodes of their own where they have none.
  StepBlock tree;
  bool decides = false;           ///< whether there are such nodes
  bool needsBranches = false;     ///< whether some of them are no loops
  bool exchangesInBodies = false; ///< whether there are collectives in some of them
  bool routinesInBodies = false;  ///< whether there are routines of the host
  /// By step that decides, where bodies send something: the number of the first counter. There is one for each body and
  /// device, of which the first one of a group counts.
  std::map<uint32_t, uint64_t> counters;
  uint64_t numCounters = 0;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_RECORDINGPLAN_H
