#include "lib/Planning/SearchTime.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>

namespace shardwright::planning {

/// Of the budget, what is kept for what follows the search at most.
static constexpr double kMostReserved = 0.25;
/// Steps that what follows makes: with other links, with twice the batch, for prices of microbatches.
static constexpr double kStepsBehind = 6;

double SearchTime::steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

SearchTime::SearchTime(double budget, Clock of)
    : asked(budget), seconds(budget), clock(std::move(of)), begin(clock()) {}

plan::SolveOptions SearchTime::within(const plan::SolveOptions &options, double most) {
  plan::SolveOptions solve = options;
  solve.seconds = std::max(0.0, most);
  solve.progress = [this, asked = options.progress](const plan::Solution &solution, double at) {
    if (asked && !asked(solution, at))
      stopped = true;
    return !stopped;
  };
  return solve;
}

void SearchTime::noteStep(double took) { step = std::max(step, took); }
void SearchTime::noteLook(double took) { look = std::max(look, took); }

double SearchTime::reserved() const {
  const double most = kMostReserved * seconds;
  return step > 0 ? std::min(most, kStepsBehind * step) : most;
}

void SearchTime::leaveOut(const std::string &what) {
  if (!stopped && !llvm::is_contained(missing, what))
    missing.push_back(what);
}

} // namespace shardwright::planning
