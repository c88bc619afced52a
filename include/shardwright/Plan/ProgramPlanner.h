#ifndef SHARDWRIGHT_PLAN_PROGRAMPLANNER_H
#define SHARDWRIGHT_PLAN_PROGRAMPLANNER_H

#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Plan/Solve.h"
#include "shardwright/Plan/Strategies.h"

#include <functional>
#include <memory>

namespace shardwright::plan {

/// The shardings chosen for a program on one mesh, and how good they are.
struct ProgramPlan {
  Choices choices; ///< of the problem
  Strategies::Decoded decoded;
  /// Of what was decoded, by the timeline.
  Evaluation evaluation;
  /// Of the problem: seconds as it adds them up (Strategies.h), where the timeline overlaps and combines; and what no
  /// choices within the limit take less than.
  double modelSeconds = 0, boundSeconds = 0;
  std::optional<int64_t> boundLimit; ///< that the bound is for
  /// Of the problem, in bytes.
  double modelPeakBytes = 0;
  /// Whether the problem's peak is within the limit that was asked for. If not, no choices that were found hold less.
  bool isWithinLimit = true;

  /// Of the cost above the bound, as a part of the bound; 0 where nothing is within the limit.
  double gap() const;
};

/// Chooses the shardings of a program's arguments, results and loop-carried values and the placements of its ops:
/// Strategies, folded (Fold.h) where there are many, solved within a limit.
class ProgramPlanner {
public:
  /// All of them outlive it. `reshards`: of that model.
  ProgramPlanner(const CostModel &costs, const ShardingProblem &program, ReshardCache &reshards,
                 const StrategyOptions &options = {});
  ~ProgramPlanner();

  /// Whether an argument (a value) may be passed in a sharding.
  using Allows = std::function<bool(size_t argument, const Sharding &sharding)>;

  /// What changes of sharding count: all that they take, or of those that can go beside other work a part
  /// (Strategies::problemBeside()).
  enum class Sends { InFull, Beside };

  /// The best found until the gap is at most `gap` or the time is over; deterministic in the first case. `limit`: what
  /// live values of a device may hold, as the problem counts bytes; where nothing fits, as little as anything does.
  /// `allows`: null allows all; what it does not allow is chosen where there is nothing else. The bound is one where
  /// sends count in full; else 0. Errors: of evaluate().
  absl::StatusOr<ProgramPlan> plan(std::optional<int64_t> limit, double gap, const SolveOptions &options,
                                   const Allows &allows = nullptr, Sends sends = Sends::InFull);

  /// plan() of everything, continued (ResumableSolver) where the last call of this had the same limit.
  absl::StatusOr<ProgramPlan> planOn(std::optional<int64_t> limit, double gap, const SolveOptions &options);

  /// From here on plan() begins with the best choices that are found in which arguments are passed as `allows` says,
  /// and is never worse than these. As of plan().
  absl::Status startFrom(const Allows &allows, std::optional<int64_t> limit, double gap, const SolveOptions &options);

  /// A plan near to another one whose step, by the timeline, is shorter and which holds no more where there is a limit:
  /// local search (lib/Plan/TimelineSearch.h) over a fixed number of plans, as long as `options` give it time. The
  /// other one where none was found. Its bound is the other's. Errors: of evaluate().
  absl::StatusOr<ProgramPlan> improve(const ProgramPlan &plan, std::optional<int64_t> limit,
                                      const SolveOptions &options);

  /// That any choices hold at their peak, as the problem counts bytes.
  double leastBytes() const;
  /// Every choice holds as little as it may, whatever it costs: less than plan() at times other than the peak. `bound`:
  /// of the same problem, in seconds.
  absl::StatusOr<ProgramPlan> leanest(double bound, std::optional<int64_t> limit);

  /// A plan of the program as it is, told as those that were found. `bound`: likewise.
  absl::StatusOr<ProgramPlan> describe(PlacementPlan plan, double bound, std::optional<int64_t> limit);

  /// Of the problem.
  size_t numNodes() const;
  size_t numEdges() const;
  size_t numChoices() const;
  /// Whether layers that are alike choose alike: the bound holds for such plans alone.
  bool isFolded() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_PROGRAMPLANNER_H
