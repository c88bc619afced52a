#include "lib/Reshard/StateGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::reshard {

Towards::Towards(const State &target, StateGraph &graph, HeldShares &heldShares)
    : bound(target, graph.packing, heldShares, graph.prices ? graph.prices->outward() : llvm::ArrayRef<AtomSet>()) {}

Remaining &Towards::of(uint32_t state, StateGraph &graph) {
  if (state >= known.size())
    known.resize(graph.size(), nullptr);
  Remaining *&remaining = known[state];
  if (!remaining) {
    const RowRef row = graph[state];
    remaining = new (memory) Remaining{bound(row, graph.localBytes(state)), {}};
    if (graph.prices) {
      remaining->left.collectives = bound.collectives(row, remaining->left);
      remaining->demand = bound.demand(row, remaining->left);
    }
  }
  return *remaining;
}

Towards &StateGraph::towards(const State &target) {
  return targets.try_emplace(insert(packing.pack(target)), target, *this, heldShares).first->second;
}

llvm::ArrayRef<StateGraph::Step> StateGraph::steps(Number state, const EdgeCosts &costs, bool permutes) {
  std::vector<Range> &known = ranges[permutes];
  if (state >= known.size())
    known.resize(state + 1);
  Range &range = known[state];
  if (range.begin == kUnknown) {
    range.begin = static_cast<uint32_t>(all.size());
    const Row from(states[state]);
    auto visit = [&](const Edge &edge, RowRef after) {
      AtomSet group = permutes ? packing.moved(from, after) : edge.atoms;
      all.push_back({edge, insert(after), costs.seconds(edge.op, group, edge.bytes)});
    };
    if (permutes)
      forEachPermute(packing, from, EdgeSet::Timed, visit);
    else
      forEachEdge(packing, from, EdgeSet::Timed, visit);
    range.end = static_cast<uint32_t>(all.size());
  }
  return llvm::ArrayRef(all).slice(range.begin, range.end - range.begin);
}

ProblemKey graphKeyOf(const Problem &problem) {
  ProblemKey key = arrayKeyOf(problem);
  key.push_back(static_cast<int64_t>(problem.target.partial));
  key.push_back(static_cast<int64_t>(problem.target.kind));
  if (problem.atoms.size() > static_cast<size_t>(kAllSequences))
    for (const Atoms &dim : problem.target.dims) {
      key.push_back(static_cast<int64_t>(dim.size()));
      llvm::append_range(key, dim);
    }
  return key;
}

} // namespace shardwright::reshard
