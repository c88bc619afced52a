#include "lib/Planning/PlanSearch.h"

#include "lib/Planning/Meshes.h"
#include "lib/Planning/SearchTime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace shardwright::planning {
namespace {

/// Of an operation where a mesh is only looked at.
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
      : time(options.solve), imported(imported), options(options) {}

  absl::StatusOr<PlanSearchResult> run() {
    std::optional<Mesh> mesh;
    if (!options.meshes.empty()) {
      absl::StatusOr<Mesh> chosen = chooseMesh();
      if (!chosen.ok())
        return chosen.status();
      mesh = *std::move(chosen);
    }
    mlir::OwningOpRef<mlir::ModuleOp> module = onMesh(mesh);
    PlanningOptions rest = options;
    rest.solve.seconds = time.left();
    absl::StatusOr<MeshPlan> best = planOnMesh(*module, rest);
    if (!best.ok())
      return best.status();
    PlanSearchResult result{*std::move(best), {}, std::nullopt};
    for (Alternative &other : looked)
      if (!mesh || !(other.mesh == *mesh))
        result.alternatives.push_back(std::move(other));
    llvm::append_range(result.alternatives, result.best.alternatives);
    llvm::stable_sort(result.alternatives, [&](const Alternative &a, const Alternative &b) { return isBetter(a, b); });
    keepOneOfEachName(result.alternatives, result.best.name);
    if (result.alternatives.size() > kAlternatives)
      result.alternatives.resize(kAlternatives);
    if (absl::Status status = lookAtHalf(result); !status.ok())
      return status;
    return result;
  }

private:
  mlir::OwningOpRef<mlir::ModuleOp> onMesh(const std::optional<Mesh> &mesh) {
    mlir::OwningOpRef<mlir::ModuleOp> module(imported.clone());
    if (mesh)
      setMeshOf(*module, *mesh);
    return module;
  }

  bool isBetter(const Alternative &a, const Alternative &b) const {
    return planning::isBetter(options, a.seconds, a.peakBytes, b.seconds, b.peakBytes);
  }

  absl::Status lookAtHalf(PlanSearchResult &result) {
    std::vector<MeshAxis> axes(result.best.mesh.axes());
    auto longest = llvm::max_element(axes, [](const MeshAxis &a, const MeshAxis &b) { return a.size < b.size; });
    if (options.isAnnotated || time.isStopped() || longest == axes.end() || longest->size % 2 != 0)
      return absl::OkStatus();
    longest->size /= 2;
    absl::StatusOr<Mesh> half = Mesh::create(std::move(axes));
    if (!half.ok() || !makeCostModel(options.machine, *half).ok())
      return absl::OkStatus(); // It does not lie on the machine.
    absl::StatusOr<Alternative> plan = look(*half);
    if (!plan.ok())
      return plan.status();
    result.onHalf = *std::move(plan);
    return absl::OkStatus();
  }

  absl::StatusOr<Mesh> chooseMesh() {
    if (options.meshes.size() == 1)
      return options.meshes.front();
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
    if (!status.ok())
      return status;
    return best->mesh;
  }

  /// At those that were not looked at.
  absl::Status lookAt(llvm::ArrayRef<Mesh> meshes, std::optional<Alternative> &best) {
    for (const Mesh &mesh : meshes) {
      if (llvm::any_of(looked, [&](const Alternative &other) { return other.mesh == mesh; }))
        continue;
      if (best && (time.isStopped() || time.elapsed() > kRoughShare * time.all()))
        break;
      absl::StatusOr<Alternative> plan = look(mesh);
      if (!plan.ok())
        return plan.status();
      if (options.tell)
        options.tell(llvm::formatv("mesh {0}: {1:f4} s, {2}", mesh.str(), plan->seconds, plan->name).str());
      if (!best || isBetter(*plan, *best))
        best = *plan;
      looked.push_back(*std::move(plan));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<Alternative> look(const Mesh &mesh) {
    SharedCostModel costs(options.machine);
    absl::StatusOr<const CostModel *> model = costs.on(mesh);
    if (!model.ok())
      return model.status();
    mlir::OwningOpRef<mlir::ModuleOp> module = onMesh(mesh);
    mlir::FailureOr<OpenProgram> open = OpenProgram::create(*module, **model, options.partition);
    if (mlir::failed(open))
      return absl::InvalidArgumentError("");
    plan::StrategyOptions strategies = open->options();
    strategies.mostChoices = kRoughChoices;
    plan::ProgramPlanner planner(**model, open->program(), costs.reshards(), strategies);
    const double seconds = std::max(kLeastShare * time.all(), kRoughShare * time.all() - time.elapsed());
    absl::StatusOr<plan::ProgramPlan> plan =
        planner.plan(firstLimit(options, planner), kRoughGap, time.within(seconds));
    if (!plan.ok())
      return plan.status();
    return Alternative{open->describe(mesh, plan->decoded),
                       mesh,
                       plan->evaluation.seconds,
                       plan->evaluation.busy,
                       plan->modelPeakBytes,
                       true};
  }

  SearchTime time;
  mlir::ModuleOp imported;
  const PlanSearchOptions &options;
  std::vector<Alternative> looked;
};

} // namespace

absl::StatusOr<PlanSearchResult> searchPlans(mlir::ModuleOp imported, const PlanSearchOptions &options) {
  return Search(imported, options).run();
}

} // namespace shardwright::planning
