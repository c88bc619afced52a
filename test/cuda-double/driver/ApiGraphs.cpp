// Captures and graphs.
#include "test/cuda-double/driver/Api.h"

#include <algorithm>
#include <cstring>

using namespace shardwright::cudadouble;

bool shardwright::cudadouble::isValid(Call &call, const void *handle, const char *what) {
  if (handle && call.driver.handles.count(handle))
    return true;
  call.driver.report("handle", what, std::string(what) + " is used that was destroyed or never created");
  return false;
}

void shardwright::cudadouble::endCapture(Driver &driver, Capture *capture) {
  for (Stream *stream : capture->streams) {
    stream->capture = nullptr;
    stream->last.clear();
  }
  capture->graph->capture = nullptr;
  driver.captures.remove_if([&](const auto &each) { return each.get() == capture; });
}

namespace {

// CUgraphNodeParams as far as a conditional node goes; all else is zero.
struct NodeParameters {
  int type;
  int reserved0[3];
  uint64_t handle;
  int conditionalType;
  unsigned size;
  CUgraph *bodies;
  CUcontext context;
  uint64_t reserved1[25];
  uint64_t reserved2;
};
static_assert(sizeof(NodeParameters) == 256);
constexpr int kConditionalNode = 13;
constexpr unsigned kAssignDefault = 1;
// The first drivers with conditional nodes that hold copies, and with .size == 2 of IF and with SWITCH.
constexpr int kConditionals = 12040, kBranches = 12080;

int beginCapture(Call &call, Stream &stream, Graph *into, std::vector<size_t> dependencies, int mode) {
  if (mode < 0 || mode > 2)
    return InvalidValue;
  if (stream.capture || &stream == &call.context->legacy)
    return stream.capture ? static_cast<int>(CaptureInvalidated) : static_cast<int>(CaptureUnsupported);
  auto made = std::make_unique<Capture>();
  made->graph = into ? into : new Graph;
  call.driver.handles.insert(made->graph);
  made->isIntoGraph = into != nullptr;
  made->first = made->graph->nodes.size();
  made->graph->capture = made.get();
  made->origin = &stream;
  made->streams.push_back(&stream);
  made->mode = mode;
  made->number = ++call.driver.captureNumber;
  made->thread = std::this_thread::get_id();
  stream.capture = made.get();
  stream.branch = made->graph->branches++;
  stream.last = std::move(dependencies);
  call.driver.captures.push_back(std::move(made));
  return Success;
}

// Positions of nodes of GRAPH; false if one is another's.
bool positionsOf(Call &call, const Graph &graph, const CUgraphNode *nodes, size_t count, std::vector<size_t> &to) {
  for (size_t i = 0; i < count; ++i) {
    if (!call.driver.handles.count(nodes[i]) || nodes[i]->graph != &graph) {
      call.driver.report("handle", "node", "a node is named as a dependency that is not one of the graph's");
      return false;
    }
    to.push_back(nodes[i]->position);
  }
  return true;
}

CUgraphNode handleOf(Driver &driver, Graph &graph, size_t position) {
  for (GraphNode &each : graph.named)
    if (each.position == position)
      return &each;
  GraphNode &made = graph.named.emplace_back(GraphNode{&graph, position});
  driver.handles.insert(&made);
  return &made;
}

// All that was captured is before the origin's last node: of each branch the last one at least.
bool isJoined(const Capture &capture, const Stream &stream) {
  const std::vector<Node> &nodes = capture.graph->nodes;
  std::vector<bool> joined(nodes.size(), false);
  std::vector<size_t> open = stream.last;
  while (!open.empty()) {
    size_t node = open.back();
    open.pop_back();
    if (joined[node])
      continue;
    joined[node] = true;
    open.insert(open.end(), nodes[node].dependencies.begin(), nodes[node].dependencies.end());
  }
  return std::find(joined.begin() + static_cast<ptrdiff_t>(capture.first), joined.end(), false) == joined.end();
}

// Why a conditional node of these parameters cannot be; empty if it can.
std::string wrongOf(Call &call, const Graph &graph, const NodeParameters &its) {
  const int version = call.driver.settings.driverVersion;
  if (version < kConditionals)
    return "conditional nodes need a driver of version 12.4";
  if (its.conditionalType < 0 || its.conditionalType > 2)
    return "no such type of conditional nodes: " + std::to_string(its.conditionalType);
  const bool isWhile = its.conditionalType == 1;
  if (its.size == 0 || (isWhile && its.size != 1) || (its.conditionalType == 0 && its.size > 2))
    return std::to_string(its.size) + " bodies";
  if ((its.conditionalType == 2 || its.size == 2) && version < kBranches)
    return "SWITCH and IF with ELSE need a driver of version 12.8";
  if (its.context != call.context)
    return "the context is not the current one";
  if (its.reserved2 != 0 || std::any_of(its.reserved1, its.reserved1 + 25, [](uint64_t word) { return word != 0; }))
    return "bytes that are not used are not zero";
  auto condition = call.driver.conditions.find(its.handle);
  if (condition == call.driver.conditions.end())
    return "a handle that was not created";
  if (condition->second.hasNode)
    return "a handle that another node has";
  for (const Graph *each = &graph; each; each = each->parent)
    if (each == condition->second.graph)
      return {};
  return "a handle that was created for another graph";
}

// Whether all that is in a body of DEVICE runs there, as it has to.
bool isOfDevice(const Graph &body, int device) {
  return std::all_of(body.nodes.begin(), body.nodes.end(), [&](const Node &node) {
    return node.device == device && std::all_of(node.bodies.begin(), node.bodies.end(),
                                                [&](const auto &inner) { return isOfDevice(*inner, device); });
  });
}

bool isWithin(const Graph *graph, const Graph *outer) {
  while (graph && graph != outer)
    graph = graph->parent;
  return graph != nullptr;
}

} // namespace

DOUBLE_API cuStreamBeginCapture_v2(CUstream handle, int mode) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  return stream ? beginCapture(call, *stream, nullptr, {}, mode) : static_cast<int>(InvalidHandle);
}

DOUBLE_API cuStreamBeginCaptureToGraph(CUstream handle, CUgraph graph, const CUgraphNode *dependencies,
                                       const void *data, size_t count, int mode) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !isValid(call, graph, "a graph"))
    return InvalidHandle;
  if (data || (count && !dependencies))
    return data ? NotSupported : InvalidValue;
  if (graph->capture) {
    call.driver.report("capture", "graph", "a capture into a graph that another capture adds to");
    return InvalidValue;
  }
  std::vector<size_t> positions;
  if (!positionsOf(call, *graph, dependencies, count, positions))
    return InvalidValue;
  return beginCapture(call, *stream, graph, std::move(positions), mode);
}

DOUBLE_API cuStreamEndCapture(CUstream handle, CUgraph *graph) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !graph)
    return stream ? InvalidValue : InvalidHandle;
  *graph = nullptr;
  Capture *capture = stream->capture;
  if (!capture)
    return 401; // CUDA_ERROR_ILLEGAL_STATE
  if (capture->origin != stream)
    return CaptureUnmatched;
  if (capture->mode != 2 && capture->thread != std::this_thread::get_id())
    return CaptureWrongThread;
  Graph *made = capture->graph;
  int error = capture->invalid ? CaptureInvalidated : Success;
  if (!error && !isJoined(*capture, *stream)) {
    call.driver.report("capture", "unjoined",
                       "the capture of " + stream->name +
                           " ends with work of another stream that it has not waited for");
    error = CaptureUnjoined;
  }
  const bool isIntoGraph = capture->isIntoGraph;
  endCapture(call.driver, capture);
  if (error && !isIntoGraph)
    call.driver.destroyGraph(made);
  if (error)
    return error;
  *graph = made;
  return Success;
}

DOUBLE_API cuStreamIsCapturing(CUstream handle, int *status) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !status)
    return stream ? InvalidValue : InvalidHandle;
  *status = !stream->capture ? 0 : stream->capture->invalid ? 2 : 1;
  return Success;
}

DOUBLE_API cuStreamGetCaptureInfo_v3(CUstream handle, int *status, uint64_t *id, CUgraph *graph,
                                     const CUgraphNode **dependencies, const void **data, size_t *count) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !status)
    return stream ? InvalidValue : InvalidHandle;
  *status = !stream->capture ? 0 : stream->capture->invalid ? 2 : 1;
  if (*status != 1)
    return Success;
  Graph &its = *stream->capture->graph;
  stream->named.clear();
  for (size_t position : stream->last)
    stream->named.push_back(handleOf(call.driver, its, position));
  if (id)
    *id = reinterpret_cast<uintptr_t>(stream->capture);
  if (graph)
    *graph = &its;
  if (dependencies)
    *dependencies = stream->named.data();
  if (data)
    *data = nullptr;
  if (count)
    *count = stream->named.size();
  return Success;
}

DOUBLE_API cuGraphCreate(CUgraph *graph, unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  if (!graph || flags)
    return InvalidValue;
  *graph = new Graph;
  call.driver.handles.insert(*graph);
  return Success;
}

DOUBLE_API cuGraphConditionalHandleCreate(uint64_t *handle, CUgraph graph, CUcontext context, unsigned initial,
                                          unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  if (!handle || !isValid(call, graph, "a graph"))
    return handle ? InvalidHandle : InvalidValue;
  if (call.driver.settings.driverVersion < kConditionals)
    return NotSupported;
  if (flags & ~kAssignDefault || context != call.context)
    return InvalidValue;
  *handle = (uint64_t(0xc0) << 32) + ++call.driver.conditionNumber;
  Condition &made = call.driver.conditions[*handle];
  made.graph = graph;
  made.initial = initial;
  made.hasInitial = flags & kAssignDefault;
  return Success;
}

DOUBLE_API cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, const void *data,
                             size_t count, NodeParameters *parameters) {
  DOUBLE_CALL(CurrentContext);
  if (!node || !parameters || (count && !dependencies))
    return InvalidValue;
  if (!isValid(call, graph, "a graph"))
    return InvalidHandle;
  if (parameters->type != kConditionalNode || data) {
    call.driver.report("unsupported", __func__,
                       "cuGraphAddNode: nodes of type " + std::to_string(parameters->type) +
                           (data ? " with data of their edges" : "") + " are not known to the double");
    return NotSupported;
  }
  if (std::string wrong = wrongOf(call, *graph, *parameters); !wrong.empty()) {
    call.driver.report("condition", wrong, "cuGraphAddNode of a conditional node: " + wrong);
    return InvalidValue;
  }
  Node made;
  made.kind = Node::Conditional;
  made.device = call.context->device;
  made.condition = parameters->handle;
  made.conditionalType = static_cast<Node::ConditionalType>(parameters->conditionalType);
  if (!positionsOf(call, *graph, dependencies, count, made.dependencies))
    return InvalidValue;
  made.branch = graph->branches++;
  for (unsigned i = 0; i < parameters->size; ++i) {
    made.bodies.push_back(std::make_shared<Graph>());
    made.bodies.back()->parent = graph;
    call.driver.handles.insert(made.bodies.back().get());
  }
  call.driver.conditions[parameters->handle].hasNode = true;
  std::vector<CUgraph> &list = graph->bodyLists.emplace_back();
  for (const auto &body : made.bodies)
    list.push_back(body.get());
  parameters->bodies = list.data();
  graph->nodes.push_back(std::move(made));
  *node = handleOf(call.driver, *graph, graph->nodes.size() - 1);
  return Success;
}

DOUBLE_API cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
  DOUBLE_CALL(CurrentContext);
  if (!exec || !isValid(call, graph, "a graph"))
    return exec ? InvalidHandle : InvalidValue;
  if (flags & ~uint64_t(1)) {
    call.driver.report("unsupported", __func__,
                       "cuGraphInstantiateWithFlags: flags " + std::to_string(flags) + " are not known to the double");
    return NotSupported;
  }
  auto refuse = [&](const std::string &why) {
    call.driver.report("condition", why, "cuGraphInstantiateWithFlags: " + why);
    return InvalidValue;
  };
  for (const auto &each : call.driver.captures)
    if (isWithin(each->graph, graph))
      return refuse("a capture still adds to the graph");
  if (graph->parent)
    return refuse("the graph is the body of a conditional node");
  for (const Node &node : graph->nodes)
    for (const auto &body : node.bodies)
      if (!isOfDevice(*body, node.device))
        return refuse("the body of a conditional node of device " + std::to_string(node.device) +
                      " has nodes of another one");
  for (const auto &[handle, each] : call.driver.conditions)
    if (isWithin(each.graph, graph) && !each.hasNode)
      return refuse("the graph has a handle that no conditional node has");
  auto made = std::make_unique<GraphExec>();
  call.driver.instantiate(*graph, made->graph, made->values);
  if (!made->values.empty() && graph->executables != 0)
    return refuse("a graph with conditional nodes is instantiated twice");
  ++graph->executables;
  made->source = graph;
  *exec = made.release();
  call.driver.handles.insert(*exec);
  return Success;
}

DOUBLE_API cuGraphLaunch(CUgraphExec exec, CUstream handle) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !isValid(call, exec, "an executable graph"))
    return InvalidHandle;
  if (stream->capture) {
    call.driver.report("unsupported", __func__, "a graph within a capture is not known to the double");
    return NotSupported;
  }
  return call.driver.launchGraph(*exec, *stream);
}

DOUBLE_API cuGraphExecDestroy(CUgraphExec exec) {
  DOUBLE_CALL(CurrentContext);
  if (call.driver.handles.count(exec) && call.driver.handles.count(exec->source))
    --exec->source->executables;
  return destroy(call, exec, "an executable graph");
}

DOUBLE_API cuGraphDestroy(CUgraph graph) {
  DOUBLE_CALL(CurrentContext);
  if (!isValid(call, graph, "a graph"))
    return InvalidHandle;
  if (graph->parent) {
    call.driver.report("handle", "body", "cuGraphDestroy of the body of a conditional node, which has it");
    return InvalidValue;
  }
  for (const auto &each : call.driver.captures)
    if (isWithin(each->graph, graph)) {
      call.driver.report("capture", "destroyed", "cuGraphDestroy of a graph that a capture adds to");
      return InvalidValue;
    }
  call.driver.destroyGraph(graph);
  return Success;
}
