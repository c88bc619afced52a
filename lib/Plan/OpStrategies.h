#ifndef LIB_PLAN_OPSTRATEGIES_H
#define LIB_PLAN_OPSTRATEGIES_H

#include "lib/Plan/Changes.h"
#include "lib/Plan/OwnPrices.h"

namespace shardwright::plan {

/// By op, what it may run by; nothing of an op without a class.
using OpStrategies = std::vector<std::vector<const Candidate *>>;

/// Every placement that gives each mesh axis as a whole to one factor, to a partial operand, or to nothing, major to
/// minor in the mesh's order. Where some sharding is given otherwise, or with `partsOfAxes`, every candidate, too, that
/// follows from what is given (findCandidateSpace()). An operand may be partial over axes where an op that makes it
/// leaves it so. Exponential in the number of mesh axes, once for each candidate class.
OpStrategies findOpStrategies(AssignmentPricer &pricer, bool partsOfAxes);

/// What plans run each op by.
OpStrategies strategiesOf(SolverState &state, llvm::ArrayRef<const PlacementPlan *> plans);

/// Without those of which another takes no more time, with changes of sharding to and from it, and makes no larger
/// blocks: exact for time, by the triangle inequality. Those of `included` stay.
void dropDominated(OwnPrices &own, Changes &changes, const OpStrategies &included, OpStrategies &strategies);

} // namespace shardwright::plan

#endif // LIB_PLAN_OPSTRATEGIES_H
