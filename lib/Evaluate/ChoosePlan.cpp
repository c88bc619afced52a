#include "shardwright/Evaluate/ChoosePlan.h"

#include "lib/Evaluate/PlanParts.h"
#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/ReshardPlans.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace shardwright {
namespace evaluation {
namespace {

class Chooser {
public:
  Chooser(const CostModel &costs, const ShardingProblem &problem, ReshardCache &reshards,
          const PlacementOptions &options)
      : costs(costs), problem(problem), reshards(reshards), pricer(costs, reshards), options(options),
        planner(costs, problem, pricer, options) {}

  PlacementPlan choose() {
    PlacementPlan byPrices = planner.plan();
    if (costs.secondsPerByteSent() || options.rounds == 0)
      return byPrices;
    PlacementPlan byBytes = planner.plan({kWorkByBytes, /*byBytes=*/true});
    std::vector<PlanPart> parts = differingParts(problem, byPrices, byBytes);
    if (parts.empty())
      return byPrices;
    return putTogether(byPrices, byBytes, parts);
  }

private:
  /// About half of what is computed beside products becomes part of kernels that are there anyway.
  static constexpr double kWorkByBytes = 0.5;
  /// How many ops are evaluated while parts are tried, in all tries together.
  static constexpr size_t kEffort = 40'000;

  /// Infinite where the plan cannot be played.
  double stepOf(const PlacementPlan &plan) const {
    absl::StatusOr<Evaluation> evaluation = evaluate(problem, plan, costs, reshards);
    return evaluation.ok() ? evaluation->seconds : std::numeric_limits<double>::infinity();
  }

  PlacementPlan putTogether(const PlacementPlan &byPrices, const PlacementPlan &byBytes,
                            llvm::ArrayRef<PlanPart> parts) {
    double step = stepOf(byPrices), other = stepOf(byBytes);
    std::vector<bool> fromBytes(parts.size(), other < step);
    step = std::min(step, other);
    PlacementPlan best = fromBytes.front() ? byBytes : byPrices;
    size_t tries = kEffort / problem.ops.size();
    if (parts.size() > 1)
      for (size_t part = 0; part < std::min(parts.size(), tries); ++part) {
        PlacementPlan tried = best;
        takePart(tried, parts[part], fromBytes[part] ? byPrices : byBytes);
        if (double seconds = stepOf(tried); seconds < step) {
          step = seconds;
          best = std::move(tried);
          fromBytes[part] = !fromBytes[part];
        }
      }
    // Told as what differs from the plan by prices.
    PlacementPlan plan = byPrices;
    std::vector<size_t> changed;
    for (auto [part, isFromBytes] : llvm::zip_equal(parts, fromBytes))
      if (isFromBytes) {
        takePart(plan, part, byBytes);
        llvm::append_range(changed, part.ops);
      }
    llvm::sort(changed);
    if (llvm::is_contained(fromBytes, true))
      planner.describe(changed, plan);
    return plan;
  }

  const CostModel &costs;
  const ShardingProblem &problem;
  ReshardCache &reshards;
  ReshardPlans pricer;
  const PlacementOptions &options;
  PlacementPlanner planner;
};

} // namespace
} // namespace evaluation

PlacementPlan choosePlan(const CostModel &costs, const ShardingProblem &problem, ReshardCache &reshards,
                         const PlacementOptions &options) {
  return evaluation::Chooser(costs, problem, reshards, options).choose();
}

} // namespace shardwright
