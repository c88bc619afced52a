#ifndef LIB_EVALUATE_PARTTAKER_H
#define LIB_EVALUATE_PARTTAKER_H

#include "lib/Evaluate/PlanParts.h"
#include "shardwright/Evaluate/PlanEvaluator.h"

#include <optional>

namespace shardwright::evaluation {

/// A plan that takes parts over from other plans where the timeline says that the step gets shorter. One evaluator
/// plays them all, so that only the first step is played as a whole.
class PartTaker {
public:
  /// All but the plan outlive it.
  PartTaker(const CostModel &costs, const ShardingProblem &problem, ReshardCache &reshards, PlacementPlan plan)
      : costs(costs), problem(problem), reshards(reshards), plan(std::move(plan)) {}

  /// All parts in which the other differs together, then the largest each for itself. `leastGain`: of the step, what
  /// they have to gain.
  void takeFrom(const PlacementPlan &other, double leastGain = 0);
  /// The plan, in which what was taken is told as what differs from where it began.
  PlacementPlan finish(PlacementPlanner &planner) &&;

private:
  /// A part, with the choices of the evaluator that each side has for its ops.
  struct Sides {
    const PlanPart &part;
    std::vector<size_t> kept, taken; ///< by op
    std::vector<Sharding> keptCarried, takenCarried;
  };
  std::vector<Sides> sidesOf(llvm::ArrayRef<PlanPart> parts, const PlacementPlan &other);
  void set(const Sides &sides, bool isTaken);
  bool keepIfShorter(double than);

  const CostModel &costs;
  const ShardingProblem &problem;
  ReshardCache &reshards;
  PlacementPlan plan;
  std::optional<PlanEvaluator> evaluator; ///< of the plan
  double step = 0;                        ///< of the plan, in seconds; infinite where it cannot be played
  std::vector<size_t> changed;            ///< ops
  bool hasChanged = false;                ///< ops or loop-carried values
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_PARTTAKER_H
