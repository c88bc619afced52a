#include "test/cuda-double/machine/BlockOrder.h"

#include <algorithm>

namespace shardwright::cudadouble {

void BlockOrder::join(BlockClock &to, const BlockClock &from) {
  for (const auto &[block, epoch] : from) {
    uint32_t &mine = to[block];
    mine = std::max(mine, epoch);
  }
}

void BlockOrder::fence(uint32_t block, uint32_t epoch) {
  acquire(block);
  if (auto known = acquired.find(block); known != acquired.end())
    join(released[block], known->second);
  uint32_t &own = released[block][block];
  own = std::max(own, epoch + 1);
}

void BlockOrder::atomic(uint32_t block, uint64_t address, bool reads, bool writes) {
  if (reads)
    if (auto found = atAddress.find(address); found != atAddress.end())
      join(pending[block], found->second);
  if (writes)
    if (auto found = released.find(block); found != released.end())
      join(atAddress[address], found->second);
}

void BlockOrder::acquire(uint32_t block) {
  auto found = pending.find(block);
  if (found == pending.end())
    return;
  join(acquired[block], found->second);
  pending.erase(found);
}

bool BlockOrder::ordered(uint32_t block, uint32_t other, uint32_t epoch) const {
  auto found = acquired.find(block);
  if (found == acquired.end())
    return false;
  auto entry = found->second.find(other);
  return entry != found->second.end() && entry->second > epoch;
}

} // namespace shardwright::cudadouble
