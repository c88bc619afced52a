#include "lib/Placement/Candidates.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

static void sortByPrice(Wishes &wishes) {
  std::stable_sort(wishes.begin(), wishes.end(), [](const Wish &a, const Wish &b) { return a.price < b.price; });
}

/// Operands among which the results' price is shared: those that do not come for free.
static size_t numSharing(const PlacementProblem &problem) {
  size_t sharing = 0;
  for (auto [index, operand] : llvm::enumerate(problem.operands))
    sharing += !operand.free && operand.first == index && !problem.shapes.operands[index].empty();
  return std::max<size_t>(sharing, 1);
}

/// What a placement costs beside the operand whose wishes are asked for.
static std::optional<Price> priceAround(const PlacementProblem &problem, const Placement &placement, size_t operand,
                                        double share, ReshardPricer &pricer) {
  std::optional<Price> results = priceResults(problem, placement, pricer);
  if (!results)
    return std::nullopt;
  Price total = priceOwn(problem, placement);
  total += *results;
  total *= share;
  for (size_t other = 0; other < problem.operands.size(); ++other) {
    if (problem.operands[other].first == problem.operands[operand].first ||
        problem.operands[other].order >= problem.operands[operand].order)
      continue;
    std::optional<Price> price = priceOperand(problem, placement, other, pricer);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

Wishes operandWishes(const PlacementProblem &problem, size_t operand, ReshardPricer &pricer) {
  double share = 1.0 / static_cast<double>(numSharing(problem));
  std::vector<std::pair<Candidate, Price>> priced;
  for (Candidate &candidate : makeCandidates(problem))
    if (std::optional<Price> price = priceAround(problem, candidate.placement, operand, share, pricer))
      priced.emplace_back(std::move(candidate), *price);
  dropDisloyal(priced);
  Wishes wishes;
  for (auto &[candidate, price] : priced) {
    Sharding wanted = operandSharding(problem.mesh, problem.rule, candidate.placement, operand);
    auto same = llvm::find_if(wishes, [&](const Wish &wish) { return wish.sharding.samePlacement(wanted); });
    if (same == wishes.end())
      wishes.push_back({std::move(wanted), price});
    else if (price < same->price)
      same->price = price;
  }
  sortByPrice(wishes);
  return wishes;
}

Wishes mergeWishes(llvm::ArrayRef<Wishes> users, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                   ReshardPricer &pricer, size_t limit) {
  Wishes merged;
  for (const Wishes &user : users)
    for (const Wish &wish : user)
      if (llvm::none_of(merged, [&](const Wish &w) { return w.sharding.samePlacement(wish.sharding); }))
        merged.push_back({wish.sharding, Price{}});
  llvm::erase_if(merged, [&](Wish &wish) {
    for (const Wishes &user : users) {
      std::optional<Price> price = priceWish(shape, elementBytes, wish.sharding, user, pricer);
      if (!price)
        return true;
      wish.price += *price;
    }
    return false;
  });
  // One reshard can serve all users: where moving to another wish first is cheaper, that is the price.
  sortByPrice(merged);
  for (Wish &wish : merged)
    if (std::optional<Price> price = priceWish(shape, elementBytes, wish.sharding, merged, pricer))
      wish.price = *price;
  sortByPrice(merged);
  if (merged.size() > limit)
    merged.resize(limit);
  for (Wish &wish : llvm::reverse(merged))
    wish.price -= merged.front().price;
  return merged;
}

} // namespace shardwright
