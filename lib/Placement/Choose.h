#ifndef LIB_PLACEMENT_CHOOSE_H
#define LIB_PLACEMENT_CHOOSE_H

#include "lib/Placement/Prices.h"

namespace shardwright {

struct PricedCandidate : SituatedCandidate {
  Price price;
};

/// All candidates that can run, cheapest first; never empty (the replicated placement always runs). Ties are broken by
/// the order of the candidates.
std::vector<PricedCandidate> rankCandidates(const Situation &situation, llvm::ArrayRef<SituatedCandidate> candidates,
                                            Prices &prices);

/// What an op demands for each of its operands: each sharding that some candidate asks of it, with the price of the
/// best candidate for a value that comes so. What the other operands cost counts where they were computed before this
/// one (a smaller `order`); those behind it will follow its choice. Operands share what is to pay for the results, so
/// that a value on two ways to one op does not weigh twice.
llvm::SmallVector<Demands, 3> operandDemands(const Situation &situation, llvm::ArrayRef<SituatedCandidate> candidates,
                                             Prices &prices);

/// The demands of all users of a value together: at most `limit`, with prices relative to the first. A user to which a
/// sharding means nothing pays for a reshard to one that it wants.
Demands mergeDemands(llvm::ArrayRef<llvm::ArrayRef<Demand>> users, ArrayId array, size_t limit, Prices &prices);

/// Drops those that undo an agreement for a small gain: prices are estimates of a neighbourhood. What stays must send
/// for less than half of the time of the best that keeps the agreement, and for less than that with the time of each
/// collective that is added where prices leave that out; or, with that, take less than half of the time in all: an
/// agreement may leave devices to do each other's work (a scatter of whole rows where columns could be split).
void pruneAgreementBreakers(std::vector<PricedCandidate> &priced, const CostModel &costs);

} // namespace shardwright

#endif // LIB_PLACEMENT_CHOOSE_H
