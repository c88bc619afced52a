#include "lib/Plan/BoundTree.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardwright::plan {

static constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Of one case, at most; and how many of them may bring less than kLeastRise of the gap.
static constexpr int kPasses = 60, kPatience = 8;
static constexpr double kLeastRise = 0.002;

BoundTree::Case::Case(const Model &model, const BoundSearch &from, const std::vector<bool> &isKept)
    : restriction(restrict(model, isKept)), bounds(restriction.model, from, restriction) {}

BoundTree::BoundTree(const Model &model, const BoundSearch &bounds) : whole(model), wholeBounds(bounds) {
  queue.push({bounds.bound(), nullptr, std::vector<bool>(model.costs.size(), true)});
}

double BoundTree::bound() const { return queue.empty() ? kInfinite : queue.top().bound; }

void BoundTree::run(double work, double best, const std::function<bool()> &goesOn) {
  const double until = workDone + work;
  while (!queue.empty() && workDone < until && goesOn()) {
    if (queue.top().bound >= best) {
      queue = {};
      return;
    }
    const Open open = queue.top();
    look(open, best);
    queue.pop();
  }
}

void BoundTree::look(const Open &open, double best) {
  const Model &parent = open.parent ? open.parent->restriction.model : whole;
  auto at = std::make_shared<Case>(parent, open.parent ? open.parent->bounds : wholeBounds, open.isKept);
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
  double entries = static_cast<double>(model.costs.size());
  for (const Model::Edge &edge : model.edges)
    entries += 2 * static_cast<double>(model.tables[edge.table].byRow.size());
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

/// A case for every choice of one node that is not ruled out; of all nodes, one with many edges.
void BoundTree::branch(std::shared_ptr<const Case> at, double best) {
  const Model &model = at->restriction.model;
  std::vector<double> bounds = at->boundsOfChoices;
  std::vector<bool> isKept;
  for (double bound : bounds)
    isKept.push_back(bound < best);
  std::optional<uint32_t> node;
  size_t mostEdges = 0;
  for (uint32_t other = 0; other < model.numNodes(); ++other) {
    const auto first = isKept.begin() + model.choiceOffsets[other],
               last = isKept.begin() + model.choiceOffsets[other + 1];
    const auto count = std::count(first, last, true);
    if (count == 0)
      return;
    if (count > 1 && (!node || model.edgesOf(other).size() > mostEdges)) {
      node = other;
      mostEdges = model.edgesOf(other).size();
    }
  }
  if (!node)
    return queue.push({at->bound(), at, std::move(isKept)});
  for (size_t choice = model.choiceOffsets[*node]; choice < model.choiceOffsets[*node + 1]; ++choice) {
    if (!isKept[choice])
      continue;
    std::vector<bool> only = isKept;
    std::fill(only.begin() + model.choiceOffsets[*node], only.begin() + model.choiceOffsets[*node + 1], false);
    only[choice] = true;
    queue.push({std::max(at->bound(), bounds[choice]), at, std::move(only)});
  }
}

} // namespace shardwright::plan
