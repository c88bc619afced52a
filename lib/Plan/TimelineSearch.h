#ifndef LIB_PLAN_TIMELINESEARCH_H
#define LIB_PLAN_TIMELINESEARCH_H

#include "lib/Plan/NeighbourhoodSearch.h"

#include <functional>
#include <set>
#include <vector>

namespace shardwright::plan {

/// Local search from one answer of a problem by another measure than its cost, which that measure is near to: of a
/// program's step, the timeline, where prices that are added up know nothing of what runs at the same time. A node
/// takes another choice, the nodes around it those that are the cheapest then within the limit
/// (NeighbourhoodSearch::force), and where the cost rises by little, the whole is measured; it stays where that is
/// less. Nodes come by what their choices cost now, the dearest first. Deterministic, but for where the time ends it.
class TimelineSearch {
public:
  /// Of choices of the problem.
  using Measure = std::function<double(const Choices &choices)>;
  /// Both outlive it. `start`: choices within the problem's limit.
  TimelineSearch(const Problem &problem, Measure measure, Choices start, uint64_t seed);

  /// Measures so many choices at most, as long as `goesOn` says. Returns the best, which is the start where none is
  /// better.
  Choices run(size_t mostMeasured, const std::function<bool()> &goesOn);

private:
  struct Candidate {
    double cost;
    std::vector<uint32_t> choices; ///< of the model
  };
  std::vector<uint32_t> nodesByCost() const;
  std::vector<Candidate> findAround(uint32_t node);
  std::vector<uint32_t> choicesInModel(const Choices &choices) const;

  const Problem &problem;
  const Measure measure;
  const Model model;
  NeighbourhoodSearch search;
  Choices best;
  double least;                  ///< measured of the best
  std::vector<uint32_t> current; ///< the best, of the model
  std::set<uint64_t> known;      ///< hashes of candidates
};

} // namespace shardwright::plan

#endif // LIB_PLAN_TIMELINESEARCH_H
