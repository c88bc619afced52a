#ifndef LIB_PLACEMENT_NEIGHBOURHOOD_H
#define LIB_PLACEMENT_NEIGHBOURHOOD_H

#include "lib/Placement/Assignment.h"

namespace shardwright {

/// All that the best candidates of some ops depend on while others run as assigned. `ops`: in program order.
Interner::Key neighbourhoodOf(const AssignmentPricer &pricer, const Assignment &assignment, llvm::ArrayRef<size_t> ops);

/// Gives these ops choices in the plan as they are assigned. Those that need something otherwise than it is made are
/// told with the cheapest other candidate of findCandidatesOf() that costs no less: what costs less by these
/// prices and was not taken was ruled out by what prices leave out. Ops with equal neighbourhoods share a choice.
void describeChoices(AssignmentPricer &pricer, Assignment &assignment, llvm::ArrayRef<size_t> ops, PlacementPlan &plan);

} // namespace shardwright

#endif // LIB_PLACEMENT_NEIGHBOURHOOD_H
