#include "runtime/backends/cuda/GraphRecorder.h"

#include "absl/strings/str_cat.h"

#include <utility>

namespace shardwright::runtime::cuda {
namespace {

int typeOf(StepRegion::Kind kind) {
  return kind == StepRegion::Kind::Loop ? CU_GRAPH_COND_TYPE_WHILE
         : kind == StepRegion::Kind::If ? CU_GRAPH_COND_TYPE_IF
                                        : CU_GRAPH_COND_TYPE_SWITCH;
}

} // namespace

GraphRecorder::GraphRecorder(const CudaDevices &devices, const Conditions &conditions, const RecordingPlan &plan,
                             RecordedProgram &program, CUdeviceptr counters)
    : devices(devices), cuda(devices.driver()), conditions(conditions), plan(plan), program(program),
      counters(counters), bytes(plan.numCounters) {}

GraphRecorder::~GraphRecorder() {
  if (!captured.empty())
    close(Members(captured)).IgnoreError(); // what is captured in vain
  if (root)
    cuda.cuGraphDestroy(root);
}

CUgraph GraphRecorder::take() { return std::exchange(root, nullptr); }

absl::Status GraphRecorder::record(const Members &all) {
  absl::Status status = open(all, nullptr, {});
  if (status.ok() && plan.numCounters != 0)
    status =
        cuda.status(cuda.cuMemsetD8Async(counters, 0, plan.numCounters * sizeof(uint64_t), devices.stream(all.front())),
                    "counters");
  if (status.ok())
    status = fork(all);
  if (status.ok())
    status = recordBlock(plan.tree, all);
  return status.ok() ? close(all) : status;
}

absl::Status GraphRecorder::recordBlock(const StepBlock &block, const Members &members) {
  absl::Status status;
  for (size_t i = 0; status.ok() && i != block.size(); ++i)
    status = recordRegion(block[i], members);
  return status;
}

absl::Status GraphRecorder::recordRegion(const StepRegion &region, const Members &members) {
  if (region.kind == StepRegion::Kind::Steps)
    return program.enqueue(members, region.begin, region.end);
  if (region.trips) {
    absl::Status status;
    for (int64_t i = 0; status.ok() && i != *region.trips; ++i)
      status = recordBlock(region.blocks.front(), members);
    return status;
  }
  absl::Status status = recordBlock(region.condition, members);
  return status.ok() ? decide(region, members) : status;
}

absl::Status GraphRecorder::decide(const StepRegion &region, const Members &members) {
  std::vector<Node> nodes;
  for (Members &group : program.groupsOf(members, region.begin, region.end))
    nodes.push_back({std::move(group), 0, {}, nullptr, {}});
  CUgraph graph = nullptr;
  absl::Status status;
  for (Node &node : nodes) {
    std::vector<CUgraphNode> unused;
    const int64_t first = node.members.front();
    status = captureOf(first, graph, unused);
    if (status.ok())
      status = devices.switchTo(first);
    if (status.ok())
      status = cuda.status(cuda.cuGraphConditionalHandleCreate(&node.handle, graph, devices.context(first), 0, 0),
                           "a condition of a graph");
    if (status.ok())
      status = setCondition(region, node);
    if (status.ok())
      status = captureOf(node.members.front(), graph, node.before);
    if (!status.ok())
      return status;
  }
  status = close(members);
  std::vector<CUgraphNode> made;
  for (size_t i = 0; status.ok() && i != nodes.size(); ++i) {
    status = addNode(region, graph, nodes[i]);
    made.push_back(nodes[i].made);
  }
  for (size_t i = 0; status.ok() && i != nodes.size(); ++i)
    for (size_t body = 0; status.ok() && body != region.blocks.size(); ++body)
      status = recordBody(region, nodes[i], body);
  if (status.ok())
    status = open(members, graph, made);
  return status.ok() ? fork(members) : status;
}

absl::Status GraphRecorder::setCondition(const StepRegion &region, const Node &node) {
  const int64_t first = node.members.front();
  absl::Status status = join(node.members);
  if (status.ok())
    status = devices.switchTo(first);
  if (!status.ok())
    return status;
  const std::optional<uint64_t> counter = counterOf(region, node.members);
  return conditions.set(node.handle, region, program.decisionOf(region.decision, first),
                        counter ? counters + *counter * sizeof(uint64_t) : 0, first);
}

absl::Status GraphRecorder::addNode(const StepRegion &region, CUgraph graph, Node &node) {
  CUgraphNodeParams parameters{};
  parameters.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  parameters.conditional.handle = node.handle;
  parameters.conditional.type = typeOf(region.kind);
  parameters.conditional.size = static_cast<unsigned>(region.blocks.size());
  const int64_t first = node.members.front();
  parameters.conditional.context = devices.context(first);
  if (absl::Status status = devices.switchTo(first); !status.ok())
    return status;
  absl::Status status =
      cuda.status(cuda.cuGraphAddNode(&node.made, graph, node.before.data(), nullptr, node.before.size(), &parameters),
                  "a conditional node of a graph");
  if (status.ok())
    node.bodies.assign(parameters.conditional.bodies, parameters.conditional.bodies + region.blocks.size());
  return status;
}

/// What the body sends is counted where it runs.
absl::Status GraphRecorder::recordBody(const StepRegion &region, const Node &node, size_t number) {
  const std::vector<uint64_t> before = program.bytesSent();
  absl::Status status = open(node.members, node.bodies[number], {});
  if (status.ok())
    status = fork(node.members);
  if (status.ok())
    status = recordBlock(region.blocks[number], node.members);
  if (status.ok() && region.kind == StepRegion::Kind::Loop) {
    status = recordBlock(region.condition, node.members);
    if (status.ok())
      status = setCondition(region, node);
  }
  if (status.ok())
    status = close(node.members);
  if (std::optional<uint64_t> counter = counterOf(region, node.members)) {
    std::vector<uint64_t> sent = program.bytesSent();
    for (size_t device = 0; device != sent.size(); ++device)
      sent[device] -= before[device];
    bytes[*counter + number] = std::move(sent);
  }
  program.setBytesSent(before);
  return status;
}

absl::Status GraphRecorder::open(const Members &members, CUgraph graph, const std::vector<CUgraphNode> &before) {
  const CUstream stream = devices.stream(members.front());
  const CUresult result = graph ? cuda.cuStreamBeginCaptureToGraph(stream, graph, before.data(), nullptr, before.size(),
                                                                   CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
                                : cuda.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  if (result == CUDA_SUCCESS)
    captured = members;
  program.beginCapture();
  return cuda.status(result, "beginning to capture");
}

absl::Status GraphRecorder::close(const Members &members) {
  absl::Status status = join(members);
  captured.clear();
  CUgraph graph = nullptr;
  const CUresult result = cuda.cuStreamEndCapture(devices.stream(members.front()), &graph);
  if (result == CUDA_SUCCESS && !root)
    root = graph;
  return status.ok() ? cuda.status(result, "what is captured") : status;
}

absl::Status GraphRecorder::fork(const Members &members) {
  absl::Status status;
  for (const Queue &queue : queuesOf(members))
    if (status.ok())
      status = devices.order(members.front(), queue);
  return status;
}

absl::Status GraphRecorder::join(const Members &members) {
  absl::Status status;
  for (const Queue &queue : queuesOf(members))
    if (status.ok())
      status = devices.order(queue, members.front());
  return status;
}

std::vector<Queue> GraphRecorder::queuesOf(const Members &members) const {
  std::vector<Queue> queues(members.begin(), members.end());
  for (size_t i = 0; program.startsCollectives() && i != members.size(); ++i)
    queues.emplace_back(members[i], true);
  return queues;
}

absl::Status GraphRecorder::captureOf(int64_t device, CUgraph &graph, std::vector<CUgraphNode> &last) {
  int state = 0;
  unsigned long long id = 0;
  const CUgraphNode *nodes = nullptr;
  const void *data = nullptr;
  size_t count = 0;
  CUresult result = cuda.cuStreamGetCaptureInfo(devices.stream(device), &state, &id, &graph, &nodes, &data, &count);
  if (result == CUDA_SUCCESS && state != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return absl::InternalError(absl::StrCat("device ", device, " is not captured any more"));
  if (result == CUDA_SUCCESS)
    last.assign(nodes, nodes + count);
  return cuda.status(result, "what is captured");
}

std::optional<uint64_t> GraphRecorder::counterOf(const StepRegion &region, const Members &members) const {
  auto counter = plan.counters.find(region.decision);
  if (counter == plan.counters.end())
    return std::nullopt;
  return counter->second + static_cast<uint64_t>(members.front()) * region.blocks.size();
}

} // namespace shardwright::runtime::cuda
