#ifndef LIB_PLANNING_FINALISTS_H
#define LIB_PLANNING_FINALISTS_H

#include "lib/Planning/MeshPlan.h"

#include <vector>

namespace shardwright::planning {

/// Of plans that were found beside the best one, those whose steps are worth measuring: each another program on devices
/// than the best one and those before it, the quickest by prediction first. At most 16.
std::vector<MeshPlan> selectFinalists(std::vector<MeshPlan> found, const MeshPlan &best);

/// Takes a finalist for the best one; the best one so far takes its place among them.
void promote(MeshPlan &best, size_t finalist);

} // namespace shardwright::planning

#endif // LIB_PLANNING_FINALISTS_H
