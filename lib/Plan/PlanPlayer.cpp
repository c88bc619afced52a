#include "lib/Plan/PlanPlayer.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

namespace shardwright::plan {

using Part = Strategies::Part;

/// Programs whose evaluators are kept.
static constexpr size_t kMostKnown = 8;

struct PlanPlayer::Played {
  Choices choices; ///< of the evaluator, between changes
  Strategies::Decoded decoded;
  PlanEvaluator evaluator;
  llvm::DenseMap<std::pair<size_t, uint32_t>, size_t> numbers; ///< of added choices, by node and choice

  Played(Strategies &strategies, const CostModel &costs, ReshardCache &reshards, const Choices &choices)
      : choices(choices), decoded(strategies.decode(choices, /*withConstraints=*/false)),
        evaluator(decoded.program, costs, reshards, decoded.plan) {}
};

PlanPlayer::PlanPlayer(Strategies &strategies, const CostModel &costs, ReshardCache &reshards)
    : strategies(strategies), costs(costs), reshards(reshards) {}
PlanPlayer::~PlanPlayer() = default;

/// One whose program differs in nothing that an evaluator cannot change.
PlanPlayer::Played &PlanPlayer::playedLike(const Choices &choices) {
  auto place = llvm::find_if(known, [&](const std::unique_ptr<Played> &each) {
    for (size_t node = 0; node < choices.size(); ++node)
      if (choices[node] != each->choices[node] && strategies.partOf(node).kind == Part::Kind::Given &&
          !(strategies.passedAs(node, choices[node]) == strategies.passedAs(node, each->choices[node])))
        return false;
    return true;
  });
  if (place == known.end()) {
    if (known.size() == kMostKnown)
      known.pop_back();
    place = known.insert(known.end(), std::make_unique<Played>(strategies, costs, reshards, choices));
  }
  std::rotate(known.begin(), place, std::next(place));
  return *known.front();
}

double PlanPlayer::seconds(const Choices &choices) { return change(playedLike(choices), choices); }

double PlanPlayer::change(Played &played, const Choices &choices) {
  for (size_t node = 0; node < choices.size(); ++node) {
    if (choices[node] == played.choices[node])
      continue;
    const Part part = strategies.partOf(node);
    if (part.kind == Part::Kind::LoopCarried)
      played.evaluator.setLoopCarried(part.index, strategies.passedAs(node, choices[node]));
    if (part.kind != Part::Kind::Op)
      continue;
    auto [place, isNew] = played.numbers.try_emplace({node, choices[node]});
    if (isNew)
      place->second = played.evaluator.addChoice(strategies.placementOf(node, choices[node]));
    played.evaluator.choose(part.index, place->second);
  }
  const absl::StatusOr<double> seconds = played.evaluator.seconds();
  played.choices = choices;
  played.evaluator.keep();
  return seconds.ok() ? *seconds : std::numeric_limits<double>::infinity();
}

} // namespace shardwright::plan
