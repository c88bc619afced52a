#include "lib/Placement/Interner.h"

#include "llvm/ADT/bit.h"

namespace shardwright {

ShardingId Interner::sharding(const Sharding &sharding) {
  auto [place, added] = shardingIds.try_emplace(sharding, shardings.size());
  if (added)
    shardings.push_back(&place->first);
  return place->second;
}

ArrayId Interner::array(llvm::ArrayRef<int64_t> shape, int64_t elementBytes) {
  Key key;
  appendWide(key, elementBytes);
  for (int64_t size : shape)
    appendWide(key, size);
  auto [place, added] = arrayIds.try_emplace(std::move(key), arrays.size());
  if (added)
    arrays.push_back({Shape(shape), elementBytes});
  return place->second;
}

ShardingId Interner::combined(ShardingId id) {
  if (!sharding(id).isPartial())
    return id;
  Sharding whole = sharding(id);
  whole.partial.clear();
  return sharding(whole);
}

WishesId Interner::wishes(Wishes wishes) {
  Key key;
  for (const Wish &wish : wishes) {
    key.push_back(wish.sharding);
    appendWide(key, llvm::bit_cast<uint64_t>(wish.price.bytes));
    appendWide(key, llvm::bit_cast<uint64_t>(wish.price.compute));
    appendWide(key, llvm::bit_cast<uint64_t>(wish.price.collectives));
  }
  auto [place, added] = tableIds.try_emplace(std::move(key), tables.size());
  if (added)
    tables.push_back(std::move(wishes));
  return place->second;
}

WishesId Interner::only(ShardingId sharding) {
  if (onlyIds.size() <= sharding)
    onlyIds.resize(sharding + 1);
  std::optional<WishesId> &id = onlyIds[sharding];
  if (!id)
    id = wishes({{sharding, {}}});
  return *id;
}

} // namespace shardwright
