#include "shardwright/Plan/ProgramPlanner.h"

#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Plan/Fold.h"

namespace shardwright::plan {

constexpr double kPicosecond = 1e-12;
/// Smaller problems are solved as they are.
constexpr size_t kNodesToFold = 4000;

double ProgramPlan::gap() const { return isWithinLimit && boundSeconds > 0 ? modelSeconds / boundSeconds - 1 : 0; }

struct ProgramPlanner::State {
  State(const CostModel &costs, const ShardingProblem &program, ReshardCache &reshards, const StrategyOptions &options)
      : costs(costs), program(program), reshards(reshards), prices(costs, reshards),
        strategies(costs, program, prices, options), problem(strategies.problem()) {
    if (problem.nodes.size() >= kNodesToFold)
      folded = foldAlike(problem);
    solved = folded ? std::move(folded->problem) : problem;
  }

  const CostModel &costs;
  const ShardingProblem &program;
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

absl::StatusOr<ProgramPlan> ProgramPlanner::plan(std::optional<int64_t> limit, double gap,
                                                 const SolveOptions &options) {
  state->solved.usageLimit = limit;
  SolveOptions untilGap = options;
  untilGap.progress = [&](const Solution &solution, double seconds) {
    return (!options.progress || options.progress(solution, seconds)) &&
           !(solution.isWithinLimit &&
             static_cast<double>(solution.cost) <= (1 + gap) * static_cast<double>(solution.lowerBound));
  };
  absl::StatusOr<Solution> solution = solve(state->solved, untilGap);
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

absl::StatusOr<ProgramPlan> ProgramPlanner::describe(PlacementPlan plan, double bound, std::optional<int64_t> limit) {
  absl::StatusOr<Evaluation> evaluation = evaluate(state->program, plan, state->costs, state->reshards);
  if (!evaluation.ok())
    return evaluation.status();
  const Choices choices = state->strategies.encode(plan);
  ProgramPlan described;
  described.decoded = {state->program, std::move(plan), {}};
  described.evaluation = *std::move(evaluation);
  described.modelSeconds = static_cast<double>(costOf(state->problem, choices)) * kPicosecond;
  described.boundSeconds = bound;
  described.modelPeakBytes = static_cast<double>(peakUsage(state->problem, choices).usage);
  described.isWithinLimit = !limit || described.modelPeakBytes <= static_cast<double>(*limit);
  return described;
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
