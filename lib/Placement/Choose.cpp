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

void dropDisloyal(std::vector<PricedContender> &priced) {
  std::optional<Price> loyal;
  for (const PricedContender &entry : priced)
    if (!entry.undoesAgreement && (!loyal || entry.price < *loyal))
      loyal = entry.price;
  if (loyal)
    llvm::erase_if(priced, [&](const PricedContender &entry) {
      double added = std::max(0.0, entry.price.collectives - loyal->collectives);
      return entry.undoesAgreement &&
             (2 * entry.price.bytes >= loyal->bytes || entry.price.bytes + added * kCollectiveBytes >= loyal->bytes);
    });
}

std::vector<PricedContender> rankContenders(const Situation &situation, llvm::ArrayRef<Contender> contenders,
                                            Prices &prices) {
  std::vector<PricedContender> ranked;
  ranked.reserve(contenders.size());
  for (const Contender &contender : contenders)
    if (std::optional<Price> price = priceOf(situation, *contender.candidate, prices))
      ranked.push_back({contender, *price});
  dropDisloyal(ranked);
  bool usersTakePartial = llvm::all_of(situation.results, [](const ResultState &r) { return r.usersTakePartial; });
  // At equal price a combination stays pending only where the users can keep it so.
  auto reluctance = [&](const PricedContender &p) {
    return p.candidate->placement.partial.empty() == usersTakePartial ? 1 : 0;
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const PricedContender &a, const PricedContender &b) {
    if (a.price < b.price || b.price < a.price)
      return a.price < b.price;
    return reluctance(a) < reluctance(b);
  });
  return ranked;
}

} // namespace shardwright
