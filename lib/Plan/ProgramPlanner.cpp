#include "shardwright/Plan/ProgramPlanner.h"

#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Plan/Fold.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::plan {

constexpr double kPicosecond = 1e-12;
/// Smaller problems are solved as they are.
constexpr size_t kNodesToFold = 4000;

double ProgramPlan::gap() const { return isWithinLimit && boundSeconds > 0 ? modelSeconds / boundSeconds - 1 : 0; }

struct ProgramPlanner::State {
  State(const CostModel &costs, const ShardingProblem &program, ReshardCache &reshards, const StrategyOptions &options)
      : costs(costs), reshards(reshards), prices(costs, reshards), strategies(costs, program, prices, options),
        problem(strategies.problem()) {
    if (problem.nodes.size() >= kNodesToFold)
      folded = foldAlike(problem);
    solved = folded ? std::move(folded->problem) : problem;
  }

  /// What is solved, where some shardings of arguments are forbidden.
  Problem without(const Allows &allows) const {
    Problem allowed = solved;
    for (size_t number = 0; number < problem.nodes.size(); ++number)
      if (std::optional<size_t> argument = strategies.argumentOf(number)) {
        Problem::Node &node = allowed.nodes[folded ? folded->nodeOf[number] : number];
        for (auto [choice, cost] : llvm::enumerate(node.costs))
          if (!allows(*argument, strategies.passedAs(number, static_cast<uint32_t>(choice))))
            cost = kForbidden;
      }
    return allowed;
  }

  const CostModel &costs;
  ReshardCache &reshards;
  ReshardPlans prices;
  Strategies strategies;
  const Problem &problem;
  std::optional<FoldedProblem> folded; ///< its problem is `solved`
  Problem solved;
};

ProgramPlanner::ProgramPlanner(const CostModel &costs, const ShardingProblem &program, ReshardCache &reshards,
                               const StrategyOptions &options)
    : state(std::make_unique<State>(costs, program, reshards, options)) {}
ProgramPlanner::~ProgramPlanner() = default;

absl::StatusOr<ProgramPlan> ProgramPlanner::plan(std::optional<int64_t> limit, double gap, const SolveOptions &options,
                                                 const Allows &allows) {
  state->solved.usageLimit = limit;
  const Problem limited = allows ? state->without(allows) : Problem();
  SolveOptions untilGap = options;
  untilGap.progress = [&](const Solution &solution, double seconds) {
    return (!options.progress || options.progress(solution, seconds)) &&
           !(solution.isWithinLimit &&
             static_cast<double>(solution.cost) <= (1 + gap) * static_cast<double>(solution.lowerBound));
  };
  absl::StatusOr<Solution> solution = solve(allows ? limited : state->solved, untilGap);
  if (!solution.ok())
    return solution.status();
  ProgramPlan plan;
  const Choices choices = state->folded ? state->folded->unfold(solution->choices) : solution->choices;
  plan.decoded = state->strategies.decode(choices);
  absl::StatusOr<Evaluation> evaluation =
      evaluate(plan.decoded.program, plan.decoded.plan, state->costs, state->reshards);
  if (!evaluation.ok())
    return evaluation.status();
  plan.evaluation = *std::move(evaluation);
  plan.isWithinLimit = solution->isWithinLimit;
  plan.modelSeconds = static_cast<double>(solution->cost) * kPicosecond;
  plan.boundSeconds = static_cast<double>(solution->lowerBound) * kPicosecond;
  plan.modelPeakBytes = static_cast<double>(peakUsage(state->problem, choices).usage);
  return plan;
}

double ProgramPlanner::leastBytes() const {
  return static_cast<double>(peakUsage(state->solved, leanestChoices(state->solved)).usage);
}

size_t ProgramPlanner::numNodes() const { return state->problem.nodes.size(); }
size_t ProgramPlanner::numEdges() const { return state->problem.edges.size(); }
bool ProgramPlanner::isFolded() const { return state->folded.has_value(); }

size_t ProgramPlanner::numChoices() const {
  size_t choices = 0;
  for (const Problem::Node &node : state->problem.nodes)
    choices += node.numChoices();
  return choices;
}

} // namespace shardwright::plan
