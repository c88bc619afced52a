#ifndef LIB_RESHARD_STATEGRAPH_H
#define LIB_RESHARD_STATEGRAPH_H

#include "lib/Reshard/Canonical.h"
#include "lib/Reshard/EdgeCosts.h"
#include "lib/Reshard/Edges.h"
#include "lib/Reshard/LowerBound.h"

namespace shardwright::reshard {

/// The states of one array, and the steps between them with their prices: each worked out when a search first asks, and
/// kept for the next. Searches share one if their problems are equal but for the ends (see graphKeyOf()).
class StateGraph {
public:
  /// The problem outlives it.
  explicit StateGraph(const Problem &problem) : packing(problem), states(packing.width()) {}
  StateGraph(const StateGraph &) = delete;
  StateGraph &operator=(const StateGraph &) = delete;

  using Number = uint32_t;
  struct Step {
    Edge edge;
    Number after;
    double seconds;
  };
  /// The steps of a timed search but permutes, or the permutes. Good until the next call of either.
  llvm::ArrayRef<Step> steps(Number state, const EdgeCosts &costs, bool permutes);

  Number insert(RowRef row) { return static_cast<Number>(states.insert(row).first); }
  RowRef operator[](Number state) const { return states[state]; }

  Packing packing;
  HeldShares heldShares;

private:
  static constexpr uint32_t kUnknown = ~uint32_t(0);
  struct Range {
    uint32_t begin = kUnknown, end = 0; ///< of all
  };

  RowSet states;
  std::vector<Step> all;
  std::vector<Range> ranges[2]; ///< by whether they are permutes, and by state
};

/// What problems have in common that one graph is for.
ProblemKey graphKeyOf(const Problem &problem);

} // namespace shardwright::reshard

#endif // LIB_RESHARD_STATEGRAPH_H
