#ifndef LIB_PLACEMENT_FORWARDROUND_H
#define LIB_PLACEMENT_FORWARDROUND_H

#include "lib/Placement/Assignment.h"
#include "lib/Placement/Choose.h"
#include "lib/Placement/SolverState.h"

namespace shardwright {

/// Forward greedy choice: from the first op to the last, every op takes the candidate that is cheapest by the current
/// shardings of its operands and the demands for its results.
class ForwardRound {
public:
  explicit ForwardRound(SolverState &state) : state(state) {}
  /// The plan, without its choices.
  PlacementPlan run();
  /// A round without demands that seeds loop-carried values: each gets the sharding of what enters its loop, whatever
  /// propagation decided, or of what an iteration makes where what enters has none (zeros).
  void follow();
  /// The candidates of a plan of any round that has no choices yet.
  Assignment assignmentOf(const PlacementPlan &plan) const;
  /// Gives a plan of any round the choices that it numbers, and numbers them anew.
  void addChoices(PlacementPlan &plan) const;

  /// How an op with a class runs, by the last round.
  const Placement &placementOf(size_t op) const { return last[op]->best->placement; }
  /// What an op needs of its operands, by the last round.
  llvm::ArrayRef<ShardingId> needsOf(size_t op) const;

private:
  struct Chosen {
    int64_t number = -1; // in order of appearance, over all rounds
    const Candidate *best = nullptr, *next = nullptr;
    Price own, nextCostsMore;
  };

  void begin();
  void resolveLoopCarried(size_t op);
  bool madeOfNothing(const SolverState::Op &op) const;
  ShardingId carriedAs(const ShardingProblem::LoopCarried &carried, size_t value) const;
  Price reshardTo(size_t value, ShardingId wanted);
  const Chosen &choiceFor(size_t index);
  Situation situationAt(size_t index) const;
  Chosen choose(size_t op, const Situation &situation);
  PlacementChoice inFull(const Chosen &chosen) const;

  SolverState &state;
  bool following = false;
  std::vector<llvm::SmallVector<ShardingId, 2>> copies; // the shardings in which each root exists, this round
  std::vector<const Chosen *> last;                     // by op
  Interner::Memory<Chosen> known;
  std::vector<const Chosen *> byNumber;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_FORWARDROUND_H
