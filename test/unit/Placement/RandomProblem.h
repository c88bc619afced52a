#ifndef TEST_UNIT_PLACEMENT_RANDOMPROBLEM_H
#define TEST_UNIT_PLACEMENT_RANDOMPROBLEM_H

#include "shardwright/Placement/ShardingProblem.h"

#include <string>

namespace shardwright {

/// A random small program: products (plain and batched), element-wise ops of one to three operands, transposes,
/// reductions, broadcasts and reshapes over dimensions of 8 to 8192, with values that several ops read. Arguments and
/// most returns are sharded at random, the rest as propagation has it. At most `ops` ops with a class.
ShardingProblem randomProblem(const CostModel &costs, unsigned seed, size_t ops);

/// The same without an op and all that only it made necessary; nothing where it is not an op with a class, or where a
/// user could not take its first operand in its place.
std::optional<ShardingProblem> withoutOp(const ShardingProblem &program, size_t op);

/// One line an op: `v3 [_x, _] = ([i, k], [k, j])->([i, j]) ... (v1, v2)`.
std::string str(const ShardingProblem &program);
/// The same with the placements of a plan.
std::string str(const ShardingProblem &program, const PlacementPlan &plan);

} // namespace shardwright

#endif // TEST_UNIT_PLACEMENT_RANDOMPROBLEM_H
