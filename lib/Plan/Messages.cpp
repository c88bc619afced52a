#include "lib/Plan/Messages.h"

#include "lib/Plan/MinPlus.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::plan {

/// Below, sums of two are exact.
static constexpr double kExact = 0x1p52;

Messages::Messages(const Model &model) : model(model), costs(model.costs), chosen(model.numNodes()) {
  size_t size = 0, most = 1;
  std::vector<size_t> forward(model.numNodes()), backward(model.numNodes());
  for (const Model::Edge &edge : model.edges) {
    offsets.push_back(size);
    size += model.numChoices(edge.first) + model.numChoices(edge.second);
    ++forward[edge.first];
    ++backward[edge.second];
  }
  messages.resize(size);
  for (size_t node = 0; node < model.numNodes(); ++node) {
    share.push_back(1 / static_cast<double>(std::max<size_t>({forward[node], backward[node], 1})));
    most = std::max(most, model.numChoices(node));
  }
  marginal.resize(most);
  weights.resize(most);
  against.resize(2 * most);
}

std::optional<double> Messages::pass() {
  largest = 0;
  sweep(/*isForward=*/true);
  const double bound = sweep(/*isForward=*/false);
  if (largest >= kExact || std::abs(bound) >= kExact)
    return std::nullopt;
  return bound;
}

std::vector<double> Messages::excess(std::optional<double> &bound) {
  std::vector<double> all(costs.size());
  excesses = &all;
  bound = pass();
  excesses = nullptr;
  return all;
}

std::vector<double> Messages::restrict(const Restriction &restriction, const Messages &others,
                                       const std::vector<double> &state) const {
  std::vector<double> mine;
  for (uint32_t edge = 0; edge < model.edges.size(); ++edge) {
    const double *message = &state[others.offsets[restriction.edges[edge]]];
    for (uint32_t node : {model.edges[edge].first, model.edges[edge].second}) {
      for (uint32_t choice : restriction.choices[node])
        mine.push_back(message[choice]);
      message += others.model.numChoices(restriction.nodes[node]);
    }
  }
  return mine;
}

double Messages::sweep(bool isForward) {
  double bound = 0;
  const auto numNodes = static_cast<uint32_t>(model.numNodes());
  for (uint32_t step = 0; step < numNodes; ++step) {
    const uint32_t node = isForward ? step : numNodes - 1 - step;
    choose(node, isForward);
    bound += send(node, isForward);
  }
  return bound;
}

/// Neighbours behind count as they are chosen, those ahead by their messages.
void Messages::choose(uint32_t node, bool isForward) {
  const size_t size = model.numChoices(node);
  double *sum = weights.data();
  std::copy_n(&costs[model.choiceOffsets[node]], size, sum);
  for (uint32_t edge : model.edgesOf(node)) {
    const uint32_t other = model.other(edge, node);
    if ((other < node) == isForward)
      add(sum, model.rowsFor(edge, node) + chosen[other] * size, size);
    else
      add(sum, to(node, edge), size);
  }
  chosen[node] = static_cast<uint32_t>(std::min_element(sum, sum + size) - sum);
}

/// What the node and all that was said to it cost at least becomes part of the bound; the rest is shared among the
/// edges ahead.
double Messages::send(uint32_t node, bool isForward) {
  const size_t size = model.numChoices(node);
  std::copy_n(&costs[model.choiceOffsets[node]], size, marginal.data());
  for (uint32_t edge : model.edgesOf(node))
    add(marginal.data(), to(node, edge), size);
  double bound = subtractLeast(marginal.data(), size);
  largest = std::max({largest, std::abs(bound), *std::max_element(marginal.begin(), marginal.begin() + size)});
  double *more = excesses && !isForward ? &(*excesses)[model.choiceOffsets[node]] : nullptr;
  if (more)
    std::copy_n(marginal.data(), size, more);
  for (double &value : llvm::MutableArrayRef(marginal.data(), size))
    value = std::floor(value * share[node]);
  for (uint32_t edge : model.edgesOf(node)) {
    const uint32_t other = model.other(edge, node);
    if ((other < node) == isForward)
      continue;
    const double *said = to(node, edge);
    for (size_t choice = 0; choice < size; ++choice)
      weights[choice] = marginal[choice] - said[choice];
    const size_t others = model.numChoices(other);
    double *message = to(other, edge);
    // Rows by the node's choice.
    minPlus(weights.data(), model.rowsFor(edge, other), size, others, message);
    const double least = subtractLeast(message, others);
    bound += least;
    if (more)
      addExcess(node, edge, least);
  }
  return bound;
}

/// A choice keeps what it does not share with the edge, and what the edge costs with it beyond what the message says.
void Messages::addExcess(uint32_t node, uint32_t edge, double least) {
  const uint32_t other = model.other(edge, node);
  const size_t size = model.numChoices(node), others = model.numChoices(other);
  double *more = &(*excesses)[model.choiceOffsets[node]], *beyond = against.data() + others;
  const double *message = to(other, edge);
  for (size_t choice = 0; choice < others; ++choice)
    against[choice] = -message[choice];
  minPlus(against.data(), model.rowsFor(edge, node), others, size, beyond);
  for (size_t choice = 0; choice < size; ++choice)
    more[choice] += beyond[choice] + weights[choice] - least - marginal[choice];
}

} // namespace shardwright::plan
