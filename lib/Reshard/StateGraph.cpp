#include "lib/Reshard/StateGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::reshard {

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
  Problem array = problem;
  array.source = State();
  array.source.dims.resize(problem.shape.size());
  if (problem.atoms.size() <= static_cast<size_t>(kAllSequences))
    array.target.dims.assign(problem.shape.size(), Atoms());
  return keyOf(array);
}

} // namespace shardwright::reshard
