#ifndef LIB_PLACEMENT_ASSIGNMENT_H
#define LIB_PLACEMENT_ASSIGNMENT_H

#include "lib/Placement/SolverState.h"

namespace shardwright {

/// Brings a value that exists in some shardings into one more, from the nearest; nothing where there is no way. As
/// often as the value is made.
std::optional<Price> reshardTo(SolverState &state, size_t root, llvm::SmallVectorImpl<ShardingId> &existing,
                               ShardingId wanted);

/// One candidate for each op with a class; null for the others.
using Assignment = std::vector<const Candidate *>;

/// What an assignment costs: what ForwardRound adds up, but for what a constraint asks for and nobody reads. It is a
/// sum over ops (their own price) and over roots (bringing the value to every sharding that its users need, in the
/// order in which they run), so changing one op's candidate changes the terms of that op, its operands and its results
/// alone.
class AssignmentPricer {
public:
  explicit AssignmentPricer(SolverState &state);

  /// One operand of an op that needs the root in a sharding.
  struct Use {
    uint32_t op, position;
    /// The op hands it on as it is (a constraint): what nobody reads so is not made.
    bool handsOn = false;
  };
  /// In the order in which ops run; no operands that take any sharding.
  llvm::ArrayRef<Use> usesOf(size_t root) const { return uses[root]; }
  /// The op with a class that makes a root, and which of its results that is; the op is -1 where there is none.
  struct Maker {
    int64_t op = -1;
    size_t result = 0;
  };
  Maker makerOf(size_t root) const { return makers[root]; }
  /// The roots of an op's operands, each once, then of its results.
  llvm::ArrayRef<size_t> rootsAround(size_t op) const { return around[op]; }

  ShardingId made(size_t root, const Assignment &assignment) const {
    Maker maker = makers[root];
    return maker.op < 0 ? state.specs[root] : assignment[maker.op]->makes[maker.result];
  }
  ShardingId need(Use use, const Assignment &assignment) const {
    return state.program.ops[use.op].opClass < 0 ? state.needs[use.op][use.position]
                                                 : assignment[use.op]->needs[use.position];
  }

  /// As often as the op runs.
  Price own(size_t op, const Candidate &candidate);
  /// Of all changes of one value's sharding that somebody reads; nothing where there is no way.
  std::optional<Price> reshards(size_t root, const Assignment &assignment) const;
  std::optional<Price> total(const Assignment &assignment);
  /// How an op runs, without the second cheapest.
  PlacementChoice inFull(size_t op, const Candidate &candidate);

  SolverState &state;

private:
  const Price &ownOnce(size_t op, const Candidate &candidate);

  std::vector<llvm::SmallVector<Use, 4>> uses; // by root
  std::vector<Maker> makers;                   // by root
  std::vector<llvm::SmallVector<size_t, 4>> around;
  llvm::DenseMap<std::pair<int64_t, const Candidate *>, Price> owns; // by op class
};

} // namespace shardwright

#endif // LIB_PLACEMENT_ASSIGNMENT_H
