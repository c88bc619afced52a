#include "lib/Reshard/Search.h"

#include "lib/Reshard/StateGraph.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace shardwright::reshard {

/// After looking at this many steps the search for the cheapest path ends, and a good one is the answer. Up to four
/// atoms never come near it, and it is a fraction of a second.
static constexpr size_t kMostSteps = 50000;
/// How much the hurried search trusts the estimate: it then goes nearly straight to the target.
static constexpr int64_t kHurry = 4;

/// What floating point may have added to a bound.
static constexpr double kRounding = 1e-9;

/// Most searches remember no more.
static constexpr size_t kUsualStates = 32;

namespace {
/// What a path costs so far; compared in this order.
struct PathPrice {
  double seconds = 0;
  int64_t bytes = 0;
  int64_t peak = 0;
  int32_t collectives = 0;
  int32_t steps = 0;

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
  uint32_t expansion = 0;
  bool permute = false;
  uint32_t step = 0;

  bool operator<(const Order &other) const {
    return std::tie(expansion, permute, step) < std::tie(other.expansion, other.permute, other.step);
  }
};

struct Node {
  StateGraph::Number state;
  int64_t localBytes;
  Remaining *remaining;
  /// Where a machine prices it: what is left takes at least so long, and what is left behind any permute, once those
  /// are looked at.
  double secondsLeft, behindPermutes;
  PathPrice price;
  /// Of the edge from the node before.
  Order order;
  /// Which of the nodes it was to be looked at.
  uint32_t expansion = 0;
  /// The node before (the source's own number where there is none), and the edge from there.
  uint32_t parent = 0;
  Edge edge = {};
};

struct Found {
  PathPrice price;
  std::vector<PathEdge> path; ///< where it was asked for
};

/// A* over states; the path is the cheapest where `hurry` is 1.
class Search {
public:
  /// `graph`: of a problem with the same graphKeyOf(). `costs`: null where bytes decide.
  Search(const Problem &problem, StateGraph &graph, int64_t peakLimit, EdgeCosts *costs, EdgeSet which,
         int64_t hurry = 1)
      : problem(problem), graph(graph), packing(graph.packing), peakLimit(peakLimit), costs(costs), which(which),
        hurry(hurry), towards(graph.towards(problem.target)), target(graph.insert(packing.pack(problem.target))),
        targetBytes(graph.localBytes(target)), arrangements(packing.width()) {
    findTwins();
  }

  std::optional<Found> run(bool wantsPath = true);
  /// There is a path perhaps, but it was not found in kMostSteps.
  bool gaveUp() const { return steps > kMostSteps; }

private:
  struct Entry {
    PathPrice estimate;
    uint32_t node;
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

  /// The price with so much still to come.
  static PathPrice with(PathPrice price, double seconds, int64_t bytes, int64_t collectives) {
    price.seconds += seconds;
    price.bytes += bytes;
    price.collectives += static_cast<int32_t>(collectives);
    return price;
  }
  PathPrice estimate(const Node &node) const {
    return with(node.price, node.secondsLeft, hurry * node.remaining->left.bytes, node.remaining->left.collectives);
  }
  /// Of a path that goes on with a permute.
  PathPrice permuteEstimate(const Node &node) const {
    // It sends what must be received anyway, but for what combining takes.
    const Left &left = node.remaining->left;
    int64_t bytes =
        left.combines ? node.localBytes + hurry * left.bytes : std::max(node.localBytes, hurry * left.bytes);
    // Blocks stay as large as they are: where the target's are larger, something is gathered behind it.
    bool another = left.combines || node.localBytes < targetBytes;
    double seconds =
        costs ? std::max(node.secondsLeft, costs->permuteAtLeast(node.localBytes) + node.behindPermutes) : 0;
    PathPrice out = with(node.price, seconds, bytes, std::max<int64_t>(left.collectives, another ? 2 : 1));
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
  void findTwins();
  bool hasIdleTwin(RowRef row, size_t dim) const;
  Node makeNode(StateGraph::Number state, int64_t localBytes, PathPrice price);
  bool permutesBetter(const Node &node, RowRef state);
  void expand(const Entry &entry);
  void expandOnce(const Entry &entry);
  void expandInGraph(const Entry &entry);
  /// `stateAfter`: its number, which only a step that may be on the path is asked for.
  template <typename StateOf>
  void relax(uint32_t from, const Edge &edge, double seconds, int64_t localAfter, StateOf stateAfter);
  std::pair<uint32_t, bool> nodeOf(StateGraph::Number state);
  bool mayBeCheaper(uint32_t from, const StateGraph::Step &step) const;
  /// The target was reached for less than this.
  bool isHopeless(const PathPrice &price) const { return reached && nodes[*reached].price < price; }
  void learn(const PathPrice &cheapest);
  Found found(uint32_t node, bool wantsPath) const;
  std::vector<PathEdge> pathTo(uint32_t node) const;

  const Problem &problem;
  StateGraph &graph;
  Packing &packing;
  int64_t peakLimit;
  EdgeCosts *costs;
  EdgeSet which;
  int64_t hurry;
  Towards &towards;
  StateGraph::Number target;
  int64_t targetBytes;
  /// Of each dimension that neither end splits: those before it that neither splits and that are as long.
  llvm::SmallVector<llvm::SmallVector<size_t, 2>, 6> twins;
  bool hasTwins = false;
  uint32_t steps = 0, expansions = 0;
  std::vector<Node> nodes;
  /// By state; kNone: not reached yet.
  std::vector<uint32_t> numbers;
  static constexpr uint32_t kNone = ~uint32_t(0);
  /// From where permutes to the states of one arrangement were looked at last.
  struct Permuter {
    PathPrice price;
    uint32_t expansion;
  };
  RowSet arrangements;
  std::vector<Permuter> permuters;
  std::optional<uint32_t> reached;
  std::priority_queue<Entry> queue;
};
} // namespace

void Search::findTwins() {
  if (!costs)
    return;
  auto isIdle = [&](size_t dim) { return problem.source.dims[dim].empty() && problem.target.dims[dim].empty(); };
  twins.resize(packing.rank);
  for (size_t dim = 0; dim < packing.rank; ++dim)
    for (size_t before = 0; before < dim && isIdle(dim); ++before)
      if (isIdle(before) && problem.shape[before] == problem.shape[dim]) {
        twins[dim].push_back(before);
        hasTwins = true;
      }
}

/// Another dimension before this one is whole, too, in this state and both ends, and as long: whatever is done with
/// this one may as well be done with that one.
bool Search::hasIdleTwin(RowRef row, size_t dim) const {
  return row[dim] == AtomLists::kEmpty &&
         llvm::any_of(twins[dim], [&](size_t twin) { return row[twin] == AtomLists::kEmpty; });
}

/// The state's node, which is to be made where it is new.
std::pair<uint32_t, bool> Search::nodeOf(StateGraph::Number state) {
  if (state >= numbers.size())
    numbers.resize(std::max(graph.size(), kUsualStates), kNone);
  if (numbers[state] != kNone)
    return {numbers[state], false};
  numbers[state] = static_cast<uint32_t>(nodes.size());
  return {numbers[state], true};
}

template <typename StateOf>
void Search::relax(uint32_t from, const Edge &edge, double seconds, int64_t localAfter, StateOf stateAfter) {
  int64_t localBefore = nodes[from].localBytes;
  if (peakLimit && localBefore + localAfter > peakLimit)
    return;
  PathPrice price = nodes[from].price;
  if (costs && isCollective(edge.op)) {
    price.seconds += seconds;
    if (edge.op == ReshardOp::Permute && isHopeless(with(price, nodes[from].behindPermutes, 0, 0)))
      return;
  }
  price.bytes += edge.bytes;
  price.collectives += isCollective(edge.op);
  price.peak = std::max(price.peak, localBefore + localAfter);
  ++price.steps;
  if (isHopeless(price))
    return;

  const StateGraph::Number state = stateAfter();
  auto [number, isNew] = nodeOf(state);
  if (isNew) {
    nodes.push_back(makeNode(state, localAfter, price));
    if (state == target)
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

Found Search::found(uint32_t node, bool wantsPath) const {
  return {nodes[node].price, wantsPath ? pathTo(node) : std::vector<PathEdge>()};
}

std::vector<PathEdge> Search::pathTo(uint32_t node) const {
  std::vector<PathEdge> path;
  for (uint32_t at = node; nodes[at].parent != at; at = nodes[at].parent)
    path.push_back(inFull(problem, packing.unpack(graph[nodes[nodes[at].parent].state]), nodes[at].edge,
                          packing.unpack(graph[nodes[at].state])));
  std::reverse(path.begin(), path.end());
  return path;
}

Node Search::makeNode(StateGraph::Number state, int64_t localBytes, PathPrice price) {
  Remaining &remaining = towards.of(state, graph);
  Node node{state, localBytes, &remaining, 0, 0, price};
  if (costs) {
    if (nodes.empty())
      costs->aimAt(remaining.demand);
    if (remaining.seconds == 0)
      remaining.seconds = costs->atLeast(remaining.demand);
    node.secondsLeft = remaining.seconds;
  }
  return node;
}

std::optional<Found> Search::run(bool wantsPath) {
  const StateGraph::Number source = graph.insert(packing.pack(problem.source));
  nodes.reserve(kUsualStates);
  nodeOf(source);
  nodes.push_back(makeNode(source, graph.localBytes(source), PathPrice()));
  queue.push({estimate(nodes[0]), 0, Order()});
  while (!queue.empty() && !gaveUp()) {
    Entry entry = queue.top();
    queue.pop();
    const Node &node = nodes[entry.node];
    // A cheaper way to it was found since.
    if ((entry.permutes ? permuteEstimate(node) : estimate(node)) < entry.estimate)
      continue;
    if (entry.node == reached) {
      learn(node.price);
      return found(entry.node, wantsPath);
    }
    expand(entry);
  }
  // Given up: what was reached is a path, though perhaps not the best.
  if (costs && reached)
    return found(*reached, wantsPath);
  return std::nullopt;
}

/// No way from any node takes less than the cheapest path without the way there.
void Search::learn(const PathPrice &cheapest) {
  if (!costs || peakLimit)
    return;
  for (const Node &node : nodes)
    node.remaining->seconds =
        std::max(node.remaining->seconds, (cheapest.seconds - node.price.seconds) * (1 - kRounding));
}

/// Permutes lead to every state of as many parts in each dimension, which are the same from each of these: all that
/// matters is from which it is cheapest. Not where it depends on both ends of a permute whether it exists.
bool Search::permutesBetter(const Node &node, RowRef state) {
  if (problem.exclusive)
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

/// Where bytes decide most steps lead to nothing, and no other search asks for them.
void Search::expandOnce(const Entry &entry) {
  const Row state(graph[nodes[entry.node].state]);
  auto visit = [&](const Edge &edge, RowRef after) {
    ++steps;
    relax(entry.node, edge, 0, packing.localBytes(after), [&] { return graph.insert(after); });
  };
  if (!entry.permutes)
    forEachEdge(packing, state, which, visit);
  else if (permutesBetter(nodes[entry.node], state))
    forEachPermute(packing, state, which, visit);
}

/// Most steps lead to what is reached already, and for less.
bool Search::mayBeCheaper(uint32_t from, const StateGraph::Step &step) const {
  if (step.after >= numbers.size() || numbers[step.after] == kNone)
    return true;
  return nodes[from].price.seconds + step.seconds <= nodes[numbers[step.after]].price.seconds;
}

void Search::expandInGraph(const Entry &entry) {
  const StateGraph::Number state = nodes[entry.node].state;
  for (const StateGraph::Step &step : graph.steps(state, *costs, entry.permutes)) {
    if (hasTwins && step.edge.dim >= 0 && hasIdleTwin(graph[state], step.edge.dim))
      continue;
    ++steps;
    if (mayBeCheaper(entry.node, step))
      relax(entry.node, step.edge, step.seconds, graph.localBytes(step.after), [&] { return step.after; });
  }
}

void Search::expand(const Entry &entry) {
  if (!entry.permutes)
    nodes[entry.node].expansion = ++expansions;
  if (costs)
    expandInGraph(entry);
  else
    expandOnce(entry);
  if (entry.permutes)
    return;
  Node &node = nodes[entry.node];
  if (costs)
    node.behindPermutes = costs->behindPermute(node.remaining->demand, node.localBytes, node.remaining->left.combines);
  PathPrice permuted = permuteEstimate(node);
  if (which != EdgeSet::Direct && !isHopeless(permuted))
    queue.push({permuted, entry.node, node.order, true});
}

static std::optional<Found> hurriedByBytes(const Problem &problem, int64_t peakLimit, EdgeSet which) {
  StateGraph graph(problem);
  return Search(problem, graph, peakLimit, nullptr, which, kHurry).run();
}

static std::optional<Found> cheapestByBytes(const Problem &problem, int64_t peakLimit, bool wantsPath) {
  StateGraph graph(problem);
  Search exact(problem, graph, peakLimit, nullptr, EdgeSet::All);
  std::optional<Found> best = exact.run(wantsPath);
  if (!best && exact.gaveUp()) {
    best = hurriedByBytes(problem, peakLimit, EdgeSet::All);
    std::optional<Found> direct = hurriedByBytes(problem, peakLimit, EdgeSet::Direct);
    if (direct && (!best || direct->price < best->price))
      best = std::move(direct);
  }
  return best;
}

/// Slices of one dimension one after another become one: nothing is sent for them, and they go by single atoms.
static std::vector<PathEdge> joinSlices(const Problem &problem, std::vector<PathEdge> path) {
  std::vector<PathEdge> joined;
  State before = problem.source;
  for (size_t i = 0; i < path.size();) {
    size_t end = i;
    while (end < path.size() && path[end].op == ReshardOp::Slice)
      ++end;
    for (size_t dim = 0; dim < problem.shape.size() && end > i; ++dim) {
      Atoms more(path[end - 1].after.dims[dim].begin() + static_cast<ptrdiff_t>(before.dims[dim].size()),
                 path[end - 1].after.dims[dim].end());
      if (more.empty())
        continue;
      before.dims[dim] = path[end - 1].after.dims[dim];
      joined.push_back({ReshardOp::Slice, std::move(more), dim, std::nullopt, before});
    }
    for (i = end; i < path.size() && path[i].op != ReshardOp::Slice; ++i) {
      before = path[i].after;
      joined.push_back(std::move(path[i]));
    }
  }
  return joined;
}

static std::optional<Found> cheapest(const Problem &problem, int64_t peakLimit, EdgeCosts *costs, StateGraph *graph,
                                     bool wantsPath) {
  if (!costs)
    return cheapestByBytes(problem, peakLimit, wantsPath);
  std::optional<StateGraph> own;
  Search search(problem, graph ? *graph : own.emplace(problem, &costs->groups()), peakLimit, costs, EdgeSet::Timed);
  std::optional<Found> quickest = search.run(wantsPath);
  if (quickest)
    quickest->path = joinSlices(problem, std::move(quickest->path));
  if (!search.gaveUp())
    return quickest;
  std::optional<Found> best = cheapestByBytes(problem, peakLimit, /*wantsPath=*/true);
  if (!best)
    return std::nullopt;
  for (const PathEdge &edge : best->path)
    best->price.seconds += costs->seconds(edge.op, setOf(edge.atoms), edge.bytes);
  return quickest && quickest->price < best->price ? quickest : best;
}

std::optional<std::vector<PathEdge>> cheapestPath(const Problem &problem, int64_t peakLimit, EdgeCosts *costs) {
  std::optional<Found> best = cheapest(problem, peakLimit, costs, nullptr, /*wantsPath=*/true);
  return best ? std::optional(std::move(best->path)) : std::nullopt;
}

ReshardPrice cheapestPrice(const Problem &problem, EdgeCosts *costs, StateGraph *graph) {
  // Without a peak limit there is always a path.
  const Found best = cheapest(problem, 0, costs, graph, /*wantsPath=*/false).value();
  return {best.price.seconds, best.price.bytes, best.price.collectives};
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
