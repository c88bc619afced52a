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

namespace {

/// What candidates cost of what no operand's demands make a difference to.
struct Around {
  const SituatedCandidate *candidate;
  Price price; ///< an operand's share of what the op itself and its results cost
};

} // namespace

static std::vector<Around> priceAround(const Situation &situation, llvm::ArrayRef<SituatedCandidate> candidates,
                                       Prices &prices) {
  const double share = 1.0 / static_cast<double>(numSharing(situation));
  std::vector<Around> all;
  all.reserve(candidates.size());
  for (const SituatedCandidate &candidate : candidates) {
    std::optional<Price> results = priceResults(situation, *candidate.candidate, prices);
    if (!results)
      continue;
    Price total = priceOwn(situation, prices.interner, *candidate.candidate);
    total += *results;
    total *= share;
    all.push_back({&candidate, total});
  }
  return all;
}

/// What it costs beside one operand.
static std::optional<Price> priceBeside(size_t operand, const Situation &situation, const Around &around,
                                        Prices &prices) {
  Price total = around.price;
  for (size_t other = 0; other < situation.operands.size(); ++other) {
    if (situation.operands[other].first == situation.operands[operand].first ||
        situation.operands[other].order >= situation.operands[operand].order)
      continue;
    std::optional<Price> price = priceOperand(situation, *around.candidate->candidate, other, prices);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

static Demands demandsOf(size_t operand, const Situation &situation, llvm::ArrayRef<Around> candidates,
                         Prices &prices) {
  std::vector<PricedCandidate> priced;
  priced.reserve(candidates.size());
  for (const Around &around : candidates)
    if (std::optional<Price> price = priceBeside(operand, situation, around, prices))
      priced.push_back({*around.candidate, *price});
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

llvm::SmallVector<Demands, 3> operandDemands(const Situation &situation, llvm::ArrayRef<SituatedCandidate> candidates,
                                             Prices &prices) {
  std::vector<Around> around = priceAround(situation, candidates, prices);
  llvm::SmallVector<Demands, 3> demands;
  for (size_t operand = 0; operand < situation.operands.size(); ++operand)
    demands.push_back(demandsOf(operand, situation, around, prices));
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
