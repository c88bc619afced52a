#include "lib/Plan/BoundSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardwright::plan {

BoundSearch::BoundSearch(const Model &model)
    : model(model), messages(model), current(model), bestMessages(messages.state()) {
  bestMultipliers.resize(model.numRows());
}

BoundSearch::BoundSearch(const Model &model, const BoundSearch &other, const Restriction &restriction)
    : BoundSearch(model) {
  stepShare = other.stepShare;
  bestMultipliers = other.bestMultipliers;
  current.set(bestMultipliers);
  average = bestAverage = other.bestAverage;
  isWarm = other.isWarm;
  isMoving = other.isMoving;
  bestMessages = messages.restrict(restriction, other.messages, other.bestMessages);
  messages.restore(bestMessages);
}

void BoundSearch::setCosts() {
  std::vector<double> costs = model.costs;
  current.addTo(costs);
  messages.setCosts(std::move(costs));
}

std::vector<double> BoundSearch::boundsOfChoices() {
  const std::vector<double> here = messages.state(), prices = current.rows().vec();
  current.set(bestMultipliers);
  messages.restore(bestMessages);
  setCosts();
  std::optional<double> bound;
  std::vector<double> bounds = messages.excess(bound);
  const double total = bound.value_or(0) - current.ofLimit();
  for (double &value : bounds)
    value += total;
  current.set(prices);
  messages.restore(here);
  if (!bound)
    bounds.clear();
  return bounds;
}

void BoundSearch::step(double target) {
  setCosts();
  std::optional<double> bound = messages.pass();
  const double total = bound ? *bound - current.ofLimit() : -std::numeric_limits<double>::infinity();
  const std::vector<double> usage = usageByRow(model, messages.choices());
  look(usage);
  if (average.empty() || !isWarm)
    average = usage;
  for (auto [mean, now] : llvm::zip_equal(average, usage))
    mean += kNow * (now - mean);
  if (!isWarm)
    isWarm = ++numWarming >= kMostWarmingUp || total <= bestBound + kWarmingUp * std::abs(bestBound);
  if (total > bestBound) {
    isMoving |= isWarm && sinceBest > 0;
    sinceBest = total > bestBound + kMuch * wholeCost() ? 0 : sinceBest + 1;
    bestBound = total;
    bestMultipliers = current.rows().vec();
    bestAverage = average;
    bestMessages = messages.state();
    stepShare *= kLonger;
  } else {
    ++sinceBest;
  }
  if (sinceBest >= (isMoving ? kPatience : kFirstPatience))
    return goBack();
  if (isWarm)
    move(total, target);
}

void BoundSearch::goBack() {
  sinceBest = 0;
  stepShare *= isMoving ? kShorter : kFirstShorter;
  current.set(bestMultipliers);
  messages.restore(bestMessages);
  average = bestAverage;
}

/// Keeps choices that are cheap and nearly within the limit.
void BoundSearch::look(llvm::ArrayRef<double> usage) {
  if (recentChoices.size() < kMostRecent)
    recentChoices.emplace_back();
  recentChoices[numPasses++ % kMostRecent] = messages.choices().vec();
  const auto limit = static_cast<double>(model.limit);
  double peak = 0;
  for (double held : usage)
    peak = std::max(peak, held);
  const double cost = model.costOf(messages.choices());
  const double score = cost * (1 + kBeyond[numTaken % 2] * std::max(0.0, peak / std::max(limit, 1.0) - 1));
  if (!candidate || score < candidate->score)
    candidate = Candidate{messages.choices().vec(), cost, score};
}

void BoundSearch::move(double bound, double target) {
  if (model.isUsageRounded)
    return;
  const auto limit = static_cast<double>(std::max<int64_t>(model.limit, 1));
  std::vector<double> slope(model.numRows());
  double length = 0;
  for (auto [row, held] : llvm::enumerate(average)) {
    slope[row] = (held - static_cast<double>(model.limit)) / limit;
    if (current.rows()[row] <= 0 && slope[row] < 0)
      slope[row] = 0;
    length += slope[row] * slope[row];
  }
  if (length == 0)
    return;
  // A target far off, as of choices that are forbidden, says nothing.
  const bool isKnown = std::isfinite(bestBound);
  const double whole = isKnown ? wholeCost() : std::abs(target);
  const double near = isKnown ? std::min(target, bestBound + whole) : target;
  const double gap = std::isfinite(bound) ? std::max(near - bound, kLeastGap * whole) : whole;
  const double size = stepShare * gap / std::max(length, 1e-12) / limit;
  for (auto [row, value] : llvm::enumerate(slope))
    value = current.rows()[row] + size * value;
  current.set(slope);
}

std::optional<BoundSearch::Candidate> BoundSearch::takeCandidate() {
  ++numTaken;
  return std::exchange(candidate, std::nullopt);
}

} // namespace shardwright::plan
