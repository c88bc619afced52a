#ifndef LIB_PLACEMENT_STARTSHARES_H
#define LIB_PLACEMENT_STARTSHARES_H

#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright {

/// No change counts less of its price than that.
inline constexpr double kLeastPriceShare = 1.0 / 8;

/// By value: how much of its price a change of its sharding counts. Collectives that may wait for each other become one
/// (Fusion/Sequence.h): those of what a block has before its first product (weights) and of what nothing but its end
/// waits for (gradients). So of what the smallest collective takes to start, each of them counts a share alone; the
/// larger the array, the less that matters. The share is one of the whole price, so that changes of sharding keep the
/// triangle inequality. All others count in full, as all do where prices are in proportion to bytes. Linear in uses.
std::vector<double> findPriceShares(const CostModel &costs, const ShardingProblem &program);

} // namespace shardwright

#endif // LIB_PLACEMENT_STARTSHARES_H
