#include "shardwright/Evaluate/ChoosePlan.h"

#include "lib/Evaluate/ConstrainedPlan.h"
#include "lib/Evaluate/PartTaker.h"
#include "shardwright/Placement/ReshardPlans.h"

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
    // Before the plan by bytes, so that it begins where the plan by prices ended.
    std::optional<PlacementPlan> constrained;
    if (problem.ops.size() <= kMostOps)
      if (std::vector<PlacementPin> pins = pinsOfConstraints(costs.mesh(), problem, byPrices); !pins.empty())
        constrained = planner.planAround(pins);
    PartTaker plan(costs, problem, reshards, std::move(byPrices));
    plan.takeFrom(planner.plan({kWorkByBytes, /*byBytes=*/true}));
    if (constrained)
      plan.takeFrom(*constrained, kGainOfConstraints);
    // Where kernels were measured, those of small pieces take hardly less time.
    if (!costs.device().device().measured.isEmpty())
      plan.takeFrom(planWithoutMachine());
    return std::move(plan).finish(planner);
  }

private:
  /// About half of what is computed beside products becomes part of kernels that are there anyway.
  static constexpr double kWorkByBytes = 0.5;
  /// Of the step, what parts that constraints ask for, against prices, have to gain.
  static constexpr double kGainOfConstraints = 5e-4;
  /// What constraints ask for in a larger program is not worth the time.
  static constexpr size_t kMostOps = 15'000;

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
