#ifndef LIB_PLACEMENT_BACKWARDROUND_H
#define LIB_PLACEMENT_BACKWARDROUND_H

#include "lib/Placement/Choose.h"
#include "lib/Placement/SolverState.h"

namespace shardwright {

/// Backward dynamic programming over the program: from the last op to the first, the demands that each op has for its
/// operands (shardings with their cost downstream) and the merged demands of all users of a value. Linear in ops.
class BackwardRound {
public:
  /// `limit`: the most demands kept for a value.
  BackwardRound(SolverState &state, size_t limit) : state(state), limit(limit) {}
  /// With the values sharded as the last forward round left them.
  void run();

private:
  void resolve(size_t value, llvm::ArrayRef<DemandsId> users);
  llvm::ArrayRef<DemandsId> demandsOf(size_t op);
  std::vector<DemandsId> work(size_t op);

  SolverState &state;
  size_t limit;
  Interner::Memory<DemandsId> merged;
  Interner::Memory<std::vector<DemandsId>> demanded;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_BACKWARDROUND_H
