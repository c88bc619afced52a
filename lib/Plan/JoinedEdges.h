#ifndef LIB_PLAN_JOINEDEDGES_H
#define LIB_PLAN_JOINEDEDGES_H

#include "shardwright/Plan/Problem.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>

namespace shardwright::plan {

/// One edge for every pair of nodes, from the smaller to the larger, of all that there are between them in either
/// direction. Costs add up as of addCosts().
class JoinedEdges {
public:
  /// `costs`: by the first's choice, then of the second's, of which there are so many. Different nodes.
  void add(uint32_t first, uint32_t second, size_t numSecond, llvm::ArrayRef<int64_t> costs);

  std::vector<Problem::Edge> edges; ///< in the order in which their pairs were met

private:
  std::map<std::pair<uint32_t, uint32_t>, size_t> places;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_JOINEDEDGES_H
