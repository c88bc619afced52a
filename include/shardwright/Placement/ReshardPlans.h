#ifndef SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H
#define SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H

#include "shardwright/Placement/Price.h"
#include "shardwright/Reshard/Reshard.h"

namespace shardwright {

/// Prices changes of sharding by the very plans that will be emitted for them.
class ReshardPlans : public ReshardPricer {
public:
  explicit ReshardPlans(const CostModel &costs) : mesh(costs.mesh()), cache({&costs}) {}

  std::optional<Price> price(llvm::ArrayRef<int64_t> shape, const ElementType &element, const Sharding &from,
                             const Sharding &to) override {
    absl::StatusOr<ReshardPrice> plan = cache.price(mesh, shape, element.bytes, from, to, element.name);
    if (!plan.ok())
      return std::nullopt;
    return Price::ofSending(plan->seconds, static_cast<double>(plan->bytesPerDevice),
                            static_cast<double>(plan->collectives));
  }

private:
  const Mesh &mesh;
  ReshardCache cache;
};

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H
