#ifndef LIB_PLACEMENT_PRICES_H
#define LIB_PLACEMENT_PRICES_H

#include "lib/Placement/Candidates.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright {

/// What changes of sharding cost, by numbers; each is asked of the pricer once.
class Prices {
public:
  Prices(Interner &interner, ReshardPricer &pricer)
      : interner(interner), pricer(pricer), hasBounds(pricer.hasBounds()) {}
  /// From here on a change of sharding takes this for each byte sent, and nothing else; none: what the pricer says.
  void countBytesAlone(std::optional<double> seconds) { secondsPerByte = seconds; }

  /// What arrays and shardings the numbers stand for.
  Interner &interner;

  /// Nothing where there is no way.
  std::optional<Price> between(ArrayId array, ShardingId from, ShardingId to);
  /// No more ticks than that, without looking for the price where it is not known: what is dearer than another way
  /// needs none. Infinite where it is known that there is no way.
  double ticksAtLeast(ArrayId array, ShardingId from, ShardingId to);
  /// How many changes of sharding were asked about, which is what planning takes most of its time for.
  size_t asked() const { return known.size(); }

private:
  struct Known {
    bool isExact = false;
    std::optional<Price> price; ///< else no more than it
  };
  std::optional<Price> weighed(std::optional<Price> price, double share) const;

  ReshardPricer &pricer;
  const bool hasBounds;
  std::optional<double> secondsPerByte;
  llvm::DenseMap<std::pair<uint64_t, ShardingId>, Known> known;
};

/// What a candidate costs, part by part; nothing where a part has no way; see also OwnPrice.h.
///   priceOperand   bringing the operand from the nearest sharding it exists in; nothing to pay for one that another
///                  operand of the same value brought there already
///   priceResults   from how the candidate makes the results to what their users demand; where nobody demands anything,
///                  to the same with nothing partial
std::optional<Price> priceOperand(const Situation &situation, const Candidate &candidate, size_t operand,
                                  Prices &prices);
std::optional<Price> priceResults(const Situation &situation, const Candidate &candidate, Prices &prices);

/// The cheapest reshard from a sharding to one of the demands, its price downstream included.
std::optional<Price> priceDemand(ArrayId array, ShardingId made, llvm::ArrayRef<Demand> demands, Prices &prices);

} // namespace shardwright

#endif // LIB_PLACEMENT_PRICES_H
