#ifndef SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H
#define SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H

#include "shardwright/Placement/Price.h"
#include "shardwright/Reshard/Reshard.h"

namespace shardwright {

/// Prices changes of sharding by the very plans that will be emitted for them.
class ReshardPlans : public ReshardPricer {
public:
  explicit ReshardPlans(const CostModel &costs)
      : mesh(costs.mesh()), own(std::make_unique<ReshardCache>(ReshardOptions{&costs})), cache(*own) {}
  /// Remembers what others ask of the cache, too.
  ReshardPlans(const CostModel &costs, ReshardCache &shared) : mesh(costs.mesh()), cache(shared) {}

  std::optional<Price> price(llvm::ArrayRef<int64_t> shape, const ElementType &element, const Sharding &from,
                             const Sharding &to) override {
    absl::StatusOr<ReshardPrice> plan = cache.price(mesh, shape, element.bytes, from, to, element.name);
    if (!plan.ok())
      return std::nullopt;
    return Price::ofSending(plan->seconds, static_cast<double>(plan->bytesPerDevice),
                            static_cast<double>(plan->collectives));
  }

  bool hasBounds() const override { return cache.isTimed(); }
  Price atLeast(llvm::ArrayRef<int64_t> shape, const ElementType &element, const Sharding &from,
                const Sharding &to) override {
    ReshardPrice least = cache.atLeast(mesh, shape, element.bytes, from, to, element.name);
    return {std::floor(least.seconds * Price::kTicksPerSecond), 0, static_cast<double>(least.bytesPerDevice), 0};
  }

private:
  const Mesh &mesh;
  std::unique_ptr<ReshardCache> own; ///< null: it is shared
  ReshardCache &cache;
};

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H
