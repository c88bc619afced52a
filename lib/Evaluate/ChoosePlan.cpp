#include "shardwright/Evaluate/ChoosePlan.h"

#include "lib/Evaluate/ConstrainedPlan.h"
#include "lib/Evaluate/PlanParts.h"
#include "shardwright/Evaluate/PlanEvaluator.h"
#include "shardwright/Placement/ReshardPlans.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

namespace shardwright {
namespace evaluation {
namespace {

/// Of a plan that cannot be played.
double infiniteUnless(absl::StatusOr<double> seconds) {
  return seconds.ok() ? *seconds : std::numeric_limits<double>::infinity();
}

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
    PlacementPlan plan = takeParts(std::move(byPrices), planner.plan({kWorkByBytes, /*byBytes=*/true}));
    if (std::optional<PlacementPlan> constrained = planAsConstrained(costs, problem, pricer, options, plan))
      plan = takeParts(std::move(plan), *constrained, kGainOfConstraints);
    // Where kernels were measured, those of small pieces take hardly less time.
    return costs.device().device().measured.isEmpty() ? std::move(plan)
                                                      : takeParts(std::move(plan), planWithoutMachine());
  }

private:
  /// About half of what is computed beside products becomes part of kernels that are there anyway.
  static constexpr double kWorkByBytes = 0.5;
  /// Of the step, what parts that constraints ask for, against prices, have to gain.
  static constexpr double kGainOfConstraints = 5e-4;
  /// Of the parts, so many are tried, the largest first: what others gain is not worth the time.
  static constexpr size_t kTries = 12;

  /// The plan that is chosen where no machine is named: the fewest bytes, then the least work.
  PlacementPlan planWithoutMachine() const {
    const CostModel flat = CostModel::flat(costs.mesh());
    ShardingProblem program = problem;
    constexpr double kBytes = 4; // of an element: both take time in proportion to them
    const double ratio = flat.device().secondsPerElement(kBytes) / costs.device().secondsPerElement(kBytes);
    for (ShardingProblem::OpClass &opClass : program.classes)
      opClass.secondsPerPoint = opClass.isProduct() ? flat.device().secondsPerMultiplyAdd(opClass.local.product)
                                                    : opClass.secondsPerPoint * ratio;
    ReshardPlans reshardsByBytes(flat);
    return PlacementPlanner(flat, program, reshardsByBytes, options).plan();
  }

  PlacementPlan takeParts(PlacementPlan plan, const PlacementPlan &byBytes, double leastGain = 0) {
    std::vector<PlanPart> parts = differingParts(problem, plan, byBytes);
    return parts.empty() ? std::move(plan) : putTogether(plan, byBytes, parts, leastGain);
  }

  PlacementPlan putTogether(const PlacementPlan &byPrices, const PlacementPlan &byBytes, llvm::ArrayRef<PlanPart> parts,
                            double leastGain) {
    PlanEvaluator evaluator(problem, costs, reshards, byPrices);
    const size_t added = byPrices.choices.size();
    for (const PlacementChoice &choice : byBytes.choices)
      evaluator.addChoice(choice);
    auto take = [&](const PlanPart &part, bool isFromBytes) {
      for (size_t op : part.ops)
        evaluator.choose(op, isFromBytes ? added + byBytes.chosen[op] : byPrices.chosen[op]);
      for (size_t carried : part.loopCarried)
        evaluator.setLoopCarried(carried, (isFromBytes ? byBytes : byPrices).loopCarried[carried]);
    };
    double step = infiniteUnless(evaluator.seconds());
    const double enough = (1 - leastGain) * step;
    // Whether what was changed makes the step shorter than that; else it is as before.
    auto keepIfShorter = [&](double than) {
      const double seconds = infiniteUnless(evaluator.seconds());
      const bool isShorter = seconds < than;
      if (isShorter)
        step = seconds;
      else
        evaluator.undo();
      evaluator.keep();
      return isShorter;
    };
    for (const PlanPart &part : parts)
      take(part, true);
    std::vector<bool> fromBytes(parts.size(), keepIfShorter(enough));
    for (size_t part = 0; part < std::min(parts.size(), kTries) && parts.size() > 1; ++part) {
      take(parts[part], !fromBytes[part]);
      if (keepIfShorter(fromBytes[part] ? std::min(enough, (1 + leastGain) * step) : (1 - leastGain) * step))
        fromBytes[part] = !fromBytes[part];
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
