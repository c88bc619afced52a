#ifndef SHARDWRIGHT_LIB_RESHARD_SEARCH_H
#define SHARDWRIGHT_LIB_RESHARD_SEARCH_H

#include "lib/Reshard/Edges.h"

namespace shardwright::reshard {

class EdgeCosts;
class GroupPrices;
class StateGraph;

/// The edges of the cheapest path from the problem's source to its target, by seconds where `costs` are given and by
/// bytes else; nothing where the peak limit (0: none) leaves none.
std::optional<std::vector<PathEdge>> cheapestPath(const Problem &problem, int64_t peakLimit = 0,
                                                  EdgeCosts *costs = nullptr);
/// What it costs without a limit. `graph`: of a problem with the same key (see graphKeyOf()) whose steps have the same
/// costs; null: nothing is kept.
ReshardPrice cheapestPrice(const Problem &problem, EdgeCosts *costs, StateGraph *graph);

/// planReshard(); where a machine prices steps, by the prices of the problem's groups.
absl::StatusOr<ReshardPlan> plan(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                 const Sharding &from, const Sharding &to, const ReshardOptions &options,
                                 llvm::function_ref<GroupPrices *(const Problem &)> pricesOf);

/// The step that an edge is, pairs of a permute left out.
ReshardStep makeStep(const Problem &problem, const State &before, const PathEdge &edge);

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_SEARCH_H
