#ifndef LIB_PLANNING_PLANREPORT_H
#define LIB_PLANNING_PLANREPORT_H

#include "lib/Planning/EarlierPlan.h"
#include "lib/Planning/Pipelines.h"
#include "lib/Planning/RecomputeSearch.h"

#include <optional>
#include <string>
#include <vector>

namespace shardwright::planning {

/// Collectives of one kind over the same axes, in a step.
struct CollectiveSum {
  std::string op;
  std::vector<std::string> axes;
  int64_t executed = 0, bytesPerDevice = 0;
  double seconds = 0;
};

/// What a step takes and holds, as figures.
struct StepFigures {
  double seconds = 0;
  std::optional<double> measuredSeconds; ///< where it was run
  BusySeconds busy;
  double peakBytes = 0;
  int64_t bytesSent = 0;
  std::vector<std::pair<std::string, double>> held; ///< at the peak, the largest first
  std::vector<CollectiveSum> collectives;           ///< the longest first
};
StepFigures figuresOf(const Step &step);

/// A plan that was written before, beside the new one.
struct EarlierFigures {
  Mesh mesh;
  /// On the machine that is planned for; none where its mesh is not asked for or does not lie there.
  std::optional<StepFigures> step;
  bool isKept = false;
  std::vector<ShardingChange> changes; ///< from it to the new one
};

/// Everything that `plan` says of its result.
struct PlanReport {
  std::string topology;
  Mesh mesh;
  std::string name; ///< Plan/AxisRoles.h
  std::optional<RecomputingPlan::Recomputed> recomputed;
  StepFigures step;
  std::optional<int64_t> memoryLimit;
  // As of ProgramPlan and MeshPlan.
  double modelSeconds = 0, leastModelSeconds = 0, boundSeconds = 0, gap = 0;
  size_t nodes = 0, edges = 0, choices = 0;
  bool isFolded = false;
  /// The program with its own annotations, and whether these are what was chosen.
  std::optional<StepFigures> author;
  bool keepsAuthor = false;
  std::optional<EarlierFigures> earlier;
  std::vector<Alternative> alternatives;
  std::vector<MicrobatchPlan> pipelines;
  /// What else the step would take: `links of half the speed`.
  std::vector<std::pair<std::string, double>> sensitivity;
  /// Chosen: `argument 3`, `[I_x, J]`.
  std::vector<std::pair<std::string, std::string>> shardings;
  size_t constraints = 0;
  /// For lack of time: `twice the batch`.
  std::vector<std::string> leftOut;
  double searchSeconds = 0, totalSeconds = 0;

  bool fits() const { return !memoryLimit || step.peakBytes <= static_cast<double>(*memoryLimit); }
};

/// Why an alternative is no better: its parts beside those of the step, the longest difference first; or that it does
/// not fit.
std::string reasonAgainst(const PlanReport &report, double seconds, const BusySeconds &busy, double peakBytes);
/// The same of one that may have been run.
std::string reasonAgainst(const PlanReport &report, const Alternative &other);

std::string json(const PlanReport &report);
/// For people.
std::string text(const PlanReport &report);

} // namespace shardwright::planning

#endif // LIB_PLANNING_PLANREPORT_H
