#include "lib/Evaluate/PartTaker.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

namespace shardwright::evaluation {

/// Of the parts, so many are tried, the largest first: what others gain is not worth the time. Of a large program
/// fewer, so that no more than so many ops are played. So many in a row that gain hardly anything are the last.
static constexpr size_t kMostTries = 12, kFewestTries = 2, kPlayedOps = 30'000, kMostInVain = 7;
/// Of the step: less than that is taken, but is no reason to go on.
static constexpr double kGain = 1e-4;

/// Of a plan that cannot be played.
static double infiniteUnless(absl::StatusOr<double> seconds) {
  return seconds.ok() ? *seconds : std::numeric_limits<double>::infinity();
}

std::vector<PartTaker::Sides> PartTaker::sidesOf(llvm::ArrayRef<PlanPart> parts, const PlacementPlan &other) {
  llvm::DenseMap<int64_t, size_t> added;
  auto numberOf = [&](int64_t choice) {
    auto [place, isNew] = added.try_emplace(choice);
    if (isNew)
      place->second = evaluator->addChoice(other.choices[choice]);
    return place->second;
  };
  std::vector<Sides> all;
  for (const PlanPart &part : parts) {
    Sides sides{part, {}, {}, {}, {}};
    for (size_t op : part.ops) {
      sides.kept.push_back(evaluator->chosen(op));
      sides.taken.push_back(numberOf(other.chosen[op]));
    }
    for (size_t carried : part.loopCarried) {
      sides.keptCarried.push_back(evaluator->loopCarried(carried));
      sides.takenCarried.push_back(other.loopCarried[carried]);
    }
    all.push_back(std::move(sides));
  }
  return all;
}

void PartTaker::set(const Sides &sides, bool isTaken) {
  for (auto [op, choice] : llvm::zip_equal(sides.part.ops, isTaken ? sides.taken : sides.kept))
    evaluator->choose(op, choice);
  for (auto [carried, sharding] :
       llvm::zip_equal(sides.part.loopCarried, isTaken ? sides.takenCarried : sides.keptCarried))
    evaluator->setLoopCarried(carried, sharding);
}

/// Whether what was changed makes the step shorter than that; else it is as before.
bool PartTaker::keepIfShorter(double than) {
  const double seconds = infiniteUnless(evaluator->seconds());
  const bool isShorter = seconds < than;
  if (isShorter)
    step = seconds;
  else
    evaluator->undo();
  evaluator->keep();
  return isShorter;
}

void PartTaker::takeFrom(const PlacementPlan &other, double leastGain) {
  const std::vector<PlanPart> parts = differingParts(problem, plan, other);
  if (parts.empty())
    return;
  if (!evaluator) {
    evaluator.emplace(problem, costs, reshards, plan);
    step = infiniteUnless(evaluator->seconds());
  }
  const std::vector<Sides> sides = sidesOf(parts, other);
  const size_t tries = parts.size() > 1 ? std::clamp(kPlayedOps / problem.ops.size(), kFewestTries, kMostTries) : 0;
  const double enough = (1 - leastGain) * step;
  for (const Sides &each : sides)
    set(each, true);
  std::vector<bool> isTaken(parts.size(), keepIfShorter(enough));
  for (size_t part = 0, inVain = 0; part < std::min(parts.size(), tries) && inVain < kMostInVain; ++part) {
    set(sides[part], !isTaken[part]);
    ++inVain;
    const double before = step;
    if (keepIfShorter(isTaken[part] ? std::min(enough, (1 + leastGain) * step) : (1 - leastGain) * step)) {
      isTaken[part] = !isTaken[part];
      inVain = step < (1 - kGain) * before ? 0 : inVain;
    }
  }
  for (auto [part, taken] : llvm::zip_equal(parts, isTaken))
    if (taken) {
      takePart(plan, part, other);
      llvm::append_range(changed, part.ops);
      hasChanged = true;
    }
}

PlacementPlan PartTaker::finish(PlacementPlanner &planner) && {
  llvm::sort(changed);
  changed.erase(llvm::unique(changed), changed.end());
  if (hasChanged)
    planner.describe(changed, plan);
  return std::move(plan);
}

} // namespace shardwright::evaluation
