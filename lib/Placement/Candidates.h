#ifndef LIB_PLACEMENT_CANDIDATES_H
#define LIB_PLACEMENT_CANDIDATES_H

#include "shardwright/Placement/Choose.h"

namespace shardwright {

/// The placements worth pricing: see rankPlacements(). Each can run; the replicated one is among them.
std::vector<Placement> makeCandidates(const PlacementProblem &problem);

/// What a placement costs, part by part; nothing where a part has no way.
///   priceOperand   bringing the operand from the nearest sharding it exists in; nothing to pay for one that another
///                  operand of the same value brought there already
///   priceResults   from how the placement makes the results to what their users wish
///   priceCompute   the local op
std::optional<Price> priceOperand(const PlacementProblem &problem, const Placement &placement, size_t operand,
                                  ReshardPricer &pricer);
std::optional<Price> priceResults(const PlacementProblem &problem, const Placement &placement, ReshardPricer &pricer);
Price priceCompute(const PlacementProblem &problem, const Placement &placement);

/// The cheapest reshard from a sharding to one of the wishes, its price downstream included.
std::optional<Price> priceWish(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &made,
                               const Wishes &wishes, ReshardPricer &pricer);

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATES_H
