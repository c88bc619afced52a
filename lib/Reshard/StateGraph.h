#ifndef LIB_RESHARD_STATEGRAPH_H
#define LIB_RESHARD_STATEGRAPH_H

#include "lib/Reshard/Canonical.h"
#include "lib/Reshard/EdgeCosts.h"
#include "lib/Reshard/Edges.h"
#include "lib/Reshard/LowerBound.h"

#include "llvm/Support/Allocator.h"

#include <map>

namespace shardwright::reshard {

/// What is left at a state.
struct Remaining {
  Left left;
  Demand demand; ///< where a machine prices steps
  /// Searches that came by have shown that it takes no less: what their paths cost, without the way to here (adaptive
  /// A*, Koenig and Likhachev 2005).
  double seconds = 0;
};

class StateGraph;

/// What is left of the way to one target, by state.
class Towards {
public:
  Towards(const State &target, StateGraph &graph, HeldShares &heldShares);
  /// Lives as long as this.
  Remaining &of(uint32_t state, StateGraph &graph);

private:
  LowerBound bound;
  llvm::BumpPtrAllocator memory;
  std::vector<Remaining *> known; ///< by state; null: not asked for yet
};

/// The states of one array, and the steps between them with their prices: each worked out when a search first asks, and
/// kept for the next. Searches share one if their problems are equal but for the ends (see graphKeyOf()).
class StateGraph {
public:
  /// The problem and the prices outlive it. `prices`: null where bytes decide.
  explicit StateGraph(const Problem &problem, GroupPrices *prices = nullptr)
      : packing(problem), prices(prices), states(packing.width()) {}
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

  Number insert(RowRef row) {
    auto [number, isNew] = states.insert(row);
    if (isNew)
      bytes.push_back(packing.localBytes(row));
    return static_cast<Number>(number);
  }
  RowRef operator[](Number state) const { return states[state]; }
  size_t size() const { return bytes.size(); }
  int64_t localBytes(Number state) const { return bytes[state]; }
  Towards &towards(const State &target);

  Packing packing;
  GroupPrices *const prices;

private:
  static constexpr uint32_t kUnknown = ~uint32_t(0);
  struct Range {
    uint32_t begin = kUnknown, end = 0; ///< of all
  };

  RowSet states;
  HeldShares heldShares;
  std::vector<int64_t> bytes; ///< by state: of the local array
  std::map<Number, Towards> targets;
  std::vector<Step> all;
  std::vector<Range> ranges[2]; ///< by whether they are permutes, and by state
};

/// What problems have in common that one graph is for.
ProblemKey graphKeyOf(const Problem &problem);

} // namespace shardwright::reshard

#endif // LIB_RESHARD_STATEGRAPH_H
