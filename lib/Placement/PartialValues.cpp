#include "lib/Placement/PartialValues.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

void findCombinedWhereMade(SolverState &state, const ForwardRound &choices) {
  std::vector<int> combined(state.program.values.size()), ends(state.program.values.size());
  for (size_t index = state.program.ops.size(); index-- > 0;) {
    const SolverState::Op &op = state.program.ops[index];
    int below = 0;
    for (size_t result : op.results) {
      ends[result] += combined[result];
      state.combinedWhereMade[result] = state.combinedWhereMade[result] || ends[result] > 1;
      below += ends[result];
    }
    for (auto [operand, need] : llvm::zip_equal(op.operands, choices.needsOf(index))) {
      size_t root = state.rootOf(operand);
      if (!state.interner.sharding(state.current[root]).isPartial())
        continue;
      if (need == state.current[root])
        ends[root] += below;
      else if (need != SolverState::kAny)
        combined[root] = 1;
    }
  }
}

/// The way from the body's argument to what it yields: ops that pass a partial value on, each the only user of
/// the one before. The sharding, with what is partial, of what joins in first.
static std::optional<ShardingId> partialAddend(const SolverState &state, const ShardingProblem::LoopCarried &carried) {
  if (carried.arguments.empty())
    return std::nullopt;
  for (size_t argument : llvm::ArrayRef(carried.arguments).drop_back())
    if (!state.uses[argument].empty())
      return std::nullopt;
  std::optional<ShardingId> partialSharding;
  for (size_t value = carried.arguments.back(); state.uses[value].size() == 1;) {
    const SolverState::Use &use = state.uses[value].front();
    if (use.op == carried.yield)
      return partialSharding;
    const SolverState::Op &op = state.program.ops[use.op];
    if (!use.acceptsPartial || op.opClass < 0 || op.results.size() != 1 ||
        state.program.classes[op.opClass].rule.partial != PartialBehavior::AllAlike)
      return std::nullopt;
    for (size_t operand : op.operands)
      if (operand != value && !partialSharding && state.interner.sharding(state.current[operand]).isPartial())
        partialSharding = state.current[operand];
    value = op.results.front();
  }
  return std::nullopt;
}

bool allowPartialLoopCarried(SolverState &state) {
  bool found = false;
  for (const ShardingProblem::LoopCarried &carried : state.program.loopCarried)
    if (std::optional<ShardingId> partialSharding = partialAddend(state, carried)) {
      state.setLoopCarried(carried, *partialSharding);
      found = true;
    }
  return found;
}

} // namespace shardwright
