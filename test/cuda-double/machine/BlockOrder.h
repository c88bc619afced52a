// How fences and atomics order the blocks of a launch: what a block did in front of a fence is ordered before what
// another block does behind a fence, where an atomic of the second reads what an atomic of the first wrote in between.
// Kept by blocks rather than by threads: some races are not seen, none is made up.
#ifndef TEST_CUDA_DOUBLE_MACHINE_BLOCKORDER_H
#define TEST_CUDA_DOUBLE_MACHINE_BLOCKORDER_H

#include <cstdint>
#include <unordered_map>

namespace shardwright::cudadouble {

class BlockOrder {
public:
  void fence(uint32_t block, uint32_t epoch);
  void atomic(uint32_t block, uint64_t address, bool reads, bool writes);
  /// What BLOCK has read by atomics is ordered before what it does from now on.
  void acquire(uint32_t block);
  /// Whether what OTHER did in EPOCH is ordered before what BLOCK does now.
  bool ordered(uint32_t block, uint32_t other, uint32_t epoch) const;
  bool acquiredAny(uint32_t block) const { return acquired.count(block) != 0; }

private:
  using BlockClock = std::unordered_map<uint32_t, uint32_t>; // block: first epoch that is not ordered before
  static void join(BlockClock &to, const BlockClock &from);
  std::unordered_map<uint32_t, BlockClock> acquired, released, pending;
  std::unordered_map<uint64_t, BlockClock> atAddress;
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_BLOCKORDER_H
