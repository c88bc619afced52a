#ifndef SHARDWRIGHT_EVALUATE_CHOOSEPLAN_H
#define SHARDWRIGHT_EVALUATE_CHOOSEPLAN_H

#include "shardwright/Placement/ShardingProblem.h"
#include "shardwright/Reshard/Reshard.h"

namespace shardwright {

/// Chooses a plan by the step that its timeline says. planPlacements() adds up prices and leaves out which collectives
/// are combined, which are hidden behind work, and which work becomes part of other kernels. So the program is planned
/// once by its prices and once by bytes, the quicker plan is taken, and then every part in which the other plan differs
/// and which touches no other part is tried in its place (path relinking, Glover 1997): what makes the step shorter is
/// kept. Where kernels were measured, the same with the plan that is chosen where no machine is named. The result's
/// step is never longer than that of planPlacements(). Where prices are in proportion to bytes, it is the plan of
/// planPlacements(). Takes two to four times as long. Deterministic. `reshards`: of that model.
PlacementPlan choosePlan(const CostModel &costs, const ShardingProblem &problem, ReshardCache &reshards,
                         const PlacementOptions &options = {});

} // namespace shardwright

#endif // SHARDWRIGHT_EVALUATE_CHOOSEPLAN_H
