#include "lib/Planning/RecomputeSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>

namespace shardwright::planning {
namespace {

/// A plan that holds this part of the limit uses it.
constexpr double kBinds = 0.96;
/// Of what the backward pass reads, what must not be kept for a search to be worth its time.
constexpr double kWorth = 0.05;
/// So much quicker an alternative must be for its memory to be wanted.
constexpr double kQuicker = 0.99;
/// Of the time, what each search has at least.
constexpr double kSearchShare = 0.25;

class RecomputeSearch {
public:
  RecomputeSearch(mlir::ModuleOp imported, const PlanSearchOptions &options) : imported(imported), options(options) {}

  absl::StatusOr<RecomputingPlan> run() {
    absl::StatusOr<PlanSearchResult> whole = searchPlans(imported, options);
    if (!whole.ok())
      return whole.status();
    RecomputingPlan best{*std::move(whole), std::nullopt};
    for (KeptActivations keep : kKeptActivations)
      if (wantsMemory(best))
        if (absl::Status status = lookAt(keep, best); !status.ok())
          return status;
    return best;
  }

private:
  double limit() const { return static_cast<double>(*options.memoryLimit); }

  bool wantsMemory(const RecomputingPlan &plan) const {
    if (!options.memoryLimit || stopped)
      return false;
    const Step &step = plan.found.best.step;
    const auto peak = static_cast<double>(step.memory.peak);
    return peak > limit() || (peak > kBinds * limit() && llvm::any_of(plan.found.alternatives, [&](auto &other) {
                                return other.peakBytes > limit() && other.seconds < kQuicker * step.estimate.seconds();
                              }));
  }

  absl::Status lookAt(KeptActivations keep, RecomputingPlan &best) {
    mlir::OwningOpRef<mlir::ModuleOp> program(imported.clone());
    const RecomputedActivations amount = recomputeActivations(*program, keep);
    if (amount.freedBytes <= kWorth * amount.savedBytes)
      return absl::OkStatus();
    PlanSearchOptions rest = options;
    rest.solve.seconds = std::max(options.solve.seconds - elapsed(), kSearchShare * options.solve.seconds);
    rest.solve.progress = [&](const plan::Solution &solution, double seconds) {
      stopped |= options.solve.progress && !options.solve.progress(solution, seconds);
      return !stopped;
    };
    absl::StatusOr<PlanSearchResult> found = searchPlans(*program, rest);
    if (!found.ok())
      return found.status();
    MeshPlan &plan = found->best;
    plan.name += llvm::formatv(", recomputed: {0} kept", str(keep)).str();
    if (options.tell)
      options.tell(
          llvm::formatv("{0} kept: {1:f4} s, {2} bytes", str(keep), plan.step.estimate.seconds(), plan.step.memory.peak)
              .str());
    auto figures = [](const MeshPlan &of) {
      return std::pair(of.step.estimate.seconds(), static_cast<double>(of.step.memory.peak));
    };
    const auto [seconds, bytes] = figures(plan);
    const auto [bestSeconds, bestBytes] = figures(best.found.best);
    if (isBetter(options, seconds, bytes, bestSeconds, bestBytes))
      best = {*std::move(found), RecomputingPlan::Recomputed{keep, amount}};
    return absl::OkStatus();
  }

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }

  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  mlir::ModuleOp imported;
  const PlanSearchOptions &options;
  bool stopped = false;
};

} // namespace

absl::StatusOr<RecomputingPlan> searchRecomputingPlans(mlir::ModuleOp imported, const PlanSearchOptions &options) {
  return RecomputeSearch(imported, options).run();
}

} // namespace shardwright::planning
