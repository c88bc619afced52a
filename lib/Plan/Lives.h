#ifndef LIB_PLAN_LIVES_H
#define LIB_PLAN_LIVES_H

#include "shardwright/Placement/ShardingProblem.h"
#include "shardwright/Topology/Device.h"

namespace shardwright::plan {

/// From when to when a program's values are in memory, in indices of ops: begin <= time < end.
class Lives {
public:
  Lives(const ShardingProblem &program, const Device &device);

  struct Life {
    int64_t begin = 0, end = 0;
  };
  /// From the op that makes the root until the last op that reads it, that op included unless what it makes may lie in
  /// its place. What a region reads of its surroundings lives until the region is left.
  Life of(size_t root) const { return {madeAt[root], readUntil[root]}; }
  /// It is neither made where it is read nor part of what its readers compute.
  bool isStored(size_t root) const { return stored[root]; }
  /// What the op makes is computed by its readers' kernels.
  bool isInlined(size_t op) const { return inlined[op]; }

private:
  void findRegions();
  void findStored(const Device &device);
  void findReads();
  int64_t seenFrom(size_t maker, size_t reader) const;
  bool mayLieOver(const ShardingProblem::Op &op, size_t root) const;

  const ShardingProblem &program;
  std::vector<int64_t> regionOf, parentOf; ///< by op, by region; -1: none
  std::vector<int64_t> enters;             ///< by op: the region
  std::vector<int64_t> madeAt, readUntil;  ///< by root
  std::vector<bool> stored, inlined;       ///< by root, by op
};

} // namespace shardwright::plan

#endif // LIB_PLAN_LIVES_H
