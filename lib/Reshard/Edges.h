#ifndef SHARDWRIGHT_LIB_RESHARD_EDGES_H
#define SHARDWRIGHT_LIB_RESHARD_EDGES_H

#include "lib/Reshard/State.h"
#include "shardwright/Reshard/Reshard.h"

namespace shardwright::reshard {

/// One step that may follow a state.
struct Edge {
  ReshardOp op;
  /// The group, major to minor; of Permute, the atoms whose place changes.
  Atoms atoms;
  std::optional<size_t> dim, concatDim;
  State after;
  int64_t bytes = 0;
};

/// Which steps to consider.
///   All     every step of the graph
///   Direct  only those of gather-everything-then-slice: a handful a state, however many atoms there are
enum class EdgeSet { All, Direct };

/// All steps from `state`, in a fixed order.
std::vector<Edge> edgesFrom(const Problem &problem, const State &state, EdgeSet which);

/// Steps that hand whole local arrays around: from `state` to every state of as many parts in each dimension.
void permutesFrom(const Problem &problem, const State &state, std::vector<Edge> &edges);
/// Who sends to whom, as indices along `edge.atoms` within each group.
std::vector<std::pair<int64_t, int64_t>> permutePairs(const Problem &problem, const State &before, const Edge &edge);

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_EDGES_H
