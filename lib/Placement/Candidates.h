#ifndef LIB_PLACEMENT_CANDIDATES_H
#define LIB_PLACEMENT_CANDIDATES_H

#include "shardwright/Placement/Choose.h"

namespace shardwright {

struct Candidate {
  Placement placement;
  /// Every operand of a contraction is split alike already, and this would move those axes to other factors.
  bool undoesAgreement = false;
};

/// The placements worth pricing: see rankPlacements(). Each can run; there is always one.
std::vector<Candidate> makeCandidates(const PlacementProblem &problem);

/// Drops those that undo an agreement for a small gain: prices are estimates of a neighbourhood, and every collective
/// more takes its latency. What goes must send less than half of what the best that keeps the agreement sends, by more
/// than kCollectiveBytes for each collective that is added.
constexpr double kCollectiveBytes = 1e6; ///< sent in the 5 us that a collective takes at least, at 200 GB/s
void dropDisloyal(std::vector<std::pair<Candidate, Price>> &priced);

/// What a placement costs, part by part; nothing where a part has no way.
///   priceOperand   bringing the operand from the nearest sharding it exists in; nothing to pay for one that another
///                  operand of the same value brought there already
///   priceResults   from how the placement makes the results to what their users wish
///   priceOwn       the local op, and the gather of a reduction that combines across devices itself
std::optional<Price> priceOperand(const PlacementProblem &problem, const Placement &placement, size_t operand,
                                  ReshardPricer &pricer);
std::optional<Price> priceResults(const PlacementProblem &problem, const Placement &placement, ReshardPricer &pricer);
Price priceOwn(const PlacementProblem &problem, const Placement &placement);

/// The cheapest reshard from a sharding to one of the wishes, its price downstream included.
std::optional<Price> priceWish(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &made,
                               const Wishes &wishes, ReshardPricer &pricer);

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATES_H
