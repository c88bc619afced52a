#ifndef LIB_PLACEMENT_LOCALSEARCH_H
#define LIB_PLACEMENT_LOCALSEARCH_H

#include "lib/Placement/Assignment.h"

namespace shardwright {

/// Large neighbourhood search (Shaw 1998): windows of a few ops that read or make the same values are solved exactly,
/// all else as assigned, as long as one gets cheaper. Returns whether one did. Deterministic. Ops that run by another
/// candidate get choices of their own in the plan.
bool improveByWindows(AssignmentPricer &pricer, Assignment &assignment, PlacementPlan &plan);

} // namespace shardwright

#endif // LIB_PLACEMENT_LOCALSEARCH_H
