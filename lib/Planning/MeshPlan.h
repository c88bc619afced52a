#ifndef LIB_PLANNING_MESHPLAN_H
#define LIB_PLANNING_MESHPLAN_H

#include "lib/Planning/Annotate.h"
#include "lib/Planning/EarlierPlan.h"
#include "lib/Planning/MeshProblem.h"
#include "lib/Planning/SearchTime.h"
#include "lib/Planning/Step.h"

#include <functional>
#include <string>
#include <vector>

namespace shardwright::planning {

struct PlanningOptions {
  MachineOptions machine;
  PartitionOptions partition;
  LoweringOptions host;
  /// What a device may hold, as `partition --summary` counts it; none: no limit.
  std::optional<int64_t> memoryLimit;
  /// Asked before a program is planned, with the least bytes that it needs as the problem counts them; null: go on.
  std::function<bool(double leastBytes)> mayFit;
  /// The least memory is looked for, and the quickest plan that holds little more.
  bool leastMemory = false;
  double gap = 1e-3;
  /// Plans that are not the best by prediction are kept (MeshPlan::finalists).
  bool keepFinalists = false;
  /// Whose choices the search begins with, of a program with the same arguments; null: none.
  const EarlierPlan *earlier = nullptr;
  /// Told what is found: `mesh <x=64, y=8>: 8.41 s, 61 GB`.
  std::function<void(const std::string &)> tell;
  /// Of each problem, but for the seconds.
  plan::SolveOptions solve = {/*seconds=*/8, /*threads=*/2, /*seed=*/1, /*patience=*/12};
  /// Of the whole; outlives it. Not null where something is planned.
  SearchTime *time = nullptr;
};

/// Whether a plan of such a step is better than another: by the objective, and within the limit where the other is not.
bool isBetter(const PlanningOptions &options, double seconds, double peakBytes, double otherSeconds,
              double otherPeakBytes);
/// What the problem may hold for the first plan that is made of it.
std::optional<int64_t> firstLimit(const PlanningOptions &options, const plan::ProgramPlanner &planner);

/// A plan that was looked at.
struct Alternative {
  std::string name; ///< Plan/AxisRoles.h, or whose it is
  Mesh mesh;
  double seconds = 0;
  BusySeconds busy;
  double peakBytes = 0;
  /// It was looked at with few choices an operation and no step was made of it: what the planner says of it.
  bool isRough = false;
  /// What a step took where it was run.
  std::optional<double> measuredSeconds = {};
};

/// A program with a mesh and shardings that were chosen for it.
struct MeshPlan {
  Mesh mesh;
  std::string name; ///< Plan/AxisRoles.h
  plan::ProgramPlan plan;
  /// The least sum of prices that was found: of `plan`, or of one that the timeline likes less. Its bound is the
  /// plan's.
  double leastModelSeconds = 0;
  Annotations annotations;
  mlir::OwningOpRef<mlir::ModuleOp> annotated;
  Step step;
  /// Of the problem.
  size_t nodes = 0, edges = 0, choices = 0;
  bool isFolded = false;
  /// Annotated with what the plan says alone, without constraints where partitioning parts from it.
  bool isDraft = false;

  /// Of the least sum of prices above the bound, as a part of the bound.
  double gap() const { return plan.boundSeconds > 0 ? leastModelSeconds / plan.boundSeconds - 1 : 0; }

  /// On this mesh with parameters whole, or whole along one of its axes; the memory limit does not bind these.
  std::vector<Alternative> alternatives;
  /// Where they are kept: others that may be quicker than is predicted, each another program on devices, the quickest
  /// by prediction first. They have none of their own.
  std::vector<MeshPlan> finalists;
};

/// What is told of a plan that is not the best.
Alternative alternativeOf(const MeshPlan &plan);
/// Of alternatives of one name the first; none that is called `best`.
void keepOneOfEachName(std::vector<Alternative> &alternatives, const std::string &best);
/// `chosen` becomes the best plan and gets from the other what is said of the problem as a whole: the bound, the least
/// sum, the alternatives. The other one is where `chosen` was.
void takePlace(MeshPlan &chosen, MeshPlan &best);

/// Chooses the shardings of a program on its mesh. What its compiled form holds may be more or less than the
/// planner's problem counts (it reorders operations and reuses buffers); the problem's limit is moved by the difference
/// and solved again, a few times, where the limit binds. Where nothing fits, the plan that holds least. Takes the time
/// that the search has (SearchTime::left()), or a little more than the first plan needs. Errors: what phases say
/// (reported already; the message is empty), evaluate(); ResourceExhausted where mayFit denies.
absl::StatusOr<MeshPlan> planOnMesh(MeshProblem &problem, const PlanningOptions &options);

} // namespace shardwright::planning

#endif // LIB_PLANNING_MESHPLAN_H
