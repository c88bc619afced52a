#ifndef SHARDWRIGHT_EVALUATE_PLANEVALUATOR_H
#define SHARDWRIGHT_EVALUATE_PLANEVALUATOR_H

#include "shardwright/Evaluate/Evaluate.h"

#include <memory>

namespace shardwright {

/// evaluate() of one plan after another that differ in little: a search changes the choice of an op, reads what the
/// step takes then, and keeps the change or takes it back. What a change touches is instantiated, fused and played
/// again; all else stays. The result is that of a new evaluator, to the last bit, whatever came before. Not for several
/// threads at once.
class PlanEvaluator {
public:
  /// All of them but the plan, where it begins, outlive it and stay as they are. `reshards`: of that model.
  PlanEvaluator(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards,
                const PlacementPlan &plan);
  ~PlanEvaluator();

  /// A choice beside those of the plan, whose number it returns; for ops of the class of whoever made it. What it needs
  /// and makes are placements (Sharding::placement), as those of the plan.
  size_t addChoice(PlacementChoice choice);
  /// Index into the plan's choices, then added ones.
  size_t chosen(size_t op) const;
  const Sharding &loopCarried(size_t carried) const;

  // Changes, of which several may be made before a look.
  /// `op`: with a class.
  void choose(size_t op, size_t choice);
  void setLoopCarried(size_t carried, const Sharding &sharding);

  /// What the step takes now. Errors: seconds that are no number.
  absl::StatusOr<double> seconds();
  absl::StatusOr<Evaluation> evaluation();

  /// From here on changes can be taken back.
  void keep();
  /// Back to where keep() was last called, or to the beginning.
  void undo();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace shardwright

#endif // SHARDWRIGHT_EVALUATE_PLANEVALUATOR_H
