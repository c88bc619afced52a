#include "lib/Planning/MeshPlan.h"

#include "lib/Planning/FollowPlan.h"

#include "dialects/sharding/Shardings.h"
#include "shardwright/Evaluate/ChoosePlan.h"

#include <chrono>

namespace shardwright::planning {
namespace {

/// How often the limit of the problem is set anew.
constexpr int kMemoryRounds = 4;
/// A plan that holds this part of the limit uses it.
constexpr double kUsed = 0.96;

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
    return searchLimits();
  }

private:
  absl::StatusOr<MeshPlan> searchLimits() {
    std::optional<int64_t> limit = options.memoryLimit;
    std::optional<MeshPlan> best;
    for (int round = 0; round < kMemoryRounds; ++round) {
      absl::StatusOr<MeshPlan> found = planWithin(limit);
      if (!found.ok())
        return found.status();
      const int64_t peak = found->step.memory.peak;
      const double modelPeak = found->plan.modelPeakBytes;
      const bool isFeasible = found->plan.isWithinLimit;
      if (getenv("ROUNDS"))
        fprintf(stderr,
                "round %d limit %.3f model peak %.3f within %d peak %.3f step %.6f plan %.6f model %.6f gap %.4f left "
                "%.2f\n",
                round, limit ? *limit / 1e9 : -1, modelPeak / 1e9, isFeasible, peak / 1e9,
                found->step.estimate.seconds(), found->plan.evaluation.seconds, found->plan.modelSeconds,
                found->plan.gap(), secondsLeft());
      if (!best || isBetter(*found, *best))
        best = *std::move(found);
      if (!limit || stopped || secondsLeft() <= 0)
        break;
      const int64_t room = *options.memoryLimit - peak;
      const bool binds = modelPeak > kUsed * static_cast<double>(*limit);
      if (room < 0 ? !isFeasible : !binds || peak > kUsed * static_cast<double>(*options.memoryLimit))
        break;
      limit = std::max<int64_t>(0, static_cast<int64_t>(std::min(modelPeak, static_cast<double>(*limit))) + room);
    }
    if (!best->isWithin(options.memoryLimit)) {
      // The peak may be elsewhere than the problem's.
      absl::StatusOr<MeshPlan> leanest = follow(planner->leanest(best->plan.boundSeconds, options.memoryLimit));
      if (!leanest.ok())
        return leanest.status();
      if (isBetter(*leanest, *best))
        best = *std::move(leanest);
    }
    return orAsGiven(*std::move(best));
  }

  /// Of small programs, whose kernels take as long to start as they run, prices that are added up know little: what
  /// partitioning makes of the program as it is may take a shorter step.
  absl::StatusOr<MeshPlan> orAsGiven(MeshPlan best) {
    absl::StatusOr<plan::ProgramPlan> plan = planner->describe(choosePlan(*model, open->program(), costs->reshards()),
                                                               best.plan.boundSeconds, options.memoryLimit);
    if (!plan.ok())
      return plan.status();
    for (Annotations annotations : {annotationsOf(*open, plan->decoded), Annotations()}) {
      absl::StatusOr<MeshPlan> given = annotated(*plan, std::move(annotations));
      if (!given.ok())
        return given.status();
      if (isBetter(*given, best))
        best = *std::move(given);
    }
    return best;
  }

  double secondsLeft() const {
    return options.solve.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  absl::StatusOr<MeshPlan> planWithin(std::optional<int64_t> limit) {
    plan::SolveOptions solve = options.solve;
    solve.seconds = std::max(0.0, secondsLeft());
    solve.progress = [&](const plan::Solution &solution, double seconds) {
      if (options.solve.progress && !options.solve.progress(solution, seconds))
        stopped = true;
      return !stopped;
    };
    return follow(planner->plan(limit, options.gap, solve));
  }

  absl::StatusOr<MeshPlan> follow(absl::StatusOr<plan::ProgramPlan> plan) {
    if (!plan.ok())
      return plan.status();
    mlir::FailureOr<Annotations> annotations =
        annotationsToFollow(imported, *open, *plan, *model, costs->reshards(), options.partition);
    if (mlir::failed(annotations))
      return reported();
    return annotated(*std::move(plan), *std::move(annotations));
  }

  absl::StatusOr<MeshPlan> annotated(plan::ProgramPlan plan, Annotations annotations) {
    mlir::OwningOpRef<mlir::ModuleOp> module = annotate(imported, annotations).module;
    absl::StatusOr<Step> step = stepOf(*module, costs, options.partition, options.host);
    if (!step.ok())
      return step.status();
    return MeshPlan{model->mesh(),         {},
                    std::move(plan),       std::move(annotations),
                    std::move(module),     *std::move(step),
                    planner->numNodes(),   planner->numEdges(),
                    planner->numChoices(), planner->isFolded()};
  }

  bool isBetter(const MeshPlan &one, const MeshPlan &other) const {
    const bool fits = one.isWithin(options.memoryLimit);
    if (fits != other.isWithin(options.memoryLimit))
      return fits;
    return fits ? one.step.estimate.seconds() < other.step.estimate.seconds()
                : one.step.memory.peak < other.step.memory.peak;
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
