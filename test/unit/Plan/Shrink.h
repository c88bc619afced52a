#ifndef TEST_UNIT_PLAN_SHRINK_H
#define TEST_UNIT_PLAN_SHRINK_H

#include "shardwright/Plan/Problem.h"

#include <functional>

namespace shardwright::plan {

/// The smallest problem with the property (which `problem` has) that is reached by leaving out nodes, edges, choices
/// and the limit, and by making numbers 0 or half as large: none of these steps, of the result, leaves the property.
Problem shrink(Problem problem, const std::function<bool(const Problem &)> &hasProperty);

} // namespace shardwright::plan

#endif // TEST_UNIT_PLAN_SHRINK_H
