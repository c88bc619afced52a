#include "shardwright/Plan/ProgramPlanner.h"

#include "lib/Plan/PlanPlayer.h"
#include "lib/Plan/TimelineSearch.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Plan/Fold.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>

namespace shardwright::plan {

constexpr double kPicosecond = 1e-12;
/// Smaller problems are solved as they are.
constexpr size_t kNodesToFold = 4000;
/// Plans whose steps are looked at, near one that is improved: so many, and ops of all of them together.
constexpr size_t kMostMeasured = 1000;
constexpr size_t kOpsMeasured = 2'000'000;

double ProgramPlan::gap() const { return isWithinLimit && boundSeconds > 0 ? modelSeconds / boundSeconds - 1 : 0; }

namespace {

/// A problem and, where it is large, the one that is solved in its place.
struct Solvable {
  explicit Solvable(const Problem &problem) {
    if (problem.nodes.size() >= kNodesToFold)
      folded = foldAlike(problem);
    solved = folded ? std::move(folded->problem) : problem;
  }

  size_t nodeOf(size_t node) const { return folded ? folded->nodeOf[node] : node; }
  Choices whole(const Choices &choices) const { return folded ? folded->unfold(choices) : choices; }
  Choices part(const Choices &choices) const { return folded ? folded->fold(choices) : choices; }

  std::optional<FoldedProblem> folded; ///< its problem is `solved`
  Problem solved;
};

} // namespace

struct ProgramPlanner::State {
  State(const CostModel &costs, const ShardingProblem &program, ReshardCache &reshards, const StrategyOptions &options)
      : costs(costs), program(program), reshards(reshards), prices(costs, reshards),
        strategies(costs, program, prices, options), problem(strategies.problem()), inFull(problem) {}

  Solvable &solvable(Sends sends) {
    if (sends == Sends::InFull)
      return inFull;
    if (!beside)
      beside.emplace(strategies.problemBeside());
    return *beside;
  }

  /// What is solved, where some shardings of arguments are forbidden.
  Problem without(const Solvable &of, const Allows &allows) const {
    Problem allowed = of.solved;
    for (size_t number = 0; number < problem.nodes.size(); ++number)
      if (std::optional<size_t> argument = strategies.argumentOf(number)) {
        Problem::Node &node = allowed.nodes[of.nodeOf(number)];
        for (auto [choice, cost] : llvm::enumerate(node.costs))
          if (!allows(*argument, strategies.passedAs(number, static_cast<uint32_t>(choice))))
            cost = kForbidden;
      }
    return allowed;
  }

  absl::StatusOr<Solution> solveUntil(Sends sends, std::optional<int64_t> limit, double gap,
                                      const SolveOptions &options, const Allows &allows) {
    Solvable &of = solvable(sends);
    setLimit(of.solved, limit);
    const Problem limited = allows ? without(of, allows) : Problem();
    return solve(allows ? limited : of.solved, untilGap(of, gap, options, /*isFree=*/!allows));
  }

  /// In full, and everything allowed.
  absl::StatusOr<Solution> solveOn(std::optional<int64_t> limit, double gap, const SolveOptions &options) {
    setLimit(inFull.solved, limit);
    const SolveOptions solving = untilGap(inFull, gap, options, /*isFree=*/true);
    if (resumable && resumableLimit == limit)
      return resumable->run(solving.seconds, solving.progress);
    absl::StatusOr<ResumableSolver> solver = ResumableSolver::create(inFull.solved, solving);
    if (!solver.ok())
      return solver.status();
    resumable = *std::move(solver);
    resumableLimit = limit;
    return resumable->run();
  }

  /// What is proven not to fit is not searched for: the cheapest that holds least is.
  void setLimit(Problem &solved, std::optional<int64_t> limit) const {
    solved.usageLimit = limit;
    if (limit)
      solved.usageLimit = std::max(*limit, leastUsage());
  }

  /// `isFree`: of choices that may be those of the start.
  SolveOptions untilGap(const Solvable &of, double gap, const SolveOptions &options, bool isFree) const {
    SolveOptions until = options;
    until.start = !isFree || start.empty() ? Choices() : of.part(start);
    until.progress = [gap, asked = options.progress](const Solution &solution, double seconds) {
      return (!asked || asked(solution, seconds)) &&
             !(solution.isWithinLimit &&
               static_cast<double>(solution.cost) <= (1 + gap) * static_cast<double>(solution.lowerBound));
    };
    return until;
  }

  /// That any choices hold at their peak, in bytes.
  int64_t leastUsage() const {
    return static_cast<int64_t>(peakUsage(inFull.solved, leanestChoices(inFull.solved)).usage);
  }

  absl::StatusOr<ProgramPlan> planOf(const absl::StatusOr<Solution> &solution, Sends sends,
                                     std::optional<int64_t> limit) {
    if (!solution.ok())
      return solution.status();
    const Solvable &of = solvable(sends);
    absl::StatusOr<ProgramPlan> plan = planOf(of.whole(solution->choices), limit);
    if (!plan.ok())
      return plan;
    if (sends == Sends::InFull)
      plan->boundSeconds = static_cast<double>(solution->lowerBound) * kPicosecond;
    plan->boundLimit = limit;
    plan->isWithinLimit = solution->isWithinLimit && of.solved.usageLimit == limit; // As the folded problem counts.
    return plan;
  }

  /// But for the bound.
  absl::StatusOr<ProgramPlan> planOf(const Choices &choices, std::optional<int64_t> limit) {
    ProgramPlan plan;
    plan.choices = choices;
    plan.decoded = strategies.decode(choices);
    absl::StatusOr<Evaluation> evaluation = evaluate(plan.decoded.program, plan.decoded.plan, costs, reshards);
    if (!evaluation.ok())
      return evaluation.status();
    plan.evaluation = *std::move(evaluation);
    price(choices, limit, plan);
    return plan;
  }

  void price(const Choices &choices, std::optional<int64_t> limit, ProgramPlan &plan) const {
    plan.modelSeconds = static_cast<double>(costOf(problem, choices)) * kPicosecond;
    plan.modelPeakBytes = static_cast<double>(peakUsage(problem, choices).usage);
    plan.isWithinLimit = !limit || plan.modelPeakBytes <= static_cast<double>(*limit);
  }

  const CostModel &costs;
  const ShardingProblem &program;
  ReshardCache &reshards;
  ReshardPlans prices;
  Strategies strategies;
  const Problem &problem;
  Solvable inFull;
  std::optional<Solvable> beside;
  Choices start;                            ///< of the whole problem, once there are any
  std::optional<ResumableSolver> resumable; ///< of `inFull`
  std::optional<int64_t> resumableLimit;
};

ProgramPlanner::ProgramPlanner(const CostModel &costs, const ShardingProblem &program, ReshardCache &reshards,
                               const StrategyOptions &options)
    : state(std::make_unique<State>(costs, program, reshards, options)) {}
ProgramPlanner::~ProgramPlanner() = default;

absl::StatusOr<ProgramPlan> ProgramPlanner::plan(std::optional<int64_t> limit, double gap, const SolveOptions &options,
                                                 const Allows &allows, Sends sends) {
  return state->planOf(state->solveUntil(sends, limit, gap, options, allows), sends, limit);
}

absl::StatusOr<ProgramPlan> ProgramPlanner::planOn(std::optional<int64_t> limit, double gap,
                                                   const SolveOptions &options) {
  return state->planOf(state->solveOn(limit, gap, options), Sends::InFull, limit);
}

absl::Status ProgramPlanner::startFrom(const Allows &allows, std::optional<int64_t> limit, double gap,
                                       const SolveOptions &options) {
  absl::StatusOr<Solution> solution = state->solveUntil(Sends::InFull, limit, gap, options, allows);
  if (solution.ok())
    state->start = state->inFull.whole(solution->choices);
  return solution.status();
}

absl::StatusOr<ProgramPlan> ProgramPlanner::improve(const ProgramPlan &plan, std::optional<int64_t> limit,
                                                    const SolveOptions &options) {
  Solvable &solvable = state->inFull;
  const Choices start = solvable.part(plan.choices);
  Problem &problem = solvable.solved;
  problem.usageLimit.reset();
  if (limit) // As the problem that is solved counts it.
    problem.usageLimit = static_cast<int64_t>(peakUsage(problem, start).usage);
  PlanPlayer player(state->strategies, state->costs, state->reshards);
  TimelineSearch search(
      problem, [&](const Choices &choices) { return player.seconds(solvable.whole(choices)); }, start, options.seed);
  const auto begin = std::chrono::steady_clock::now();
  auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  const Solution none;
  const size_t most = std::min(kMostMeasured, kOpsMeasured / std::max<size_t>(1, state->program.ops.size()));
  const Choices found = search.run(
      most, [&] { return seconds() < options.seconds && (!options.progress || options.progress(none, seconds())); });
  absl::StatusOr<ProgramPlan> better = state->planOf(solvable.whole(found), limit);
  if (!better.ok() || better->evaluation.seconds >= plan.evaluation.seconds)
    return plan;
  better->boundSeconds = plan.boundSeconds;
  return better;
}

absl::StatusOr<ProgramPlan> ProgramPlanner::leanest(double bound, std::optional<int64_t> limit) {
  absl::StatusOr<ProgramPlan> plan = state->planOf(leanestChoices(state->problem), limit);
  if (plan.ok())
    plan->boundSeconds = bound;
  return plan;
}

absl::StatusOr<ProgramPlan> ProgramPlanner::describe(PlacementPlan plan, double bound, std::optional<int64_t> limit) {
  absl::StatusOr<Evaluation> evaluation = evaluate(state->program, plan, state->costs, state->reshards);
  if (!evaluation.ok())
    return evaluation.status();
  ProgramPlan described;
  described.evaluation = *std::move(evaluation);
  described.boundSeconds = bound;
  described.choices = state->strategies.encode(plan);
  state->price(described.choices, limit, described);
  described.decoded = {state->program, std::move(plan), {}};
  return described;
}

double ProgramPlanner::leastBytes() const { return static_cast<double>(state->leastUsage()); }

size_t ProgramPlanner::numNodes() const { return state->problem.nodes.size(); }
size_t ProgramPlanner::numEdges() const { return state->problem.edges.size(); }
bool ProgramPlanner::isFolded() const { return state->inFull.folded.has_value(); }

size_t ProgramPlanner::numChoices() const {
  size_t choices = 0;
  for (const Problem::Node &node : state->problem.nodes)
    choices += node.numChoices();
  return choices;
}

} // namespace shardwright::plan
