#ifndef SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H
#define SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H

#include "shardwright/Placement/Price.h"
#include "shardwright/Reshard/Reshard.h"

namespace shardwright {

/// Prices changes of sharding by the very plans that will be emitted for them.
class ReshardPlans : public ReshardPricer {
public:
  explicit ReshardPlans(const Mesh &mesh) : mesh(mesh) {}

  std::optional<Price> price(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from,
                             const Sharding &to) override {
    absl::StatusOr<ReshardPrice> plan = cache.price(mesh, shape, elementBytes, from, to);
    if (!plan.ok())
      return std::nullopt;
    Price price;
    price.bytes = static_cast<double>(plan->bytesPerDevice);
    price.collectives = plan->collectives;
    return price;
  }

private:
  const Mesh &mesh;
  ReshardCache cache;
};

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_RESHARDPLANS_H
