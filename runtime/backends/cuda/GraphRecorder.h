#ifndef RUNTIME_BACKENDS_CUDA_GRAPHRECORDER_H
#define RUNTIME_BACKENDS_CUDA_GRAPHRECORDER_H

#include "runtime/backends/cuda/Conditions.h"
#include "runtime/backends/cuda/CudaDevices.h"
#include "runtime/backends/cuda/RecordingPlan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardwright::runtime::cuda {

using Members = std::vector<int64_t>; ///< devices, ascending

/// What the recorder asks of the program that it records.
class RecordedProgram {
public:
  virtual ~RecordedProgram() = default;
  /// The steps [begin, end), which do not jump, on to the streams of the members.
  virtual absl::Status enqueue(const Members &members, uint32_t begin, uint32_t end) = 0;
  /// Where the device has what a JumpIfFalse or Switch reads.
  virtual CUdeviceptr decisionOf(uint32_t step, int64_t device) const = 0;
  /// The members, in groups that no collective of the steps [begin, end) connects; the first ones ascending.
  virtual std::vector<Members> groupsOf(const Members &members, uint32_t begin, uint32_t end) const = 0;
  /// By device, what has been sent so far.
  virtual std::vector<uint64_t> bytesSent() const = 0;
  virtual void setBytesSent(const std::vector<uint64_t> &bytes) = 0;
  /// Whether it has collectives in streams beside those of the steps.
  virtual bool startsCollectives() const = 0;
  /// A capture begins, whose streams wait for all that was captured before.
  virtual void beginCapture() = 0;
};

/// Makes the graph of an execution. What is enqueued is captured. A loop or branch that is decided on the GPU is a
/// conditional node: the capture ends, the bodies are captured one after the other on the same streams, and behind the
/// node the capture goes on. Devices that a region's collectives connect have one node for all: they decide alike, or
/// would wait for each other for ever. Others may decide otherwise, and have their own.
class GraphRecorder {
public:
  /// `counters`: a u64 for each of the plan's.
  GraphRecorder(const CudaDevices &devices, const Conditions &conditions, const RecordingPlan &plan,
                RecordedProgram &program, CUdeviceptr counters);
  /// Ends what is captured.
  ~GraphRecorder();

  absl::Status record(const Members &all);
  /// The graph, to be destroyed by the caller.
  CUgraph take();
  /// By counter and device: bytes that a run of the body sends.
  const std::vector<std::vector<uint64_t>> &bodyBytes() const { return bytes; }

private:
  /// A conditional node.
  struct Node {
    Members members;
    CUgraphConditionalHandle handle = 0;
    std::vector<CUgraphNode> before;
    CUgraphNode made = nullptr;
    std::vector<CUgraph> bodies;
  };

  absl::Status recordBlock(const StepBlock &block, const Members &members);
  absl::Status recordRegion(const StepRegion &region, const Members &members);
  absl::Status decide(const StepRegion &region, const Members &members);
  absl::Status setCondition(const StepRegion &region, const Node &node);
  absl::Status addNode(const StepRegion &region, CUgraph graph, Node &node);
  absl::Status recordBody(const StepRegion &region, const Node &node, size_t number);
  /// Begins a capture of the members' streams, into `graph` behind `before` or into a new one.
  absl::Status open(const Members &members, CUgraph graph, const std::vector<CUgraphNode> &before);
  /// Ends it.
  absl::Status close(const Members &members);
  /// All other streams wait for the first one's.
  absl::Status fork(const Members &members);
  /// The first one's waits for all others.
  absl::Status join(const Members &members);
  std::vector<Queue> queuesOf(const Members &members) const;
  /// The graph that the device's stream is captured into, and the nodes that the next one goes behind.
  absl::Status captureOf(int64_t device, CUgraph &graph, std::vector<CUgraphNode> &last);
  /// The number of the counter of the region's first block; nothing: it has none.
  std::optional<uint64_t> counterOf(const StepRegion &region, const Members &members) const;

  const CudaDevices &devices;
  const Driver &cuda;
  const Conditions &conditions;
  const RecordingPlan &plan;
  RecordedProgram &program;
  const CUdeviceptr counters;
  CUgraph root = nullptr;
  Members captured; ///< whose streams are captured, into the first one's graph
  std::vector<std::vector<uint64_t>> bytes;
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_GRAPHRECORDER_H
