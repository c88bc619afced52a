#include "lib/Placement/Candidates.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

static std::optional<Price> priceOf(const PlacementProblem &problem, const Placement &placement,
                                    ReshardPricer &pricer) {
  Price total = priceOwn(problem, placement);
  for (size_t i = 0; i < problem.operands.size(); ++i) {
    std::optional<Price> price = priceOperand(problem, placement, i, pricer);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  std::optional<Price> results = priceResults(problem, placement, pricer);
  if (!results)
    return std::nullopt;
  total += *results;
  return total;
}

std::vector<RankedPlacement> rankPlacements(const PlacementProblem &problem, ReshardPricer &pricer) {
  std::vector<std::pair<Candidate, Price>> priced;
  for (Candidate &candidate : makeCandidates(problem))
    if (std::optional<Price> price = priceOf(problem, candidate.placement, pricer))
      priced.emplace_back(std::move(candidate), *price);
  dropDisloyal(priced);
  std::vector<RankedPlacement> ranked;
  for (auto &[candidate, price] : priced)
    ranked.push_back({std::move(candidate.placement), price});
  bool usersTakePartial = llvm::all_of(problem.results, [](const ResultState &r) { return r.usersTakePartial; });
  // At equal price a combination stays pending only where the users can keep it so.
  auto reluctance = [&](const RankedPlacement &r) { return r.placement.partial.empty() == usersTakePartial ? 1 : 0; };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const RankedPlacement &a, const RankedPlacement &b) {
    if (a.price < b.price || b.price < a.price)
      return a.price < b.price;
    return reluctance(a) < reluctance(b);
  });
  return ranked;
}

} // namespace shardwright
