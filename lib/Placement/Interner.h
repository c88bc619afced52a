#ifndef LIB_PLACEMENT_INTERNER_H
#define LIB_PLACEMENT_INTERNER_H

#include "shardwright/Placement/Placement.h"
#include "shardwright/Placement/Price.h"

#include <deque>
#include <unordered_map>

namespace shardwright {

/// Small numbers for what is compared again and again: equal things have one number.
using ShardingId = uint32_t;
using ArrayId = uint32_t;
using DemandsId = uint32_t;

/// A sharding in which a value would be welcome, and what is to pay downstream for having it so, beyond the cheapest.
struct Demand {
  ShardingId sharding;
  Price price;
};
/// Cheapest first.
using Demands = llvm::SmallVector<Demand, 4>;

class Interner {
public:
  /// A list of numbers that says all there is to a question.
  using Key = llvm::SmallVector<uint32_t, 24>;
  static void appendWide(Key &key, uint64_t number) {
    key.push_back(static_cast<uint32_t>(number));
    key.push_back(static_cast<uint32_t>(number >> 32));
  }
  struct KeyHash {
    size_t operator()(const Key &key) const { return llvm::hash_combine_range(key.begin(), key.end()); }
  };
  template <typename T> using Memory = std::unordered_map<Key, T, KeyHash>;

  /// Of placements (Sharding::placement), so that equal ones place alike and others do not.
  ShardingId sharding(const Sharding &sharding);
  const Sharding &sharding(ShardingId id) const { return *shardings[id]; }
  /// The same with nothing partial.
  ShardingId combined(ShardingId id);

  /// What arrays have in common between which a change of sharding costs the same.
  struct Array {
    Shape shape;
    ElementType element;
    /// How much of its price a change of sharding counts: see StartShares.h.
    double priceShare = 1;
  };
  ArrayId array(llvm::ArrayRef<int64_t> shape, const ElementType &element, double priceShare = 1);
  const Array &array(ArrayId id) const { return arrays[id]; }

  DemandsId demands(Demands demands);
  /// That one sharding and nothing else.
  DemandsId only(ShardingId sharding);
  /// Lives as long as the interner.
  llvm::ArrayRef<Demand> demands(DemandsId id) const { return tables[id]; }

private:
  struct ShardingHash {
    size_t operator()(const Sharding &sharding) const { return hash_value(sharding); }
  };
  std::unordered_map<Sharding, ShardingId, ShardingHash> shardingIds;
  std::vector<const Sharding *> shardings;
  Memory<uint32_t> arrayIds, tableIds;
  std::vector<Array> arrays;
  std::deque<Demands> tables;
  std::vector<std::optional<DemandsId>> onlyIds; // by sharding
};

} // namespace shardwright

#endif // LIB_PLACEMENT_INTERNER_H
