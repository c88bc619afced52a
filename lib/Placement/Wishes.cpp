#include "lib/Placement/Choose.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

/// By insertion, as there are a handful.
static void sortByPrice(Wishes &wishes) {
  for (Wish *wish = wishes.begin(); wish != wishes.end(); ++wish)
    std::rotate(
        std::upper_bound(wishes.begin(), wish, *wish, [](const Wish &a, const Wish &b) { return a.price < b.price; }),
        wish, wish + 1);
}

static Wish *find(Wishes &wishes, ShardingId sharding) {
  auto place = llvm::find_if(wishes, [&](const Wish &wish) { return wish.sharding == sharding; });
  return place == wishes.end() ? nullptr : place;
}

/// Operands among which the results' price is shared: those that do not come for free.
static size_t numSharing(const Situation &situation) {
  size_t sharing = 0;
  for (auto [index, operand] : llvm::enumerate(situation.operands))
    sharing += !operand.free && operand.first == index && !situation.shapes.operands[index].empty();
  return std::max<size_t>(sharing, 1);
}

/// What a candidate costs beside the operand whose wishes are asked for.
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

Wishes operandWishes(const Situation &situation, llvm::ArrayRef<Contender> contenders, size_t operand, Prices &prices) {
  double share = 1.0 / static_cast<double>(numSharing(situation));
  std::vector<PricedContender> priced;
  priced.reserve(contenders.size());
  for (const Contender &contender : contenders)
    if (std::optional<Price> price = priceAround(situation, *contender.candidate, operand, share, prices))
      priced.push_back({contender, *price});
  dropDisloyal(priced);
  Wishes wishes;
  for (const PricedContender &entry : priced) {
    ShardingId need = entry.candidate->needs[operand];
    Wish *same = find(wishes, need);
    if (!same)
      wishes.push_back({need, entry.price});
    else if (entry.price < same->price)
      same->price = entry.price;
  }
  sortByPrice(wishes);
  return wishes;
}

Wishes mergeWishes(llvm::ArrayRef<llvm::ArrayRef<Wish>> users, ArrayId array, size_t limit, Prices &prices) {
  Wishes merged;
  for (llvm::ArrayRef<Wish> user : users)
    for (const Wish &wish : user)
      if (!find(merged, wish.sharding))
        merged.push_back({wish.sharding, Price{}});
  llvm::erase_if(merged, [&](Wish &wish) {
    for (llvm::ArrayRef<Wish> user : users) {
      std::optional<Price> price = priceWish(array, wish.sharding, user, prices);
      if (!price)
        return true;
      wish.price += *price;
    }
    return false;
  });
  // One reshard can serve all users: where moving to another wish first is cheaper, that is the price.
  sortByPrice(merged);
  for (Wish &wish : merged)
    if (std::optional<Price> price = priceWish(array, wish.sharding, merged, prices))
      wish.price = *price;
  sortByPrice(merged);
  if (merged.size() > limit)
    merged.truncate(limit);
  for (Wish &wish : llvm::reverse(merged))
    wish.price -= merged.front().price;
  return merged;
}

} // namespace shardwright
