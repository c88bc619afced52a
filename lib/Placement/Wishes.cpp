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

Wishes operandWishes(const PlacementProblem &problem, size_t operand, ReshardPricer &pricer) {
  Wishes wishes;
  double share = 1.0 / static_cast<double>(numSharing(problem));
  for (const Placement &candidate : makeCandidates(problem)) {
    std::optional<Price> results = priceResults(problem, candidate, pricer);
    if (!results)
      continue;
    Price total = priceCompute(problem, candidate);
    total += *results;
    total *= share;
    bool runs = true;
    for (size_t other = 0; runs && other < problem.operands.size(); ++other) {
      if (problem.operands[other].first == problem.operands[operand].first ||
          problem.operands[other].order >= problem.operands[operand].order)
        continue;
      std::optional<Price> price = priceOperand(problem, candidate, other, pricer);
      runs = price.has_value();
      if (runs)
        total += *price;
    }
    if (!runs)
      continue;
    Sharding wanted = operandSharding(problem.mesh, problem.rule, candidate, operand);
    auto same = llvm::find_if(wishes, [&](const Wish &wish) { return wish.sharding.samePlacement(wanted); });
    if (same == wishes.end())
      wishes.push_back({std::move(wanted), total});
    else if (total < same->price)
      same->price = total;
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
