// Rounds of two passes over a program: wishes from the last step to the first, then choices from the first to the last.
#include "shardwright/Placement/Program.h"

#include "lib/Placement/Pending.h"
#include "lib/Placement/WishRound.h"

namespace shardwright {
namespace {

class Planner {
public:
  Planner(ProgramState &state, const PlacementOptions &options)
      : state(state), options(options), wishes(state, options.wishes), choices(state) {}

  PlacementPlan plan() {
    PlacementPlan best = choices.run();
    goRound(best);
    if (options.partialCarries && letCarriesPend(state))
      goRound(best);
    best.choices = choices.takeChoices();
    return best;
  }

private:
  /// Rounds until the price no longer changes; `best` becomes the cheapest.
  void goRound(PlacementPlan &best) {
    Price last = best.total;
    for (int round = 0; round < options.rounds; ++round) {
      wishes.run();
      findCombinedWhereMade(state, choices);
      PlacementPlan next = choices.run();
      // The same price again: the shardings that the wishes assumed are those that were chosen.
      bool unchanged = !(next.total < last) && !(last < next.total);
      last = next.total;
      if (next.total < best.total)
        best = std::move(next);
      if (unchanged)
        break;
    }
  }

  ProgramState &state;
  const PlacementOptions &options;
  WishRound wishes;
  ChoiceRound choices;
};

} // namespace

PlacementPlan planPlacements(const Mesh &mesh, const PlacementProgram &program, ReshardPricer &pricer,
                             const PlacementOptions &options) {
  ProgramState state(mesh, program, pricer);
  return Planner(state, options).plan();
}

} // namespace shardwright
