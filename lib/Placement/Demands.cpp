#include "lib/Placement/Choose.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

/// By insertion, as there are a handful.
static void sortByPrice(Demands &demands) {
  for (Demand *demand = demands.begin(); demand != demands.end(); ++demand)
    std::rotate(std::upper_bound(demands.begin(), demand, *demand,
                                 [](const Demand &a, const Demand &b) { return a.price < b.price; }),
                demand, demand + 1);
}

static Demand *find(Demands &demands, ShardingId sharding) {
  auto place = llvm::find_if(demands, [&](const Demand &demand) { return demand.sharding == sharding; });
  return place == demands.end() ? nullptr : place;
}

/// Operands among which the results' price is shared: those that do not come for free.
static size_t numSharing(const Situation &situation) {
  size_t sharing = 0;
  for (auto [index, operand] : llvm::enumerate(situation.operands))
    sharing += !operand.free && operand.first == index && !situation.shapes.operands[index].empty();
  return std::max<size_t>(sharing, 1);
}

/// What a candidate costs beside the operand whose demands are asked for.
static std::optional<Price> priceAround(const Situation &situation, const Candidate &candidate, size_t operand,
                                        double share, Prices &prices) {
  std::optional<Price> results = priceResults(situation, candidate, prices);
  if (!results)
    return std::nullopt;
  Price total = priceOwn(situation, prices.interner, candidate);
  total += *results;
  total *= share;
  for (size_t other = 0; other < situation.operands.size(); ++other) {
    if (situation.operands[other].first == situation.operands[operand].first ||
        situation.operands[other].order >= situation.operands[operand].order)
      continue;
    std::optional<Price> price = priceOperand(situation, candidate, other, prices);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

Demands operandDemands(const Situation &situation, llvm::ArrayRef<SituatedCandidate> candidates, size_t operand,
                       Prices &prices) {
  double share = 1.0 / static_cast<double>(numSharing(situation));
  std::vector<PricedCandidate> priced;
  priced.reserve(candidates.size());
  for (const SituatedCandidate &candidate : candidates)
    if (std::optional<Price> price = priceAround(situation, *candidate.candidate, operand, share, prices))
      priced.push_back({candidate, *price});
  pruneAgreementBreakers(priced, situation.costs);
  Demands demands;
  for (const PricedCandidate &entry : priced) {
    ShardingId need = entry.candidate->needs[operand];
    Demand *same = find(demands, need);
    if (!same)
      demands.push_back({need, entry.price});
    else if (entry.price < same->price)
      same->price = entry.price;
  }
  sortByPrice(demands);
  return demands;
}

Demands mergeDemands(llvm::ArrayRef<llvm::ArrayRef<Demand>> users, ArrayId array, size_t limit, Prices &prices) {
  Demands merged;
  for (llvm::ArrayRef<Demand> user : users)
    for (const Demand &demand : user)
      if (!find(merged, demand.sharding))
        merged.push_back({demand.sharding, Price{}});
  llvm::erase_if(merged, [&](Demand &demand) {
    for (llvm::ArrayRef<Demand> user : users) {
      std::optional<Price> price = priceDemand(array, demand.sharding, user, prices);
      if (!price)
        return true;
      demand.price += *price;
    }
    return false;
  });
  // One reshard can serve all users: where moving to another demand first is cheaper, that is the price.
  sortByPrice(merged);
  for (Demand &demand : merged)
    if (std::optional<Price> price = priceDemand(array, demand.sharding, merged, prices))
      demand.price = *price;
  sortByPrice(merged);
  if (merged.size() > limit)
    merged.truncate(limit);
  for (Demand &demand : llvm::reverse(merged))
    demand.price -= merged.front().price;
  return merged;
}

} // namespace shardwright
