#include "lib/Planning/RecomputeSearch.h"

#include "dialects/sharding/Shardings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace shardwright::planning {
namespace {

/// A plan that holds this part of the limit uses it.
constexpr double kBinds = 0.96;
/// Of what the backward pass reads, what must not be kept for a search to be worth its time.
constexpr double kLeastFreed = 0.05;
/// So much quicker an alternative must be for its memory to be wanted.
constexpr double kQuicker = 0.99;
/// A program does not fit that needs so many times the limit by the planner's count, which is not that of what is
/// compiled.
constexpr double kNeverFits = 1.3;
/// So much more may be expected of a program than it needs.
constexpr double kExpectation = 1.2;
/// Of the time, what is held back for programs that keep less.
constexpr double kHeldBack = 0.4;

class RecomputeSearch {
public:
  RecomputeSearch(mlir::ModuleOp imported, const PlanSearchOptions &options)
      : time(*options.time), imported(imported), options(options) {}

  absl::StatusOr<RecomputingPlan> run() {
    // For programs that keep less, until it is known that memory does not bind.
    if (mayRecompute())
      time.holdBack(kHeldBack * time.left());
    absl::Status status = lookAt({imported.clone(), std::nullopt});
    time.release();
    if (!status.ok())
      return status;
    size_t left = std::size(kKeptActivations);
    for (KeptActivations keep : kKeptActivations) {
      const auto others = static_cast<double>(--left);
      if (time.isStopped() || (best && !best->recomputed && !wantsMemory()))
        break;
      mlir::OwningOpRef<mlir::ModuleOp> program(imported.clone());
      const RecomputedActivations amount = recomputeActivations(*program, keep);
      const double expected = leastOfAll - amount.freedBytes / devices();
      if (!isWorth(amount) || !mayFit(expected / kExpectation))
        continue;
      if (time.isOver() && fits()) {
        time.leaveOut("programs that keep less");
        break;
      }
      time.holdBack(others / (others + 1) * std::max(0.0, time.left()));
      status = lookAt({std::move(program), RecomputingPlan::Recomputed{keep, amount}});
      time.release();
      if (!status.ok())
        return status;
    }
    if (!best) // None that fits: of the last, which keeps least, what it holds.
      if (status = search(unfit, options); !status.ok())
        return status;
    return *std::move(best);
  }

private:
  struct Program {
    mlir::OwningOpRef<mlir::ModuleOp> module;
    std::optional<RecomputingPlan::Recomputed> recomputed;
  };

  static bool isWorth(const RecomputedActivations &amount) {
    return amount.freedBytes > kLeastFreed * amount.savedBytes;
  }

  bool mayRecompute() {
    if (!options.memoryLimit)
      return false;
    mlir::OwningOpRef<mlir::ModuleOp> leanest(imported.clone());
    return isWorth(recomputeActivations(*leanest, std::end(kKeptActivations)[-1]));
  }

  /// By the planner's count.
  bool mayFit(double leastBytes) const { return !options.memoryLimit || leastBytes <= kNeverFits * limit(); }

  double devices() const {
    mlir::FailureOr<Mesh> own = sharding::lookupMesh(imported);
    const int64_t number = !options.meshes.empty() ? options.meshes.front().numDevices()
                           : mlir::succeeded(own)  ? own->numDevices()
                                                   : 1;
    return static_cast<double>(number);
  }

  double limit() const { return static_cast<double>(*options.memoryLimit); }

  bool wantsMemory() const {
    if (!options.memoryLimit)
      return false;
    const Step &step = best->found.best.step;
    const auto peak = static_cast<double>(step.memory.peak);
    return peak > limit() || (peak > kBinds * limit() && llvm::any_of(best->found.alternatives, [&](auto &other) {
                                return other.peakBytes > limit() && other.seconds < kQuicker * step.estimate.seconds();
                              }));
  }

  /// The best so far.
  bool fits() const { return best && static_cast<double>(best->found.best.step.memory.peak) <= limit(); }

  /// Searches, where the program may fit at all.
  absl::Status lookAt(Program program) {
    PlanSearchOptions fitting = options;
    fitting.mayFit = [&](double least) {
      if (!program.recomputed)
        leastOfAll = least;
      return mayFit(least);
    };
    if (best && options.meshes.size() > 1)
      fitting.first = best->found.best.mesh;
    absl::Status status = search(program, fitting);
    if (!absl::IsResourceExhausted(status))
      return status;
    if (options.tell)
      options.tell(nameOf(program) + ": " + std::string(status.message()));
    unfit = std::move(program);
    return absl::OkStatus();
  }

  static std::string nameOf(const Program &program) {
    return program.recomputed ? llvm::formatv("recomputed: {0} kept", str(program.recomputed->kept)).str()
                              : "nothing recomputed";
  }

  absl::Status search(Program &program, const PlanSearchOptions &asked) {
    absl::StatusOr<PlanSearchResult> found = searchPlans(*program.module, asked);
    if (!found.ok())
      return found.status();
    MeshPlan &plan = found->best;
    if (program.recomputed)
      plan.name += ", " + nameOf(program);
    const double seconds = plan.step.estimate.seconds();
    const auto peak = static_cast<double>(plan.step.memory.peak);
    if (options.tell)
      options.tell(llvm::formatv("{0}: {1:f4} s, {2} bytes", nameOf(program), seconds, plan.step.memory.peak).str());
    if (best) {
      const Step &other = best->found.best.step;
      if (!isBetter(options, seconds, peak, other.estimate.seconds(), static_cast<double>(other.memory.peak)))
        return absl::OkStatus();
    }
    std::optional<MeshPlan> keeping;
    if (best)
      keeping = best->recomputed ? std::move(best->keeping) : std::optional(std::move(best->found.best));
    best = RecomputingPlan{*std::move(found), std::move(program.module), program.recomputed, std::move(keeping)};
    return absl::OkStatus();
  }

  SearchTime &time;
  mlir::ModuleOp imported;
  const PlanSearchOptions &options;
  std::optional<RecomputingPlan> best;
  double leastOfAll = 0; ///< that the program needs with everything kept
  Program unfit;         ///< the last that did not fit
};

} // namespace

absl::StatusOr<RecomputingPlan> searchRecomputingPlans(mlir::ModuleOp imported, const PlanSearchOptions &options) {
  return RecomputeSearch(imported, options).run();
}

} // namespace shardwright::planning
