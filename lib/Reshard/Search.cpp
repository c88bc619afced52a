#include "lib/Reshard/Search.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace shardwright::reshard {

/// More states than this are not looked at: the direct path is then the answer.
static constexpr size_t kMostStates = 20000;

namespace {
/// What a path costs so far; compared in this order.
struct Price {
  double seconds = 0;
  int64_t bytes = 0;
  int64_t collectives = 0;
  int64_t peak = 0;
  int64_t steps = 0;

  auto key() const { return std::make_tuple(seconds, bytes, collectives, peak, steps); }
  bool operator<(const Price &other) const { return key() < other.key(); }
};

struct Node {
  State state;
  int64_t localBytes;
  Price price;
  /// The node before, and the edge from there.
  size_t parent = 0;
  std::optional<Edge> edge;
  bool settled = false;
};

/// A* over states. The estimate of what is left is what the local array must still grow by: no step grows it by more
/// than it sends.
class Search {
public:
  Search(const Problem &problem, const ReshardOptions &options, EdgeSet which)
      : problem(problem), options(options), which(which), targetBytes(problem.localBytes(problem.target)) {}

  std::optional<std::vector<Edge>> run();
  bool exhausted() const { return !gaveUp; }

private:
  struct Entry {
    Price estimate;
    size_t node;
    bool operator<(const Entry &other) const {
      // The queue yields its largest: turn the order around; the older node goes first.
      return std::make_tuple(other.estimate.key(), other.node) < std::make_tuple(estimate.key(), node);
    }
  };

  Price estimate(const Node &node) const {
    Price out = node.price;
    out.bytes += std::max<int64_t>(0, targetBytes - node.localBytes);
    return out;
  }
  void relax(size_t from, Edge edge);
  std::vector<Edge> pathTo(size_t node) const;

  const Problem &problem;
  const ReshardOptions &options;
  EdgeSet which;
  int64_t targetBytes;
  bool gaveUp = false;
  std::vector<Node> nodes;
  std::unordered_map<std::string, size_t> numbers;
  std::priority_queue<Entry> queue;
};
} // namespace

void Search::relax(size_t from, Edge edge) {
  int64_t before = nodes[from].localBytes, after = problem.localBytes(edge.after);
  if (options.peakLimit && before + after > options.peakLimit)
    return;
  Price price = nodes[from].price;
  if (options.seconds)
    price.seconds += options.seconds(makeStep(problem, nodes[from].state, edge));
  price.bytes += edge.bytes;
  price.collectives += isCollective(edge.op);
  price.peak = std::max(price.peak, before + after);
  ++price.steps;

  auto [place, isNew] = numbers.try_emplace(edge.after.key(), nodes.size());
  if (isNew)
    nodes.push_back({edge.after, after, price});
  Node &node = nodes[place->second];
  if (!isNew && (node.settled || !(price < node.price)))
    return;
  node.price = price;
  node.parent = from;
  node.edge = std::move(edge);
  queue.push({estimate(node), place->second});
}

std::vector<Edge> Search::pathTo(size_t node) const {
  std::vector<Edge> path;
  for (; nodes[node].edge; node = nodes[node].parent)
    path.push_back(*nodes[node].edge);
  std::reverse(path.begin(), path.end());
  return path;
}

std::optional<std::vector<Edge>> Search::run() {
  nodes.push_back({problem.source, problem.localBytes(problem.source), Price()});
  numbers.emplace(problem.source.key(), 0);
  queue.push({estimate(nodes[0]), 0});
  for (size_t settled = 0; !queue.empty(); ++settled) {
    size_t number = queue.top().node;
    queue.pop();
    if (nodes[number].settled)
      continue;
    nodes[number].settled = true;
    if (nodes[number].state == problem.target)
      return pathTo(number);
    if (settled >= kMostStates) {
      gaveUp = true;
      return std::nullopt;
    }
    State state = nodes[number].state;
    for (Edge &edge : edgesFrom(problem, state, which))
      relax(number, std::move(edge));
  }
  return std::nullopt;
}

std::optional<std::vector<Edge>> cheapestPath(const Problem &problem, const ReshardOptions &options) {
  Search search(problem, options, EdgeSet::All);
  std::optional<std::vector<Edge>> path = search.run();
  if (!path && !search.exhausted())
    path = Search(problem, options, EdgeSet::Direct).run();
  return path;
}

ReshardStep makeStep(const Problem &problem, const State &before, const Edge &edge) {
  ReshardStep step{edge.op};
  step.axes = problem.axes(edge.atoms);
  step.dim = edge.dim;
  step.concatDim = edge.concatDim;
  step.kind = edge.op == ReshardOp::MakePartial ? edge.after.kind : before.kind;
  step.after = problem.sharding(edge.after);
  step.localShape = step.after.localShape(problem.mesh, problem.shape);
  step.bytesPerDevice = edge.bytes;
  return step;
}

} // namespace shardwright::reshard
