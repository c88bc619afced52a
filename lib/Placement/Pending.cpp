#include "lib/Placement/Pending.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

void findCombinedWhereMade(ProgramState &state, const ChoiceRound &choices) {
  std::vector<int> combined(state.program.values.size()), ends(state.program.values.size());
  for (size_t index = state.program.steps.size(); index-- > 0;) {
    const ProgramState::Step &step = state.program.steps[index];
    int below = 0;
    for (size_t result : step.results) {
      ends[result] += combined[result];
      state.combinedWhereMade[result] = state.combinedWhereMade[result] || ends[result] > 1;
      below += ends[result];
    }
    for (auto [operand, need] : llvm::zip_equal(step.operands, choices.needsOf(index))) {
      size_t root = state.rootOf(operand);
      if (!state.interner.sharding(state.lies[root]).isPartial())
        continue;
      if (need == state.lies[root])
        ends[root] += below;
      else if (need != ProgramState::kAny)
        combined[root] = 1;
    }
  }
}

/// The way from the body's argument to what it yields: ops that hand a pending combination on, each the only user of
/// the one before. The sharding, with what is pending, of what joins in first.
static std::optional<ShardingId> pendingAddend(const ProgramState &state, const PlacementProgram::Carry &carry) {
  if (carry.arguments.empty())
    return std::nullopt;
  for (size_t argument : llvm::ArrayRef(carry.arguments).drop_back())
    if (!state.uses[argument].empty())
      return std::nullopt;
  std::optional<ShardingId> pending;
  for (size_t value = carry.arguments.back(); state.uses[value].size() == 1;) {
    const ProgramState::Use &use = state.uses[value].front();
    if (use.step == carry.yield)
      return pending;
    const ProgramState::Step &step = state.program.steps[use.step];
    if (!use.takesPartial || step.kind < 0 || step.results.size() != 1 ||
        state.program.kinds[step.kind].rule.partial != PartialBehavior::AllAlike)
      return std::nullopt;
    for (size_t operand : step.operands)
      if (operand != value && !pending && state.interner.sharding(state.lies[operand]).isPartial())
        pending = state.lies[operand];
    value = step.results.front();
  }
  return std::nullopt;
}

bool letCarriesPend(ProgramState &state) {
  bool found = false;
  for (const PlacementProgram::Carry &carry : state.program.carries)
    if (std::optional<ShardingId> pending = pendingAddend(state, carry)) {
      state.setCarry(carry, *pending);
      found = true;
    }
  return found;
}

} // namespace shardwright
