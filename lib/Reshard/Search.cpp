#include "lib/Reshard/Search.h"

#include "lib/Reshard/LowerBound.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace shardwright::reshard {

/// After looking at this many steps the search for the cheapest path ends, and a good one is the answer. Up to four
/// atoms never come near it, and it is a fraction of a second.
static constexpr size_t kMostSteps = 50000;
/// How much the hurried search trusts the estimate: it then goes nearly straight to the target.
static constexpr int64_t kHurry = 4;

namespace {
/// What a path costs so far; compared in this order.
struct PathPrice {
  double seconds = 0;
  int64_t bytes = 0;
  int64_t collectives = 0;
  int64_t peak = 0;
  int64_t steps = 0;

  bool operator<(const PathPrice &other) const {
    if (seconds != other.seconds)
      return seconds < other.seconds;
    if (bytes != other.bytes)
      return bytes < other.bytes;
    if (collectives != other.collectives)
      return collectives < other.collectives;
    return peak != other.peak ? peak < other.peak : steps < other.steps;
  }
};

/// Where a step comes in the search that looks at every step of a state at once: of equal paths the earlier is taken.
struct Order {
  size_t expansion = 0;
  bool permute = false;
  size_t step = 0;

  bool operator<(const Order &other) const {
    return std::tie(expansion, permute, step) < std::tie(other.expansion, other.permute, other.step);
  }
};

struct Node {
  int64_t localBytes;
  Left left;
  PathPrice price;
  /// Of the edge from the node before.
  Order order;
  /// Which of the nodes it was to be looked at.
  size_t expansion = 0;
  /// The node before (the source's own number where there is none), and the edge from there.
  size_t parent = 0;
  Edge edge = {};
};

struct Found {
  std::vector<PathEdge> path;
  PathPrice price;
};

/// A* over states; the path is the cheapest where `hurry` is 1.
class Search {
public:
  Search(const Problem &problem, const ReshardOptions &options, EdgeSet which, int64_t hurry = 1)
      : problem(problem), options(options), which(which), hurry(hurry), packing(problem), left(packing),
        target(packing.pack(problem.target)), targetBytes(packing.localBytes(target)), states(packing.width()),
        arrangements(packing.width()) {}

  std::optional<Found> run();
  /// There is a path perhaps, but it was not found in kMostSteps.
  bool gaveUp() const { return steps > kMostSteps; }

private:
  struct Entry {
    PathPrice estimate;
    size_t node;
    Order order; ///< of the node, when this was entered
    /// Every permute from the node, or every other step: there are many permutes, and each sends the whole local array,
    /// so most searches end before they are looked at.
    bool permutes = false;

    bool operator<(const Entry &other) const {
      // The queue yields its largest: turn the order around.
      if (other.estimate < estimate)
        return true;
      return !(estimate < other.estimate) && std::tie(other.order, other.permutes) < std::tie(order, permutes);
    }
  };

  PathPrice estimate(const Node &node) const {
    PathPrice out = node.price;
    out.bytes += hurry * node.left.bytes;
    out.collectives += node.left.collectives;
    return out;
  }
  /// Of a path that goes on with a permute.
  PathPrice permuteEstimate(const Node &node) const {
    PathPrice out = node.price;
    // It sends what must be received anyway, but for what combining takes.
    out.bytes += node.left.combines ? node.localBytes + hurry * node.left.bytes
                                    : std::max(node.localBytes, hurry * node.left.bytes);
    // Blocks stay as large as they are: where the target's are larger, something is gathered behind it.
    bool another = node.left.combines || node.localBytes < targetBytes;
    out.collectives += std::max<int64_t>(node.left.collectives, another ? 2 : 1);
    out.peak = std::max(out.peak, 2 * node.localBytes);
    return out;
  }
  /// What a path costs that goes on with a permute.
  PathPrice permuted(const Node &node) const {
    PathPrice out = node.price;
    out.bytes += node.localBytes;
    out.collectives += 1;
    out.peak = std::max(out.peak, 2 * node.localBytes);
    ++out.steps;
    return out;
  }
  bool permutesBetter(const Node &node, RowRef state);
  void expand(const Entry &entry);
  void relax(size_t from, const Edge &edge, RowRef after);
  /// The target was reached for less than this.
  bool isHopeless(const PathPrice &price) const { return reached && nodes[*reached].price < price; }
  std::vector<PathEdge> pathTo(size_t node) const;

  const Problem &problem;
  const ReshardOptions &options;
  EdgeSet which;
  int64_t hurry;
  Packing packing;
  LowerBound left;
  Row target;
  int64_t targetBytes;
  size_t steps = 0, expansions = 0;
  /// A state and its node have one number.
  RowSet states;
  std::vector<Node> nodes;
  /// From where permutes to the states of one arrangement were looked at last.
  struct Permuter {
    PathPrice price;
    size_t expansion;
  };
  RowSet arrangements;
  std::vector<Permuter> permuters;
  std::optional<size_t> reached;
  std::priority_queue<Entry> queue;
};
} // namespace

void Search::relax(size_t from, const Edge &edge, RowRef after) {
  int64_t localBefore = nodes[from].localBytes, localAfter = packing.localBytes(after);
  if (options.peakLimit && localBefore + localAfter > options.peakLimit)
    return;
  PathPrice price = nodes[from].price;
  if (options.seconds) {
    State before = packing.unpack(states[from]);
    price.seconds += options.seconds(makeStep(problem, before, inFull(problem, before, edge, packing.unpack(after))));
  }
  price.bytes += edge.bytes;
  price.collectives += isCollective(edge.op);
  price.peak = std::max(price.peak, localBefore + localAfter);
  ++price.steps;
  if (isHopeless(price))
    return;

  auto [number, isNew] = states.insert(after);
  if (isNew) {
    nodes.push_back({localAfter, left(after, localAfter), price});
    if (after == RowRef(target))
      reached = number;
  }
  Node &node = nodes[number];
  Order order{nodes[from].expansion, edge.op == ReshardOp::Permute, steps};
  bool cheaper = isNew || price < node.price;
  if (!cheaper && (node.price < price || node.order < order))
    return;
  node.price = price;
  node.order = order;
  node.parent = from;
  node.edge = edge;
  PathPrice whole = estimate(node);
  if (cheaper && !isHopeless(whole))
    queue.push({whole, number, order});
}

std::vector<PathEdge> Search::pathTo(size_t node) const {
  std::vector<PathEdge> path;
  for (size_t at = node; nodes[at].parent != at; at = nodes[at].parent)
    path.push_back(
        inFull(problem, packing.unpack(states[nodes[at].parent]), nodes[at].edge, packing.unpack(states[at])));
  std::reverse(path.begin(), path.end());
  return path;
}

std::optional<Found> Search::run() {
  Row source = packing.pack(problem.source);
  int64_t sourceBytes = packing.localBytes(source);
  states.insert(source);
  nodes.push_back({sourceBytes, left(source, sourceBytes), PathPrice()});
  queue.push({estimate(nodes[0]), 0, Order()});
  while (!queue.empty() && !gaveUp()) {
    Entry entry = queue.top();
    queue.pop();
    const Node &node = nodes[entry.node];
    // A cheaper way to it was found since.
    if ((entry.permutes ? permuteEstimate(node) : estimate(node)) < entry.estimate)
      continue;
    if (entry.node == reached)
      return Found{pathTo(entry.node), node.price};
    expand(entry);
  }
  return std::nullopt;
}

/// Permutes lead to every state of as many parts in each dimension, which are the same from each of these: all that
/// matters is from which it is cheapest. Not where a permute's price, or whether it exists, depends on both its ends.
bool Search::permutesBetter(const Node &node, RowRef state) {
  if (options.seconds || problem.exclusive)
    return true;
  Permuter here{permuted(node), node.expansion};
  auto [number, isNew] = arrangements.insert(packing.parts(state));
  if (isNew) {
    permuters.push_back(here);
    return true;
  }
  Permuter &last = permuters[number];
  bool better = here.price < last.price || (!(last.price < here.price) && here.expansion < last.expansion);
  if (better)
    last = here;
  return better;
}

void Search::expand(const Entry &entry) {
  Row state(states[entry.node]);
  auto visit = [&](const Edge &edge, RowRef after) {
    ++steps;
    relax(entry.node, edge, after);
  };
  if (entry.permutes) {
    if (permutesBetter(nodes[entry.node], state))
      forEachPermute(packing, state, visit);
    return;
  }
  nodes[entry.node].expansion = ++expansions;
  forEachEdge(packing, state, which, visit);
  const Node &node = nodes[entry.node];
  PathPrice permuted = permuteEstimate(node);
  if (which == EdgeSet::All && !isHopeless(permuted))
    queue.push({permuted, entry.node, node.order, true});
}

std::optional<std::vector<PathEdge>> cheapestPath(const Problem &problem, const ReshardOptions &options) {
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

ReshardStep makeStep(const Problem &problem, const State &before, const PathEdge &edge) {
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
