#ifndef SHARDWRIGHT_LIB_RESHARD_EDGES_H
#define SHARDWRIGHT_LIB_RESHARD_EDGES_H

#include "lib/Reshard/PackedState.h"
#include "shardwright/Reshard/Reshard.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardwright::reshard {

/// One step that may follow a state. The states before and behind it say which atoms it is about, in which order.
struct Edge {
  ReshardOp op;
  /// As of ReshardStep; -1: none.
  int16_t dim = -1, concatDim = -1;
  int64_t bytes = 0;
  /// The group of a collective; not of a permute, whose movedAtoms() are looked for where they are needed.
  AtomSet atoms = 0;
};

/// Which steps to consider.
///   All     every step of the graph; permutes are visited apart
///   Timed   the same for a search by seconds, whose slices are by one atom each where no others lead farther; permutes
///           leave summands where they are, unless the target has some
///   Direct  only those of gather-everything-then-slice: a handful a state, however many atoms there are
enum class EdgeSet { All, Timed, Direct };

/// So many atoms are tried in every sequence; beyond that only short ones, and those that the target spells, so that
/// steps depend on its lists, too.
constexpr int kAllSequences = 4;

using EdgeVisit = llvm::function_ref<void(const Edge &edge, RowRef after)>;

/// Visits all steps from a state but the permutes, in a fixed order.
void forEachEdge(Packing &packing, RowRef from, EdgeSet which, EdgeVisit visit);

/// Visits the steps that hand whole local arrays around: to every state of as many parts in each dimension.
void forEachPermute(Packing &packing, RowRef from, EdgeSet which, EdgeVisit visit);

/// A step of a path, in full.
struct PathEdge {
  ReshardOp op;
  /// The group, major to minor; of Permute, the atoms whose place changes.
  Atoms atoms;
  std::optional<size_t> dim, concatDim;
  State after;
  int64_t bytes = 0;
};
PathEdge inFull(const Problem &problem, const State &before, const Edge &edge, State after);

/// The atoms whose place in one state is not that in the other.
AtomSet movedAtoms(const Problem &problem, const State &before, const State &after);
/// Who sends to whom, as indices along `edge.atoms` within each group.
std::vector<std::pair<int64_t, int64_t>> permutePairs(const Problem &problem, const State &before,
                                                      const PathEdge &edge);

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_EDGES_H
