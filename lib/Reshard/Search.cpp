#include "lib/Reshard/Search.h"

#include "lib/Reshard/Estimate.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace shardwright::reshard {

/// After looking at this many steps the search for the cheapest path ends, and a good one is the answer. Up to four
/// atoms never come near it, and it is a fraction of a second.
static constexpr size_t kMostSteps = 50000;
/// How much the hurried search trusts the estimate: it then goes nearly straight to the target.
static constexpr int64_t kHurry = 4;

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
  /// At least this must still be sent.
  int64_t bytesLeft;
  Price price;
  /// The node before, and the edge from there.
  size_t parent = 0;
  std::optional<Edge> edge;
  bool settled = false;
};

struct Found {
  std::vector<Edge> path;
  Price price;
};

/// A* over states; the path is the cheapest where `hurry` is 1.
class Search {
public:
  Search(const Problem &problem, const ReshardOptions &options, EdgeSet which, int64_t hurry = 1)
      : problem(problem), options(options), which(which), hurry(hurry), left(problem) {}

  std::optional<Found> run();
  /// There is a path perhaps, but it was not found in kMostSteps.
  bool gaveUp() const { return steps > kMostSteps; }

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
    out.bytes += hurry * node.bytesLeft;
    out.collectives += node.bytesLeft > 0;
    return out;
  }
  void relax(size_t from, Edge edge);
  std::vector<Edge> pathTo(size_t node) const;

  const Problem &problem;
  const ReshardOptions &options;
  EdgeSet which;
  int64_t hurry;
  Estimate left;
  size_t steps = 0;
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
    nodes.push_back({edge.after, after, left(edge.after, after), price});
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

std::optional<Found> Search::run() {
  int64_t sourceBytes = problem.localBytes(problem.source);
  nodes.push_back({problem.source, sourceBytes, left(problem.source, sourceBytes), Price()});
  numbers.emplace(problem.source.key(), 0);
  queue.push({estimate(nodes[0]), 0});
  while (!queue.empty() && !gaveUp()) {
    size_t number = queue.top().node;
    queue.pop();
    if (nodes[number].settled)
      continue;
    nodes[number].settled = true;
    if (nodes[number].state == problem.target)
      return Found{pathTo(number), nodes[number].price};
    State state = nodes[number].state;
    for (Edge &edge : edgesFrom(problem, state, which)) {
      ++steps;
      relax(number, std::move(edge));
    }
  }
  return std::nullopt;
}

std::optional<std::vector<Edge>> cheapestPath(const Problem &problem, const ReshardOptions &options) {
  Search search(problem, options, EdgeSet::All);
  std::optional<Found> best = search.run();
  if (!best && search.gaveUp()) {
    best = Search(problem, options, EdgeSet::All, kHurry).run();
    std::optional<Found> direct = Search(problem, options, EdgeSet::Direct, kHurry).run();
    if (direct && (!best || direct->price < best->price))
      best = std::move(direct);
  }
  if (!best)
    return std::nullopt;
  return std::move(best->path);
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
