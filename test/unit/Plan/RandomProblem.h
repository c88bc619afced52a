#ifndef TEST_UNIT_PLAN_RANDOMPROBLEM_H
#define TEST_UNIT_PLAN_RANDOMPROBLEM_H

#include "shardwright/Plan/Problem.h"

namespace shardwright::plan {

/// A problem of up to `mostNodes` nodes and some ten thousand combinations that depends on nothing but the seed. Among
/// them are all that is degenerate: no nodes, nodes with one choice, nodes that are never live, equal intervals, times
/// of 10^15 and below 0, costs and usages up to 2^63 - 1, no usage, no limit, a limit of 0 and others that nothing
/// keeps to, parallel and reversed edges, forbidden entries.
Problem randomProblem(uint64_t seed, size_t mostNodes);

} // namespace shardwright::plan

#endif // TEST_UNIT_PLAN_RANDOMPROBLEM_H
