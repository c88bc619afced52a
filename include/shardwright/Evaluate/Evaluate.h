#ifndef SHARDWRIGHT_EVALUATE_EVALUATE_H
#define SHARDWRIGHT_EVALUATE_EVALUATE_H

#include "shardwright/Placement/ShardingProblem.h"
#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Timeline/Timeline.h"

#include <optional>
#include <vector>

namespace shardwright {

/// What one step of a program takes as a plan divides it among devices.
struct Evaluation {
  double seconds = 0;
  BusySeconds busy;
  /// The most that a device holds at once, in the order of the plan; what a compiler saves by moving and repeating work
  /// is not taken off.
  double peakBytes = 0;
  struct Held {
    std::optional<size_t> value; ///< of the problem, in whatever sharding; none: what several were sent together as
    double bytes;
  };
  /// What it holds then, the largest first; their sum is the peak.
  std::vector<Held> held;
};

/// Plays the step of the per-device program that the plan leaves, as the timeline of that program would be: kernels
/// fused by the limits of the device, collectives beside them where the machine says so, loops by their trip counts.
/// Nothing is built of the program; close to linear in its ops. Errors: as simulate().
/// `reshards`: of that model.
absl::StatusOr<Evaluation> evaluate(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs,
                                    ReshardCache &reshards);

} // namespace shardwright

#endif // SHARDWRIGHT_EVALUATE_EVALUATE_H
