#include "lib/Plan/TimelineSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <numeric>

namespace shardwright::plan {

/// Of the whole cost, by how much more a candidate may cost.
static constexpr double kSlack = 0.03;
/// Of the whole cost, what a node's choice and its edges have to cost for others to be looked at.
static constexpr double kLeastStake = 1e-4;
/// Candidates of a node that are measured, the cheapest.
static constexpr size_t kMostOfNode = 8;
/// Nodes around the one that is changed.
static constexpr size_t kAround = 32;
/// Of a step, by how much a better one is shorter.
static constexpr double kMuchShorter = 1e-4;

TimelineSearch::TimelineSearch(const Problem &problem, Measure measure, Choices start, uint64_t seed)
    : problem(problem), measure(std::move(measure)), model(makeModel(problem)), search(model, seed),
      best(std::move(start)), least(this->measure(best)), current(choicesInModel(best)) {
  search.start(current);
}

/// What the model left out because another choice is never worse becomes the first that it has.
std::vector<uint32_t> TimelineSearch::choicesInModel(const Choices &choices) const {
  std::vector<uint32_t> inModel;
  for (auto [node, kept] : llvm::zip_equal(model.problemNodes, model.problemChoices)) {
    const auto place = llvm::find(kept, choices[node]);
    inModel.push_back(place == kept.end() ? 0 : static_cast<uint32_t>(place - kept.begin()));
  }
  return inModel;
}

std::vector<uint32_t> TimelineSearch::nodesByCost() const {
  std::vector<double> stakes;
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    double stake = model.costsOf(node)[current[node]];
    for (uint32_t edge : model.edgesOf(node))
      stake += model.rowsFor(edge, node)[current[model.other(edge, node)] * model.numChoices(node) + current[node]];
    stakes.push_back(stake);
  }
  const double whole = static_cast<double>(costOf(problem, best)) * model.scale;
  std::vector<uint32_t> order(model.numNodes());
  std::iota(order.begin(), order.end(), 0);
  llvm::erase_if(order, [&](uint32_t node) { return stakes[node] < kLeastStake * whole; });
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) { return stakes[a] > stakes[b]; });
  return order;
}

/// Those that were not measured, the cheapest first.
std::vector<TimelineSearch::Candidate> TimelineSearch::findAround(uint32_t node) {
  const double whole = static_cast<double>(costOf(problem, best)) * model.scale;
  const double most = model.costOf(current) + kSlack * whole;
  std::vector<Candidate> candidates;
  for (uint32_t choice = 0; choice < model.numChoices(node); ++choice) {
    if (choice == current[node])
      continue;
    search.moveTo(current);
    search.force(node, choice, kAround);
    if (!search.isWithinLimit() || search.cost() > most)
      continue;
    llvm::ArrayRef<uint32_t> choices = search.choices();
    const uint64_t hash = llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(choices.data()), choices.size() * sizeof(uint32_t)));
    if (known.insert(hash).second)
      candidates.push_back({search.cost(), choices.vec()});
  }
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) { return a.cost < b.cost; });
  if (candidates.size() > kMostOfNode)
    candidates.resize(kMostOfNode);
  return candidates;
}

Choices TimelineSearch::run(size_t mostMeasured, const std::function<bool()> &goesOn) {
  bool isBetter = true;
  for (size_t numMeasured = 0; isBetter;) {
    isBetter = false;
    for (uint32_t node : nodesByCost())
      for (const Candidate &candidate : findAround(node)) {
        if (numMeasured++ >= mostMeasured || !goesOn())
          return best;
        Choices choices = model.expand(candidate.choices);
        const double measured = measure(choices);
        if (measured >= (1 - kMuchShorter) * least)
          continue;
        least = measured;
        best = std::move(choices);
        current = candidate.choices;
        isBetter = true;
      }
  }
  return best;
}

} // namespace shardwright::plan
