#include "lib/Placement/Choose.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

static std::optional<Price> priceOf(const Situation &situation, const Candidate &candidate, Prices &prices) {
  Price total = priceOwn(situation, prices.interner, candidate);
  for (size_t i = 0; i < situation.operands.size(); ++i) {
    std::optional<Price> price = priceOperand(situation, candidate, i, prices);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  std::optional<Price> results = priceResults(situation, candidate, prices);
  if (!results)
    return std::nullopt;
  total += *results;
  return total;
}

void pruneAgreementBreakers(std::vector<PricedCandidate> &priced, const CostModel &costs) {
  std::optional<Price> keepsAgreement;
  for (const PricedCandidate &entry : priced)
    if (!entry.breaksOperandAgreement && (!keepsAgreement || entry.price < *keepsAgreement))
      keepsAgreement = entry.price;
  if (keepsAgreement)
    llvm::erase_if(priced, [&](const PricedCandidate &entry) {
      double added = std::max(0.0, entry.price.collectives - keepsAgreement->collectives) * costs.collectiveSeconds();
      double sending = entry.price.sendingSeconds(), kept = keepsAgreement->sendingSeconds();
      bool sendsLess = 2 * sending < kept && sending + added < kept;
      bool takesLess = 2 * (entry.price.seconds() + added) < keepsAgreement->seconds();
      return entry.breaksOperandAgreement && !sendsLess && !takesLess;
    });
}

std::vector<PricedCandidate> rankCandidates(const Situation &situation, llvm::ArrayRef<SituatedCandidate> candidates,
                                            Prices &prices) {
  std::vector<PricedCandidate> ranked;
  ranked.reserve(candidates.size());
  for (const SituatedCandidate &candidate : candidates)
    if (std::optional<Price> price = priceOf(situation, *candidate.candidate, prices))
      ranked.push_back({candidate, *price});
  pruneAgreementBreakers(ranked, situation.costs);
  bool usersAcceptPartial = llvm::all_of(situation.results, [](const ResultState &r) { return r.usersAcceptPartial; });
  // At equal price a combination stays partial only where the users can keep it so.
  auto reluctance = [&](const PricedCandidate &p) {
    return p.candidate->placement.partial.empty() == usersAcceptPartial ? 1 : 0;
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const PricedCandidate &a, const PricedCandidate &b) {
    if (a.price < b.price || b.price < a.price)
      return a.price < b.price;
    return reluctance(a) < reluctance(b);
  });
  return ranked;
}

} // namespace shardwright
