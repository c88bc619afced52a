#include "lib/Planning/MeshPlan.h"

#include "lib/Planning/FollowPlan.h"

#include "dialects/sharding/Shardings.h"

#include <chrono>
#include <set>

namespace shardwright::planning {

/// So much less memory counts, where the least is looked for.
constexpr double kLittleMore = 1.01;
/// Of the least memory, what is tried for it.
constexpr double kOverLeast[] = {1.02, 1.1, 1.3};

bool isBetter(const PlanningOptions &options, double seconds, double peakBytes, double otherSeconds,
              double otherPeakBytes) {
  auto fits = [&](double bytes) { return !options.memoryLimit || bytes <= static_cast<double>(*options.memoryLimit); };
  if (fits(peakBytes) != fits(otherPeakBytes))
    return fits(peakBytes);
  if (!fits(peakBytes))
    return peakBytes < otherPeakBytes;
  if (options.leastMemory && std::max(peakBytes, otherPeakBytes) > kLittleMore * std::min(peakBytes, otherPeakBytes))
    return peakBytes < otherPeakBytes;
  return seconds < otherSeconds;
}

std::optional<int64_t> firstLimit(const PlanningOptions &options, const plan::ProgramPlanner &planner) {
  const double least = kOverLeast[0] * planner.leastBytes();
  if (options.leastMemory || (options.memoryLimit && least > static_cast<double>(*options.memoryLimit)))
    return static_cast<int64_t>(least);
  return options.memoryLimit;
}

namespace {

/// How often the limit of the problem is set anew.
constexpr int kMemoryRounds = 4;
/// A plan that holds this part of the limit uses it.
constexpr double kUsed = 0.96;
/// Of a limit, by how much more it is lowered than was too much.
constexpr double kSpare = 0.01;
/// Of the time that is left, what a plan within a limit may take.
constexpr double kRoundShare = 0.5;
/// Of all the time, what the solver has of it however long the problem took to build.
constexpr double kLeastShare = 0.15;
/// Of alternatives: when they are good enough, and what each may take of the time.
constexpr double kAlternativeGap = 0.01, kAlternativeShare = 0.1;

absl::Status reported() { return absl::InvalidArgumentError(""); }

class MeshPlanner {
public:
  MeshPlanner(mlir::ModuleOp imported, const PlanningOptions &options)
      : imported(imported), options(options), costs(std::make_shared<SharedCostModel>(options.machine)) {}

  absl::StatusOr<MeshPlan> run() {
    mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(imported);
    absl::StatusOr<const CostModel *> machine = costs->on(mlir::succeeded(mesh) ? *mesh : Mesh());
    if (!machine.ok())
      return machine.status();
    model = *machine;
    mlir::FailureOr<OpenProgram> created = OpenProgram::create(imported, *model, options.partition);
    if (mlir::failed(created))
      return reported();
    open = std::move(*created);
    planner = std::make_unique<plan::ProgramPlanner>(*model, open->program(), costs->reshards(), open->options());
    absl::StatusOr<MeshPlan> best = searchLimits();
    if (best.ok())
      if (absl::Status status = addAlternatives(*best); !status.ok())
        return status;
    return best;
  }

private:
  absl::StatusOr<MeshPlan> searchLimits() {
    std::optional<int64_t> limit = options.memoryLimit;
    const double least = planner->leastBytes();
    if (options.mayFit && !options.mayFit(least))
      return absl::ResourceExhaustedError("needs at least " + std::to_string(static_cast<int64_t>(least)) + " bytes");
    if (options.leastMemory || (limit && least > static_cast<double>(*limit)))
      return searchLeast(least);
    std::optional<MeshPlan> best;
    for (int round = 0; round < kMemoryRounds; ++round) {
      absl::StatusOr<MeshPlan> found = planWithin(limit);
      if (!found.ok())
        return found.status();
      const int64_t peak = found->step.memory.peak;
      const double modelPeak = found->plan.modelPeakBytes;
      const bool isFeasible = found->plan.isWithinLimit;
      keepBetter(best, *std::move(found));
      if (!limit || isOver())
        break;
      const int64_t room = *options.memoryLimit - peak;
      const bool binds = modelPeak > kUsed * static_cast<double>(*limit);
      if (room < 0 ? !isFeasible : !binds || peak > kUsed * static_cast<double>(*options.memoryLimit))
        break;
      const double moved = std::min(modelPeak, static_cast<double>(*limit)) + static_cast<double>(room);
      limit = static_cast<int64_t>(std::max(0.0, moved - (room < 0 ? kSpare : 0) * static_cast<double>(*limit)));
    }
    return *std::move(best);
  }

  /// The best of plans that hold little more than the least that the problem counts: what brings values together for a
  /// moment is not in it, and of plans with the least the most.
  absl::StatusOr<MeshPlan> searchLeast(double least) {
    std::optional<MeshPlan> best;
    for (double more : kOverLeast) {
      absl::StatusOr<MeshPlan> found = planWithin(static_cast<int64_t>(more * least));
      if (!found.ok())
        return found.status();
      keepBetter(best, *std::move(found));
      if (isOver())
        break;
    }
    return *std::move(best);
  }

  void keepBetter(std::optional<MeshPlan> &best, MeshPlan found) const {
    if (!best || isBetter(found, *best))
      best = std::move(found);
  }

  absl::Status addAlternatives(MeshPlan &best) {
    const Mesh &mesh = model->mesh();
    const std::vector<size_t> list = open->parameters();
    const std::set<size_t> parameters(list.begin(), list.end());
    std::vector<plan::ProgramPlanner::Allows> ways = {[&](size_t argument, const Sharding &sharding) {
      return !parameters.count(argument) || sharding.isFullyReplicated();
    }};
    for (const MeshAxis &axis : mesh.axes())
      if (mesh.numAxes() > 1)
        ways.push_back([&, name = axis.name](size_t argument, const Sharding &sharding) {
          return !parameters.count(argument) || !sharding.uses(mesh, AxisRef(name));
        });
    for (const plan::ProgramPlanner::Allows &allows : ways) {
      if (isOver())
        break;
      plan::SolveOptions solve = untilStopped();
      solve.seconds = std::min(solve.seconds, kAlternativeShare * options.solve.seconds);
      absl::StatusOr<plan::ProgramPlan> plan = planner->plan(std::nullopt, kAlternativeGap, solve, allows);
      if (!plan.ok())
        return plan.status();
      best.alternatives.push_back({open->describe(mesh, plan->decoded), mesh, plan->evaluation.seconds,
                                   plan->evaluation.busy, plan->modelPeakBytes, true});
      // The timeline may see it otherwise than the sum of prices.
      if (plan->evaluation.seconds < best.step.estimate.seconds())
        if (absl::Status status = tryInstead(*std::move(plan), best); !status.ok())
          return status;
    }
    return absl::OkStatus();
  }

  absl::Status tryInstead(plan::ProgramPlan plan, MeshPlan &best) {
    absl::StatusOr<MeshPlan> other = realise(std::move(plan));
    if (!other.ok())
      return other.status();
    if (!isBetter(*other, best))
      return absl::OkStatus();
    other->alternatives = std::move(best.alternatives);
    other->alternatives.back() = {best.name,
                                  best.mesh,
                                  best.step.estimate.seconds(),
                                  best.step.estimate.busy,
                                  static_cast<double>(best.step.memory.peak),
                                  false};
    // The bound is that of the problem as a whole.
    other->plan.boundSeconds = best.plan.boundSeconds;
    best = *std::move(other);
    return absl::OkStatus();
  }

  double secondsLeft() const {
    return options.solve.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  bool isOver() const { return stopped || secondsLeft() <= 0; }

  plan::SolveOptions untilStopped() {
    plan::SolveOptions solve = options.solve;
    solve.seconds = std::max(0.0, secondsLeft());
    solve.progress = [&](const plan::Solution &solution, double seconds) {
      if (options.solve.progress && !options.solve.progress(solution, seconds))
        stopped = true;
      return !stopped;
    };
    return solve;
  }

  absl::StatusOr<MeshPlan> planWithin(std::optional<int64_t> limit) {
    plan::SolveOptions solve = untilStopped();
    if (limit) // There may be others.
      solve.seconds *= kRoundShare;
    solve.seconds = std::max(solve.seconds, kLeastShare * options.solve.seconds);
    absl::StatusOr<plan::ProgramPlan> plan = planner->plan(limit, options.gap, solve);
    if (!plan.ok())
      return plan.status();
    return realise(*std::move(plan));
  }

  /// Annotations for the plan, and the step that partitioning makes of them.
  absl::StatusOr<MeshPlan> realise(plan::ProgramPlan plan) {
    mlir::FailureOr<Annotations> annotations =
        annotationsToFollow(imported, *open, plan, *model, costs->reshards(), options.partition);
    if (mlir::failed(annotations))
      return reported();
    mlir::OwningOpRef<mlir::ModuleOp> annotated = annotate(imported, *annotations).module;
    absl::StatusOr<Step> step = stepOf(*annotated, costs, options.partition, options.host);
    if (!step.ok())
      return step.status();
    std::string name = open->describe(model->mesh(), plan.decoded);
    return MeshPlan{model->mesh(),
                    std::move(name),
                    std::move(plan),
                    *std::move(annotations),
                    std::move(annotated),
                    *std::move(step),
                    planner->numNodes(),
                    planner->numEdges(),
                    planner->numChoices(),
                    planner->isFolded(),
                    {}};
  }

  bool isBetter(const MeshPlan &one, const MeshPlan &other) const {
    return planning::isBetter(options, one.step.estimate.seconds(), static_cast<double>(one.step.memory.peak),
                              other.step.estimate.seconds(), static_cast<double>(other.step.memory.peak));
  }

  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  mlir::ModuleOp imported;
  const PlanningOptions &options;
  std::shared_ptr<SharedCostModel> costs;
  const CostModel *model = nullptr;
  std::optional<OpenProgram> open;
  std::unique_ptr<plan::ProgramPlanner> planner;
  bool stopped = false;
};

} // namespace

absl::StatusOr<MeshPlan> planOnMesh(mlir::ModuleOp imported, const PlanningOptions &options) {
  return MeshPlanner(imported, options).run();
}

} // namespace shardwright::planning
