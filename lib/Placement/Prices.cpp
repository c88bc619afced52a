#include "lib/Placement/Prices.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace shardwright {

/// What a price and a bound on it may differ in by rounding.
static constexpr double kTicksOfRounding = 1;

std::optional<Price> Prices::between(ArrayId array, ShardingId from, ShardingId to) {
  Known &place = known[{uint64_t(array) << 32 | from, to}];
  const Interner::Array &what = interner.array(array);
  if (!place.isExact)
    place = {true, pricer.price(what.shape, what.element, interner.sharding(from), interner.sharding(to))};
  return weighed(place.price, what.priceShare);
}

double Prices::ticksAtLeast(ArrayId array, ShardingId from, ShardingId to) {
  if (!hasBounds)
    return 0;
  auto [place, added] = known.try_emplace({uint64_t(array) << 32 | from, to});
  const Interner::Array &what = interner.array(array);
  if (added)
    place->second.price = pricer.atLeast(what.shape, what.element, interner.sharding(from), interner.sharding(to));
  std::optional<Price> least = weighed(place->second.price, what.priceShare);
  if (!least)
    return std::numeric_limits<double>::infinity();
  return least->ticks - kTicksOfRounding;
}

std::optional<Price> Prices::weighed(std::optional<Price> price, double share) const {
  if (!price)
    return price;
  if (secondsPerByte)
    price->ticks = std::round(price->bytes * *secondsPerByte * Price::kTicksPerSecond);
  else if (share < 1)
    price->ticks = std::round(share * price->ticks);
  return price;
}

std::optional<Price> priceOperand(const Situation &situation, const Candidate &candidate, size_t operand,
                                  Prices &prices) {
  const OperandState &state = situation.operands[operand];
  ShardingId wanted = candidate.needs[operand];
  if (state.free || (state.first != operand && candidate.needs[state.first] == wanted))
    return Price{};
  std::optional<Price> best;
  for (ShardingId from : state.available) {
    if (from == wanted)
      return Price{};
    if (best && prices.ticksAtLeast(state.array, from, wanted) > best->ticks)
      continue;
    std::optional<Price> price = prices.between(state.array, from, wanted);
    if (price && (!best || *price < *best))
      best = price;
  }
  return best;
}

std::optional<Price> priceDemand(ArrayId array, ShardingId made, llvm::ArrayRef<Demand> demands, Prices &prices) {
  std::optional<Price> asMade, best;
  for (const Demand &demand : demands)
    if (demand.sharding == made)
      asMade = demand.price;
  for (const Demand &demand : demands) {
    // Getting there costs something, too: most demands need no search to be out of the question.
    if ((asMade && *asMade < demand.price) || (best && !(demand.price < *best)))
      continue;
    Price total = demand.price;
    if (made != demand.sharding) {
      if (const std::optional<Price> &other = best ? best : asMade;
          other && demand.price.ticks + prices.ticksAtLeast(array, made, demand.sharding) > other->ticks)
        continue;
      std::optional<Price> price = prices.between(array, made, demand.sharding);
      if (!price)
        continue;
      total += *price;
    }
    if (!best || total < *best)
      best = total;
  }
  return best;
}

std::optional<Price> priceResults(const Situation &situation, const Candidate &candidate, Prices &prices) {
  Price total;
  for (auto [state, made] : llvm::zip_equal(situation.results, candidate.makes)) {
    std::optional<Price> price = state.demands.empty()
                                     ? prices.between(state.array, made, prices.interner.combined(made))
                                     : priceDemand(state.array, made, state.demands, prices);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

} // namespace shardwright
