#ifndef LIB_PLAN_USAGEPROPAGATION_H
#define LIB_PLAN_USAGEPROPAGATION_H

#include "lib/Plan/Model.h"

namespace shardwright::plan {

/// Drops choices that hold more than the limit leaves them where all other nodes hold the least that their kept choices
/// do, until there are none (knapsack propagation, Trick 2003). False where no kept choices are within the limit.
/// O(nodes log rows + choices) for a round. `isKept`: by choice of the model.
bool dropTooLarge(const Model &model, std::vector<bool> &isKept);

} // namespace shardwright::plan

#endif // LIB_PLAN_USAGEPROPAGATION_H
