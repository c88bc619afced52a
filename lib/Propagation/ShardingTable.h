#ifndef LIB_PROPAGATION_SHARDINGTABLE_H
#define LIB_PROPAGATION_SHARDINGTABLE_H

#include "shardwright/Sharding/Sharding.h"

#include <unordered_map>

namespace shardwright {

/// Numbers shardings, so that a step's inputs are a few integers and a repeated step is a table look-up. A program of a
/// hundred equal layers computes the steps of one. Labels are not told apart: the first one seen stays.
class ShardingTable {
public:
  uint32_t intern(const Sharding &sharding) {
    std::vector<uint32_t> &bucket = buckets_[size_t(hash_value(sharding))];
    for (uint32_t id : bucket)
      if (shardings_[id] == sharding)
        return id;
    bucket.push_back(shardings_.size());
    shardings_.push_back(sharding);
    return shardings_.size() - 1;
  }
  const Sharding &get(uint32_t id) const { return shardings_[id]; }

private:
  std::vector<Sharding> shardings_;
  std::unordered_map<size_t, std::vector<uint32_t>> buckets_;
};

} // namespace shardwright

#endif // LIB_PROPAGATION_SHARDINGTABLE_H
