#include "lib/Planning/PlanSearch.h"

#include "lib/Planning/Meshes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace shardwright::planning {
namespace {

/// Of a node where a mesh is only looked at.
constexpr size_t kRoughChoices = 40;
constexpr double kRoughGap = 0.02;
/// Of the time, what looking at meshes may take.
constexpr double kRoughShare = 0.5;
/// Of the time, what a look may always take.
constexpr double kLeastShare = 0.1;
/// That a report has room for.
constexpr size_t kAlternatives = 8;

class Search {
public:
  Search(mlir::ModuleOp imported, const PlanSearchOptions &options)
      : time(*options.time), all(time.left()), begin(time.elapsed()), imported(imported), options(options) {}

  absl::StatusOr<PlanSearchResult> run() {
    if (absl::Status status = chooseMesh(); !status.ok())
      return status;
    absl::StatusOr<MeshPlan> found = planOnMesh(*problem, options);
    if (!found.ok())
      return found.status();
    PlanSearchResult result{*std::move(found), {}};
    for (Alternative &other : looked)
      if (!(other.mesh == problem->mesh()))
        result.alternatives.push_back(std::move(other));
    llvm::append_range(result.alternatives, result.best.alternatives);
    llvm::stable_sort(result.alternatives, [&](const Alternative &a, const Alternative &b) { return isBetter(a, b); });
    keepOneOfEachName(result.alternatives, result.best.name);
    if (result.alternatives.size() > kAlternatives)
      result.alternatives.resize(kAlternatives);
    return result;
  }

  /// Of a mesh alone, in so many seconds behind making its problem.
  absl::StatusOr<Alternative> look(const Mesh &mesh, double seconds) {
    const double before = time.elapsed();
    absl::StatusOr<std::unique_ptr<MeshProblem>> on = problemOn(mesh, kRoughChoices);
    if (!on.ok())
      return on.status();
    absl::StatusOr<plan::ProgramPlan> plan =
        (*on)->planner->plan(firstLimit(options, *(*on)->planner), kRoughGap, time.within(options.solve, seconds));
    time.noteLook(time.elapsed() - before);
    if (!plan.ok())
      return plan.status();
    last = *std::move(on);
    return Alternative{last->open->describe(mesh, plan->decoded),
                       mesh,
                       plan->evaluation.seconds,
                       plan->evaluation.busy,
                       plan->modelPeakBytes,
                       true};
  }

private:
  absl::StatusOr<std::unique_ptr<MeshProblem>> problemOn(const std::optional<Mesh> &mesh,
                                                         std::optional<size_t> mostChoices) {
    const double before = time.elapsed();
    mlir::OwningOpRef<mlir::ModuleOp> module(imported.clone());
    if (mesh)
      setMeshOf(*module, *mesh);
    absl::StatusOr<std::unique_ptr<MeshProblem>> made =
        MeshProblem::create(std::move(module), options.machine, options.partition, mostChoices);
    time.noteLook(time.elapsed() - before);
    if (made.ok())
      (*made)->seconds = time.elapsed() - before;
    return made;
  }

  bool isBetter(const Alternative &a, const Alternative &b) const {
    return planning::isBetter(options, a.seconds, a.peakBytes, b.seconds, b.peakBytes);
  }

  /// Leaves its problem.
  absl::Status chooseMesh() {
    if (options.meshes.size() < 2) {
      absl::StatusOr<std::unique_ptr<MeshProblem>> only =
          problemOn(options.meshes.empty() ? std::nullopt : std::optional(options.meshes.front()), std::nullopt);
      if (only.ok())
        problem = *std::move(only);
      return only.status();
    }
    std::optional<Alternative> best;
    absl::Status status = lookAt(options.first ? llvm::ArrayRef(*options.first) : llvm::ArrayRef(options.meshes), best);
    for (std::optional<Mesh> from; status.ok() && options.first && from != best->mesh;) {
      from = best->mesh;
      status = lookAt(neighboursOf(*from, options.machine), best);
    }
    // An earlier search that ended with axes like these had looked at more.
    const bool isSettled = options.first && best->mesh == *options.first && best->mesh.numAxes() > 1;
    if (status.ok() && !isSettled)
      status = lookAt(splitsOf(best->mesh, options.machine), best);
    if (status.ok())
      problem->setMostChoices(std::nullopt);
    return status;
  }

  /// At those that were not looked at.
  absl::Status lookAt(llvm::ArrayRef<Mesh> meshes, std::optional<Alternative> &best) {
    for (const Mesh &mesh : meshes) {
      if (llvm::any_of(looked, [&](const Alternative &other) { return other.mesh == mesh; }))
        continue;
      if (best && (time.isStopped() || time.elapsed() - begin > kRoughShare * all)) {
        time.leaveOut("some meshes");
        break;
      }
      absl::StatusOr<Alternative> plan =
          look(mesh, std::max(kLeastShare * all, kRoughShare * all - (time.elapsed() - begin)));
      if (!plan.ok())
        return plan.status();
      if (options.tell)
        options.tell(llvm::formatv("mesh {0}: {1:f4} s, {2}", mesh.str(), plan->seconds, plan->name).str());
      if (!best || isBetter(*plan, *best)) {
        best = *plan;
        problem = std::move(last);
      }
      looked.push_back(*std::move(plan));
    }
    return absl::OkStatus();
  }

  SearchTime &time;
  const double all, begin; ///< of the clock, that this search has
  mlir::ModuleOp imported;
  const PlanSearchOptions &options;
  std::vector<Alternative> looked;
  std::unique_ptr<MeshProblem> problem; ///< of the best
  std::unique_ptr<MeshProblem> last;    ///< that was looked at
};

} // namespace

absl::StatusOr<PlanSearchResult> searchPlans(mlir::ModuleOp imported, const PlanSearchOptions &options) {
  return Search(imported, options).run();
}

std::optional<Mesh> halfOf(const Mesh &mesh, const MachineOptions &machine) {
  std::vector<MeshAxis> axes(mesh.axes());
  auto longest = llvm::max_element(axes, [](const MeshAxis &a, const MeshAxis &b) { return a.size < b.size; });
  if (longest == axes.end() || longest->size % 2 != 0)
    return std::nullopt;
  longest->size /= 2;
  absl::StatusOr<Mesh> half = Mesh::create(std::move(axes));
  return half.ok() && makeCostModel(machine, *half).ok() ? std::optional(*std::move(half)) : std::nullopt;
}

absl::StatusOr<Alternative> lookAtMesh(mlir::ModuleOp imported, const Mesh &mesh, const PlanSearchOptions &options) {
  return Search(imported, options).look(mesh, kLeastShare * options.time->budget());
}

} // namespace shardwright::planning
