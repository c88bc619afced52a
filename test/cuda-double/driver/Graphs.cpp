// Launches of graphs, and the conditions that decide what of them runs.
#include "test/cuda-double/driver/Driver.h"

#include <iterator>

namespace shardwright::cudadouble {

namespace {

std::string nameOf(uint64_t handle) { return "the condition with handle " + std::to_string(handle & 0xffffffff); }

} // namespace

void Driver::instantiate(const Graph &from, Graph &to, std::map<uint64_t, ConditionValue> &values) {
  to.nodes = from.nodes;
  to.branches = from.branches;
  for (size_t branch = 0; branch < to.branches; ++branch)
    to.queues.push_back(order.newQueue("branch " + std::to_string(branch) + " of a graph"));
  for (Node &node : to.nodes) {
    if (node.kind != Node::Conditional)
      continue;
    values[node.condition] = {};
    for (std::shared_ptr<Graph> &body : node.bodies) {
      auto own = std::make_shared<Graph>();
      instantiate(*body, *own, values);
      body = std::move(own);
    }
  }
}

void Driver::destroyGraph(Graph *graph) {
  forgetGraph(*graph);
  delete graph;
}

void Driver::forgetGraph(Graph &graph) {
  for (auto each = conditions.begin(); each != conditions.end();)
    each = each->second.graph == &graph ? conditions.erase(each) : std::next(each);
  for (GraphNode &each : graph.named)
    handles.erase(&each);
  for (Node &node : graph.nodes)
    for (const std::shared_ptr<Graph> &body : node.bodies)
      forgetGraph(*body);
  handles.erase(&graph);
}

int Driver::launchGraph(GraphExec &exec, Stream &stream) {
  ++graphLaunches;
  submit(stream, [this, &exec, &stream, at = GraphProgress()]() mutable { return advanceGraph(exec, stream, at); });
  return Success;
}

bool Driver::advanceGraph(GraphExec &exec, Stream &stream, GraphProgress &at) {
  if (!handles.count(&exec)) {
    report("handle", "graph", "a graph is destroyed that has been launched and is not done");
    return true;
  }
  if (!at.hasBegun) {
    at.hasBegun = true;
    at.nodes.resize(exec.graph.nodes.size());
    at.begin = before(stream);
    at.begin.join(exec.last);
    at.end = at.begin;
    for (auto &[handle, value] : exec.values) {
      const Condition &its = conditions[handle];
      value = {};
      value.value = its.initial;
      value.isSet = its.hasInitial;
    }
  }
  // Work that waits for other ranks may wait for one that is in this graph, too: whatever can run does.
  bool isDone = true;
  for (size_t number = 0; number < exec.graph.nodes.size(); ++number)
    isDone = advanceNode(exec, number, at) && isDone;
  if (!isDone)
    return false;
  exec.last = at.end;
  stream.clock.join(at.end);
  return true;
}

bool Driver::advanceNode(GraphExec &exec, size_t number, GraphProgress &at) {
  const Node &node = exec.graph.nodes[number];
  NodeProgress &its = at.nodes[number];
  if (its.isDone)
    return true;
  for (size_t dependency : node.dependencies)
    if (!at.nodes[dependency].isDone)
      return false;
  if (!its.started) {
    its.clock = at.begin;
    for (size_t dependency : node.dependencies)
      its.clock.join(at.nodes[dependency].clock);
  }
  Context &context = *contexts[static_cast<size_t>(node.device)];
  const QueueId queue = exec.graph.queues[node.branch];
  launched = &exec;
  if (node.kind == Node::Conditional)
    runConditional(exec, node, queue, its.clock, context);
  its.isDone = node.kind == Node::Conditional || run(node, queue, its.clock, context, its.started);
  launched = nullptr;
  if (its.isDone)
    at.end.join(its.clock);
  return its.isDone;
}

Clock Driver::runGraph(GraphExec &exec, const Graph &graph, const Clock &begin, Context &context) {
  std::vector<Clock> clocks;
  Clock end = begin;
  for (const Node &node : graph.nodes) {
    Clock clock = begin;
    for (size_t dependency : node.dependencies)
      clock.join(clocks[dependency]);
    bool started = false;
    if (node.kind == Node::Conditional)
      runConditional(exec, node, graph.queues[node.branch], clock, context);
    else if (node.kind == Node::External)
      report("nccl-usage", node.external->name,
             node.external->name + " in the body of a conditional node, where NCCL's host functions cannot be");
    else
      run(node, graph.queues[node.branch], clock, context, started);
    end.join(clock);
    clocks.push_back(std::move(clock));
  }
  return end;
}

void Driver::runConditional(GraphExec &exec, const Node &node, QueueId queue, Clock &clock, Context &context) {
  ConditionValue &its = exec.values[node.condition];
  for (;;) {
    if (context.sticky)
      return;
    if (order.size() + 1000 > kMaxOperations) {
      report("limit", "operations", "more operations than the double can tell apart");
      context.sticky = LaunchFailed;
      return;
    }
    if (!its.isSet) {
      report("condition", "unset",
             "a conditional node reads " + nameOf(node.condition) +
                 ", which has no default value and nobody has set in this launch");
      context.sticky = LaunchFailed;
      return;
    }
    if (its.by && !order.ordered(its.by, clock))
      report("condition", "unordered",
             "a conditional node reads " + nameOf(node.condition) + ", set by " + order.describe(its.by) +
                 ", and no edge of the graph orders the two");
    its.readBy = order.newOperation(queue, "conditional node");
    clock.add(queue, its.readBy);
    const size_t body = node.conditionalType == Node::Switch ? its.value : its.value == 0;
    if (body >= node.bodies.size())
      return;
    ++bodies;
    const uint64_t sets = its.sets;
    clock = runGraph(exec, *node.bodies[body], clock, context);
    if (node.conditionalType != Node::While)
      return;
    if (its.sets == sets && !context.sticky) {
      report("timeout", "while",
             "a loop never ends: its body does not set " + nameOf(node.condition) + ", which is " +
                 std::to_string(its.value));
      context.sticky = LaunchTimeout;
    }
  }
}

std::string Driver::setCondition(uint64_t handle, uint32_t value, OperationId operation, const Clock &before) {
  if (!conditions.count(handle))
    return "sets a condition whose handle (" + std::to_string(handle) + ") was never created, or whose graph is gone";
  auto found = launched ? launched->values.find(handle) : std::map<uint64_t, ConditionValue>::iterator();
  if (!launched || found == launched->values.end())
    return "sets " + nameOf(handle) + " from outside its graph";
  ConditionValue &its = found->second;
  if (its.by == operation && its.value != value)
    return "its threads set " + nameOf(handle) + " to " + std::to_string(its.value) + " and to " +
           std::to_string(value);
  if (its.by && its.by != operation && !order.ordered(its.by, before))
    return "sets " + nameOf(handle) + ", as " + order.describe(its.by) + " does, and no edge orders the two";
  if (its.readBy && !order.ordered(its.readBy, before))
    return "sets " + nameOf(handle) + ", which a conditional node reads, and no edge orders the two";
  its.value = value;
  its.isSet = true;
  its.by = operation;
  ++its.sets;
  return {};
}

} // namespace shardwright::cudadouble
