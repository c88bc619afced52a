#ifndef LIB_PLACEMENT_WISHROUND_H
#define LIB_PLACEMENT_WISHROUND_H

#include "lib/Placement/Choose.h"
#include "lib/Placement/ProgramState.h"

namespace shardwright {

/// From the last step to the first: what each op wishes for its operands, and what all users of a value wish together.
class WishRound {
public:
  /// `limit`: the most wishes kept for a value.
  WishRound(ProgramState &state, size_t limit) : state(state), limit(limit) {}
  /// As the values lie now.
  void run();

private:
  void settle(size_t value, llvm::ArrayRef<WishesId> users);
  llvm::ArrayRef<WishesId> wishesOf(const ProgramState::Step &step);
  std::vector<WishesId> work(const ProgramState::Step &step);

  ProgramState &state;
  size_t limit;
  Interner::Memory<WishesId> merged;
  Interner::Memory<std::vector<WishesId>> wished;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_WISHROUND_H
