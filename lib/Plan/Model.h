#ifndef LIB_PLAN_MODEL_H
#define LIB_PLAN_MODEL_H

#include "shardwright/Plan/Problem.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace shardwright::plan {

/// A problem without what decides itself, as the solvers work on it:
///   nodes    those with several choices, none of which another is better than in every respect
///   edges    one for a pair of nodes; equal tables are one
///   rows     times at which the limit can bind: of times between two ends of intervals the last, which has the most
///            live nodes
/// Costs are whole numbers in doubles, below 2^53 whatever is added up, so that sums and minima are exact in any order:
/// the problem's times `scale`, a power of two, which leaves bounds room for fractions. Forbidden choices cost more
/// than all others together.
struct Model {
  struct Table {
    Table(size_t numRows, size_t numColumns, std::vector<double> byRow);
    size_t numRows, numColumns;
    std::vector<double> byRow, byColumn; ///< the same, turned
  };
  struct Edge {
    uint32_t first = 0, second = 0, table = 0;
  };

  // By node; choices and incident edges begin at an offset and end at the next node's.
  std::vector<uint32_t> choiceOffsets = {0}, edgeOffsets;
  std::vector<double> costs, usages; ///< by choice
  std::vector<uint32_t> incident;    ///< edges
  /// Live in firstRow <= row < lastRow.
  std::vector<uint32_t> firstRow, lastRow;

  std::vector<Edge> edges;
  std::vector<Table> tables;

  // Usages of more than the limit are one more than it. Where the limit has more than kUsageBits, all are in units of a
  // power of two, rounded so that what is within the limit here is so.
  static constexpr int kUsageBits = 44;
  std::vector<int64_t> usedAlready; ///< by row, what nodes that are no longer here hold
  int64_t limit = 0;
  bool isUsageRounded = false; ///< then nothing follows from the limit for bounds
  double scale = 1;
  Total constant = 0; ///< of what is no longer here, unscaled

  // Where it came from.
  std::vector<uint32_t> problemNodes;                ///< by node
  std::vector<std::vector<uint32_t>> problemChoices; ///< by node and choice
  Choices decided;                                   ///< by the problem's nodes; arbitrary for those that are here

  size_t numNodes() const { return firstRow.size(); }
  size_t numRows() const { return usedAlready.size(); }
  size_t numChoices(size_t node) const { return choiceOffsets[node + 1] - choiceOffsets[node]; }
  bool isLive(size_t node) const { return firstRow[node] < lastRow[node]; }
  const double *costsOf(size_t node) const { return &costs[choiceOffsets[node]]; }
  const double *usagesOf(size_t node) const { return &usages[choiceOffsets[node]]; }
  llvm::ArrayRef<uint32_t> edgesOf(size_t node) const {
    return llvm::ArrayRef(incident).slice(edgeOffsets[node], edgeOffsets[node + 1] - edgeOffsets[node]);
  }
  uint32_t other(uint32_t edge, uint32_t node) const {
    return edges[edge].first == node ? edges[edge].second : edges[edge].first;
  }
  /// The edge's costs as rows by the other's choice, each by the node's.
  const double *rowsFor(uint32_t edge, uint32_t node) const {
    const Table &table = tables[edges[edge].table];
    return edges[edge].first == node ? table.byColumn.data() : table.byRow.data();
  }
  /// Makes `edgeOffsets` and `incident`, once all nodes and edges are there.
  void indexEdges();
  double costOf(llvm::ArrayRef<uint32_t> choices) const;
  Choices expand(llvm::ArrayRef<uint32_t> choices) const;
};

/// Of a problem that check() accepts. Removes dominated choices (dead-end elimination, Goldstein 1994) until none is
/// left.
Model makeModel(const Problem &problem);

} // namespace shardwright::plan

#endif // LIB_PLAN_MODEL_H
