#ifndef LIB_PLACEMENT_INTERNER_H
#define LIB_PLACEMENT_INTERNER_H

#include "shardwright/Placement/Choose.h"

#include "llvm/ADT/DenseMap.h"

#include <unordered_map>

namespace shardwright {

/// Small numbers for what is compared again and again: equal things have one number.
class Interner {
public:
  using Id = uint32_t;
  /// A list of numbers that says all there is to a question.
  using Key = llvm::SmallVector<Id, 24>;

  Id sharding(const Sharding &sharding);
  const Sharding &sharding(Id id) const { return *shardings[id]; }

  Id wishes(Wishes wishes);
  const Wishes &wishes(Id id) const { return tables[id]; }

  Id type(llvm::ArrayRef<int64_t> shape, int64_t elementBytes);

  struct KeyHash {
    size_t operator()(const Key &key) const { return llvm::hash_combine_range(key.begin(), key.end()); }
  };
  template <typename T> using Memory = std::unordered_map<Key, T, KeyHash>;

private:
  struct ShardingHash {
    size_t operator()(const Sharding &sharding) const { return hash_value(sharding); }
  };
  std::unordered_map<Sharding, Id, ShardingHash> shardingIds;
  std::vector<const Sharding *> shardings;
  Memory<Id> tableIds, typeIds;
  std::vector<Wishes> tables;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_INTERNER_H
