#ifndef LIB_PLACEMENT_CHOICEROUND_H
#define LIB_PLACEMENT_CHOICEROUND_H

#include "lib/Placement/Choose.h"
#include "lib/Placement/ProgramState.h"

namespace shardwright {

/// From the first step to the last: every op takes the candidate that is cheapest with its operands as they lie and
/// the wishes for its results.
class ChoiceRound {
public:
  explicit ChoiceRound(ProgramState &state) : state(state) {}
  /// The plan, without its choices, which are those of all rounds together.
  PlacementPlan run();
  std::vector<PlacementChoice> takeChoices() { return std::move(choices); }

  /// What a step with a kind was given, by the last round.
  const PlacementChoice &choiceOf(size_t step) const { return choices[last[step]->index]; }
  /// What a step needs of its operands, by the last round.
  llvm::ArrayRef<ShardingId> needsOf(size_t step) const;

private:
  struct Chosen {
    int64_t index = -1; // into choices
    llvm::SmallVector<ShardingId, 3> needs;
    llvm::SmallVector<ShardingId, 1> makes;
  };

  void begin();
  Price bring(size_t value, ShardingId wanted);
  const Chosen &choiceFor(size_t index);
  Situation situationAt(size_t index) const;
  Chosen choose(uint32_t kind, const Situation &situation);

  ProgramState &state;
  std::vector<llvm::SmallVector<ShardingId, 2>> copies; // the shardings in which each root exists, this round
  std::vector<const Chosen *> last;                     // by step
  std::vector<PlacementChoice> choices;
  Interner::Memory<Chosen> known;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_CHOICEROUND_H
