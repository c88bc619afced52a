#ifndef SHARDWRIGHT_LIB_RESHARD_SEARCH_H
#define SHARDWRIGHT_LIB_RESHARD_SEARCH_H

#include "lib/Reshard/Edges.h"

namespace shardwright::reshard {

class EdgeCosts;

/// The edges of the cheapest path from the problem's source to its target, by seconds where `costs` are given and by
/// bytes else; nothing where the peak limit (0: none) leaves none.
std::optional<std::vector<PathEdge>> cheapestPath(const Problem &problem, int64_t peakLimit = 0,
                                                  EdgeCosts *costs = nullptr);

/// The step that an edge is, pairs of a permute left out.
ReshardStep makeStep(const Problem &problem, const State &before, const PathEdge &edge);

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_SEARCH_H
