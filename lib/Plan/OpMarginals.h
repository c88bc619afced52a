#ifndef LIB_PLAN_OPMARGINALS_H
#define LIB_PLAN_OPMARGINALS_H

#include "lib/Plan/StrategyNodes.h"

namespace shardwright::plan {

/// About the least that the program costs if an op runs by a candidate (min-marginals): its own work with the best
/// choices of all ops before it, and of all behind it, as if their graph were a tree and what is open otherwise suited
/// them.
/// Changes of sharding by Changes::estimate(). Once over the ops in each direction; an operand takes as many steps as
/// shardings that its maker makes times those that its user needs.
class OpMarginals {
public:
  OpMarginals(const StrategyNodes &nodes, Changes &changes);
  /// In ticks, by op and candidate: of the op and all before it, of the op and all behind it.
  std::vector<std::vector<double>> takeUpTo() { return std::move(upTo); }
  std::vector<std::vector<double>> takeFrom() { return std::move(from); }

private:
  /// The least with all on one side, by sharding.
  struct Side {
    Changes::View view;
    std::vector<double> least;
  };
  void addUpTo(size_t op);
  void addFrom(size_t op);
  std::vector<double> ticksOfMaker(size_t root, const Changes::View &needs);
  std::vector<double> ticksOfUse(size_t root, const StrategyNodes::Use &use, const Changes::View &makes);
  const std::vector<const Candidate *> &candidates(size_t op) const {
    return nodes.nodes[nodes.nodeOfOp[op]].candidates;
  }

  const StrategyNodes &nodes;
  Changes &changes;
  SolverState &state;
  std::vector<std::vector<double>> upTo, from;   ///< by op and candidate
  std::vector<Side> makers;                      ///< by root, where an op with a class makes it
  std::vector<llvm::SmallVector<Side, 3>> users; ///< by op and operand
};

} // namespace shardwright::plan

#endif // LIB_PLAN_OPMARGINALS_H
