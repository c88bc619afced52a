#include "lib/Placement/OwnPrice.h"

#include "shardwright/Placement/HaloExchange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright {

Price priceHaloExchangeOf(const Situation &situation, const Interner &interner, const Placement &placement,
                          size_t operand) {
  return priceHaloExchange(situation.costs, situation.rule, situation.shapes, placement, operand,
                           interner.array(situation.operands[operand].array).element.bytes);
}

/// Every device sends what its block gave to the others of its group.
static Price priceCombination(const Situation &situation, const Interner &interner, const Candidate &candidate) {
  Price price;
  AxisList axes;
  for (auto [factor, over] : llvm::zip_equal(situation.rule.factors, candidate.placement.factors))
    if (factor.combined)
      llvm::append_range(axes, over);
  if (axes.empty())
    return price;
  const CollectivePrice &gather = situation.costs.collective({CollectiveKind::AllGather, axes});
  for (auto [result, made] : llvm::zip_equal(situation.results, candidate.makes)) {
    const Interner::Array &array = interner.array(result.array);
    auto bytes = static_cast<double>(array.element.bytes * (gather.members - 1));
    for (int64_t size : interner.sharding(made).localShape(situation.mesh, array.shape))
      bytes *= static_cast<double>(size);
    price += Price::ofSending(gather.secondsOfSent(bytes), bytes);
  }
  return price;
}

Price priceOwn(const Situation &situation, const Interner &interner, const Candidate &candidate) {
  double points = 1;
  for (auto [factor, parts] : llvm::zip_equal(situation.rule.factors, candidate.parts))
    points *= static_cast<double>(llvm::divideCeil(factor.size, parts));
  Price price = priceCombination(situation, interner, candidate);
  price += Price::ofWork(situation.secondsPerPoint * points);
  if (!situation.rule.windows.empty())
    for (size_t operand = 0; operand < situation.operands.size(); ++operand)
      price += priceHaloExchangeOf(situation, interner, candidate.placement, operand);
  return price;
}

} // namespace shardwright
