#ifndef SHARDWRIGHT_TEST_UNIT_RESHARD_REFERENCE_H
#define SHARDWRIGHT_TEST_UNIT_RESHARD_REFERENCE_H

#include "lib/Reshard/Edges.h"

#include <map>
#include <set>

namespace shardwright::test {

/// What the cheapest path costs: seconds (0 where nothing prices it), bytes, then collectives.
using PathCost = std::tuple<double, int64_t, int64_t>;

/// Dijkstra's algorithm over the graph of docs/rationale/reshard-search.md, written down as plainly as can be: no
/// estimate, no tables, no limits. For problems of a few atoms.
class Reference {
public:
  explicit Reference(const reshard::Problem &problem, const CostModel *costs = nullptr)
      : problem(problem), costs(costs) {}

  PathCost cost();

private:
  using State = reshard::State;
  using Atoms = reshard::Atoms;
  using Key = std::tuple<std::vector<std::vector<uint8_t>>, reshard::AtomSet, ReductionKind>;

  void visitAll(const State &state);
  void slicesAndScatters(const State &state, size_t dim);
  void gathersAndExchanges(const State &state, size_t dim);
  void allReduces(const State &state);
  void makePartials(const State &state);
  void permutes(const State &state);
  /// By a collective over the group.
  void reach(State after, CollectiveKind op, reshard::AtomSet group, int64_t bytes);
  void reach(State after, PathCost cost);

  /// All sequences of atoms of the set, and all of its subsets, in any order.
  std::vector<Atoms> sequences(reshard::AtomSet of) const;
  std::vector<reshard::AtomSet> subsets(reshard::AtomSet of) const;
  bool mayAppend(const State &state, size_t dim, const Atoms &atoms) const {
    return problem.blocksNest(dim, problem.parts(state.dims[dim]), problem.parts(atoms));
  }
  reshard::AtomSet taken(const State &state) const;
  /// Sent to scatter the dimension over that many devices.
  int64_t scatterBytes(const State &state, size_t dim, int64_t count) const;
  static Key keyOf(const State &state);

  const reshard::Problem &problem;
  const CostModel *costs;
  std::set<std::tuple<PathCost, Key>> queue;
  std::map<Key, PathCost> best;
  std::map<Key, State> states;
  PathCost here;
};

} // namespace shardwright::test

#endif // SHARDWRIGHT_TEST_UNIT_RESHARD_REFERENCE_H
