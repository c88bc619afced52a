#ifndef LIB_PLAN_PLANPLAYER_H
#define LIB_PLAN_PLANPLAYER_H

#include "shardwright/Evaluate/PlanEvaluator.h"
#include "shardwright/Plan/Strategies.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright::plan {

/// What the step takes as choices of a planning problem decode, for one after another that differ from some in few
/// nodes: those are changed in a PlanEvaluator, which takes microseconds, and taken back. Constraints that say an order
/// of changes of sharding (Decoded::constraints) are left out. Choices of what is given to the program, its arguments
/// and results, make it another one, which is evaluated anew.
class PlanPlayer {
public:
  /// All of them outlive it.
  PlanPlayer(Strategies &strategies, const CostModel &costs, ReshardCache &reshards);
  ~PlanPlayer();

  /// Infinite where it cannot be played.
  double seconds(const Choices &choices);

private:
  struct Played;
  Played &playedLike(const Choices &choices);
  double change(Played &played, const Choices &choices);

  Strategies &strategies;
  const CostModel &costs;
  ReshardCache &reshards;
  std::vector<std::unique_ptr<Played>> known; ///< the last used first
};

} // namespace shardwright::plan

#endif // LIB_PLAN_PLANPLAYER_H
