#include "lib/Placement/Interner.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"

namespace shardwright {

ShardingId Interner::sharding(const Sharding &sharding) {
  auto [place, added] = shardingIds.try_emplace(sharding, shardings.size());
  if (added)
    shardings.push_back(&place->first);
  return place->second;
}

ArrayId Interner::array(llvm::ArrayRef<int64_t> shape, const ElementType &element, double priceShare) {
  Key key;
  appendWide(key, llvm::bit_cast<uint64_t>(priceShare));
  appendWide(key, element.bytes);
  appendWide(key, llvm::xxh3_64bits(element.name));
  for (int64_t size : shape)
    appendWide(key, size);
  auto [place, added] = arrayIds.try_emplace(std::move(key), arrays.size());
  if (added)
    arrays.push_back({Shape(shape), element, priceShare});
  return place->second;
}

ShardingId Interner::combined(ShardingId id) {
  if (!sharding(id).isPartial())
    return id;
  Sharding whole = sharding(id);
  whole.partial.clear();
  return sharding(whole);
}

DemandsId Interner::demands(Demands demands) {
  Key key;
  for (const Demand &demand : demands) {
    key.push_back(demand.sharding);
    for (double part : {demand.price.ticks, demand.price.workTicks, demand.price.bytes, demand.price.collectives})
      appendWide(key, llvm::bit_cast<uint64_t>(part));
  }
  auto [place, added] = tableIds.try_emplace(std::move(key), tables.size());
  if (added)
    tables.push_back(std::move(demands));
  return place->second;
}

DemandsId Interner::only(ShardingId sharding) {
  if (onlyIds.size() <= sharding)
    onlyIds.resize(sharding + 1);
  std::optional<DemandsId> &id = onlyIds[sharding];
  if (!id)
    id = demands({{sharding, {}}});
  return *id;
}

} // namespace shardwright
