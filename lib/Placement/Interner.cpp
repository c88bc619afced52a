#include "lib/Placement/Interner.h"

#include "llvm/ADT/bit.h"

namespace shardwright {

static void appendWide(Interner::Key &key, uint64_t value) {
  key.push_back(static_cast<Interner::Id>(value));
  key.push_back(static_cast<Interner::Id>(value >> 32));
}

Interner::Id Interner::sharding(const Sharding &sharding) {
  auto [place, added] = shardingIds.try_emplace(sharding, shardings.size());
  if (added)
    shardings.push_back(&place->first);
  return place->second;
}

Interner::Id Interner::wishes(Wishes wishes) {
  Key key;
  for (const Wish &wish : wishes) {
    key.push_back(sharding(wish.sharding));
    appendWide(key, llvm::bit_cast<uint64_t>(wish.price.bytes));
    appendWide(key, llvm::bit_cast<uint64_t>(wish.price.compute));
    appendWide(key, wish.price.collectives);
  }
  auto [place, added] = tableIds.try_emplace(std::move(key), tables.size());
  if (added)
    tables.push_back(std::move(wishes));
  return place->second;
}

Interner::Id Interner::type(llvm::ArrayRef<int64_t> shape, int64_t elementBytes) {
  Key key;
  appendWide(key, elementBytes);
  for (int64_t size : shape)
    appendWide(key, size);
  return typeIds.try_emplace(std::move(key), typeIds.size()).first->second;
}

} // namespace shardwright
