#ifndef LIB_PLACEMENT_BACKWARDROUND_H
#define LIB_PLACEMENT_BACKWARDROUND_H

#include "lib/Placement/Choose.h"
#include "lib/Placement/SolverState.h"

namespace shardwright {

/// From the last step to the first: what each op demands for its operands, and what all users of a value demand
/// together.
class BackwardRound {
public:
  /// `limit`: the most demands kept for a value.
  BackwardRound(SolverState &state, size_t limit) : state(state), limit(limit) {}
  /// As the values lie now.
  void run();

private:
  void resolve(size_t value, llvm::ArrayRef<DemandsId> users);
  llvm::ArrayRef<DemandsId> demandsOf(const SolverState::Step &step);
  std::vector<DemandsId> work(const SolverState::Step &step);

  SolverState &state;
  size_t limit;
  Interner::Memory<DemandsId> merged;
  Interner::Memory<std::vector<DemandsId>> demanded;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_BACKWARDROUND_H
