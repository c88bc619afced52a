#include "lib/Plan/BoundTree.h"

#include "lib/Plan/UsagePropagation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardwright::plan {

static constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Of one case, at most; and how many of them may bring less than kLeastRise of the gap.
static constexpr int kPasses = 60, kPatience = 8;
static constexpr double kLeastRise = 0.002;
/// Choices whose bound is closer to the case's than this much of the gap may be what the optimum has.
static constexpr double kTight = 0.01;
/// What nodes hold is told apart where that may bring this much of the gap.
static constexpr double kLeastSplit = 1e-3;

BoundTree::Case::Case(const Model &model, const BoundSearch &from, const std::vector<bool> &isKept, double &held)
    : restriction(restrict(model, isKept)), bounds(restriction.model, from, restriction), held(held) {
  const Model &mine = restriction.model;
  for (const Model::Table &table : mine.tables)
    size += 2 * static_cast<double>(table.byRow.size());
  for (const Model::Edge &edge : mine.edges)
    size += 2 * static_cast<double>(mine.numChoices(edge.first) + mine.numChoices(edge.second));
  size += 8 * static_cast<double>(mine.costs.size() + mine.numRows());
  held += size;
}

BoundTree::BoundTree(const Model &model, const BoundSearch &bounds) : whole(model), wholeBounds(bounds) {
  queue.insert({bounds.bound(), nullptr, std::vector<bool>(model.costs.size(), true)});
}

double BoundTree::bound() const { return queue.empty() ? kInfinite : queue.begin()->bound; }

void BoundTree::run(double work, double best, const std::function<bool()> &goesOn) {
  const double until = workDone + work;
  queue.erase(queue.lower_bound({best, nullptr, {}}), queue.end());
  while (!queue.empty() && workDone < until && goesOn()) {
    const auto next = held < kMostHeld ? queue.begin() : std::prev(queue.end());
    const Open open = std::move(queue.extract(next).value());
    look(open, best);
  }
}

void BoundTree::look(const Open &open, double best) {
  const Model &parent = open.parent ? open.parent->restriction.model : whole;
  auto at = std::make_shared<Case>(parent, open.parent ? open.parent->bounds : wholeBounds, open.isKept, held);
  const Model &model = at->restriction.model;
  at->offset = static_cast<double>(model.constant - whole.constant) * whole.scale;
  at->least = open.bound;
  workDone += static_cast<double>(model.costs.size() + parent.costs.size());
  if (model.numNodes() == 0)
    return offer(*at, {});
  raise(*at, best);
  if (std::optional<BoundSearch::Candidate> found = at->bounds.takeCandidate())
    offer(*at, found->choices);
  if (at->bound() >= best)
    return;
  at->boundsOfChoices = at->bounds.boundsOfChoices();
  for (double &bound : at->boundsOfChoices)
    bound += at->offset;
  at->boundsOfChoices.resize(model.costs.size(), at->bound());
  branch(std::move(at), best);
}

/// Passes until the case is ruled out, or they no longer bring much.
void BoundTree::raise(Case &at, double best) {
  const Model &model = at.restriction.model;
  const double entries = static_cast<double>(model.costs.size()) + at.bounds.entriesOfPass();
  at.bounds.calm();
  double last = at.bound();
  for (int pass = 1; pass <= kPasses && at.bound() < best; ++pass) {
    at.bounds.step(best - at.offset);
    workDone += entries;
    if (pass % kPatience > 0)
      continue;
    if (at.bound() - last < kLeastRise * (best - last))
      return;
    last = at.bound();
  }
}

void BoundTree::offer(const Case &at, llvm::ArrayRef<uint32_t> choices) {
  const Model &model = at.restriction.model;
  for (double held : usageByRow(model, choices))
    if (held > static_cast<double>(model.limit))
      return;
  const double cost = at.offset + model.costOf(choices);
  if (candidate && cost >= candidateCost)
    return;
  candidate = model.expand(choices);
  candidateCost = cost;
}

/// First by what nodes hold, which multipliers mix; then a case for every choice of one node that is not ruled out; of
/// all nodes, one with many edges.
void BoundTree::branch(std::shared_ptr<const Case> at, double best) {
  const Model &model = at->restriction.model;
  std::vector<double> bounds = at->boundsOfChoices;
  std::vector<bool> isKept;
  for (double bound : bounds)
    isKept.push_back(bound < best);
  if (!dropTooLarge(model, isKept))
    return;
  if (std::optional<Split> split = splitOf(*at, isKept, best))
    return branch(at, isKept, *split);
  std::optional<uint32_t> node;
  std::pair<bool, double> most{false, -1};
  const double tight = at->bound() + kTight * (best - at->bound());
  for (uint32_t other = 0; other < model.numNodes(); ++other) {
    size_t numKept = 0, numTight = 0;
    for (size_t choice = model.choiceOffsets[other]; choice < model.choiceOffsets[other + 1]; ++choice) {
      numKept += isKept[choice];
      numTight += bounds[choice] < tight;
    }
    if (numKept == 1)
      continue;
    // Where several choices are open at the bound itself, messages contradict each other.
    const std::pair<bool, double> score{numTight > 1, static_cast<double>(model.edgesOf(other).size()) /
                                                          static_cast<double>(numKept)};
    if (!node || score > most) {
      node = other;
      most = score;
    }
  }
  if (!node) {
    queue.insert({at->bound(), at, std::move(isKept)});
    return;
  }
  for (size_t choice = model.choiceOffsets[*node]; choice < model.choiceOffsets[*node + 1]; ++choice) {
    if (!isKept[choice])
      continue;
    std::vector<bool> only = isKept;
    std::fill(only.begin() + model.choiceOffsets[*node], only.begin() + model.choiceOffsets[*node + 1], false);
    only[choice] = true;
    queue.insert({std::max(at->bound(), bounds[choice]), at, std::move(only)});
  }
}

/// The node whose open choices differ most in what their memory costs, and usages halfway between; none where that is
/// little of the gap.
std::optional<BoundTree::Split> BoundTree::splitOf(const Case &at, const std::vector<bool> &isKept, double best) {
  const Model &model = at.restriction.model;
  Multipliers prices(model);
  prices.set(at.bounds.multipliers());
  std::optional<Split> split;
  double most = kLeastSplit * (best - at.bound());
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    const double price = prices.sum(model.firstRow[node], model.lastRow[node]);
    if (price == 0)
      continue;
    double least = kInfinite, largest = 0;
    for (size_t choice = model.choiceOffsets[node]; choice < model.choiceOffsets[node + 1]; ++choice)
      if (isKept[choice]) {
        least = std::min(least, model.usages[choice]);
        largest = std::max(largest, model.usages[choice]);
      }
    if (const double difference = price * (largest - least); difference > most) {
      most = difference;
      split = Split{node, (least + largest) / 2};
    }
  }
  return split;
}

/// Two cases: the node holds less than that, or more.
void BoundTree::branch(const std::shared_ptr<const Case> &at, const std::vector<bool> &isKept, Split split) {
  const Model &model = at->restriction.model;
  for (bool isMore : {false, true}) {
    std::vector<bool> only = isKept;
    double bound = kInfinite;
    for (size_t choice = model.choiceOffsets[split.node]; choice < model.choiceOffsets[split.node + 1]; ++choice) {
      only[choice] = only[choice] && (model.usages[choice] > split.usage) == isMore;
      if (only[choice])
        bound = std::min(bound, at->boundsOfChoices[choice]);
    }
    if (dropTooLarge(model, only))
      queue.insert({std::max(at->bound(), bound), at, std::move(only)});
  }
}

} // namespace shardwright::plan
