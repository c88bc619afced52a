#ifndef TEST_UNIT_PLAN_SHRINK_H
#define TEST_UNIT_PLAN_SHRINK_H

#include "shardwright/Plan/Problem.h"

#include <functional>

namespace shardwright::plan {

/// A small problem with the property (which `problem` has): what leaving out nodes, edges, choices and the limit and
/// lowering numbers comes to, when none of these steps leaves the property any more.
Problem shrink(Problem problem, const std::function<bool(const Problem &)> &hasProperty);

} // namespace shardwright::plan

#endif // TEST_UNIT_PLAN_SHRINK_H
