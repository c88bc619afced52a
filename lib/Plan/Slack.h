#ifndef LIB_PLAN_SLACK_H
#define LIB_PLAN_SLACK_H

#include "lib/Plan/StrategyNodes.h"

#include <vector>

namespace shardwright::plan {

/// For how long a device computes, in each run, between when a root is made and when something is computed of it: what
/// changes of its sharding can be sent beside. In ticks, by root; each op as its cheapest candidate, in the program's
/// order, and what kernels compute on the way when they do. Nothing is sent beside what runs a region. O(values).
std::vector<double> slackOf(const StrategyNodes &nodes, const OwnPrices &own);

} // namespace shardwright::plan

#endif // LIB_PLAN_SLACK_H
