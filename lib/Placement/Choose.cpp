#include "lib/Placement/Choose.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

static std::optional<Price> priceOf(const Situation &situation, const Candidate &candidate, Prices &prices) {
  Price total = candidate.own;
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

void dropDisloyal(std::vector<PricedCandidate> &priced) {
  std::optional<Price> loyal;
  for (const PricedCandidate &entry : priced)
    if (!entry.candidate->undoesAgreement && (!loyal || entry.price < *loyal))
      loyal = entry.price;
  if (loyal)
    llvm::erase_if(priced, [&](const PricedCandidate &entry) {
      double added = std::max(0.0, entry.price.collectives - loyal->collectives);
      return entry.candidate->undoesAgreement &&
             (2 * entry.price.bytes >= loyal->bytes || entry.price.bytes + added * kCollectiveBytes >= loyal->bytes);
    });
}

std::vector<PricedCandidate> rankCandidates(const Situation &situation, llvm::ArrayRef<Candidate> candidates,
                                            Prices &prices) {
  std::vector<PricedCandidate> ranked;
  for (const Candidate &candidate : candidates)
    if (std::optional<Price> price = priceOf(situation, candidate, prices))
      ranked.push_back({&candidate, *price});
  dropDisloyal(ranked);
  bool usersTakePartial = llvm::all_of(situation.results, [](const ResultState &r) { return r.usersTakePartial; });
  // At equal price a combination stays pending only where the users can keep it so.
  auto reluctance = [&](const PricedCandidate &p) {
    return p.candidate->placement.partial.empty() == usersTakePartial ? 1 : 0;
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const PricedCandidate &a, const PricedCandidate &b) {
    if (a.price < b.price || b.price < a.price)
      return a.price < b.price;
    return reluctance(a) < reluctance(b);
  });
  return ranked;
}

} // namespace shardwright
