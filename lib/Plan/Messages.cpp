#include "lib/Plan/Messages.h"

#include "lib/Plan/MinPlus.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::plan {

/// Below, sums of two are exact.
static constexpr double kExact = 0x1p52;
/// More than all costs that are not forbidden.
static constexpr double kMostOfNode = 0x1p49;

Messages::Messages(const Model &model) : model(model), costs(model.costs), chosen(model.numNodes()) {
  size_t size = 0, most = 1;
  for (const Model::Edge &edge : model.edges) {
    offsets.push_back(size);
    size += model.numChoices(edge.first) + model.numChoices(edge.second);
  }
  messages.resize(size);
  findTrees();
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    const auto forward = static_cast<size_t>(
        llvm::count_if(edgesOf(node), [&](uint32_t edge) { return model.other(edge, node) > node; }));
    share.push_back(1 / static_cast<double>(std::max<size_t>({forward, edgesOf(node).size() - forward, 1})));
    most = std::max(most, model.numChoices(node));
  }
  marginal.resize(most);
  weights.resize(most);
  against.resize(2 * most);
}

/// Takes nodes with one edge away, until none is left.
void Messages::findTrees() {
  std::vector<size_t> numEdges;
  std::vector<uint32_t> ends;
  std::vector<bool> hangs(model.numNodes()), isTree(model.edges.size());
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    numEdges.push_back(model.edgesOf(node).size());
    if (numEdges.back() == 1)
      ends.push_back(node);
  }
  for (size_t next = 0; next < ends.size(); ++next) {
    const uint32_t node = ends[next];
    if (numEdges[node] == 0)
      continue;
    const uint32_t edge = *llvm::find_if(model.edgesOf(node), [&](uint32_t edge) { return !isTree[edge]; });
    hangs[node] = isTree[edge] = true;
    trees.push_back({node, edge, 0});
    if (--numEdges[model.other(edge, node)] == 1)
      ends.push_back(model.other(edge, node));
  }
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    innerOffsets.push_back(static_cast<uint32_t>(inner.size()));
    if (hangs[node])
      continue;
    order.push_back(node);
    llvm::copy_if(model.edgesOf(node), std::back_inserter(inner), [&](uint32_t edge) { return !isTree[edge]; });
  }
  innerOffsets.push_back(static_cast<uint32_t>(inner.size()));
  for (uint32_t edge = 0; edge < model.edges.size(); ++edge)
    entries += (isTree[edge] ? 1 : 2) * static_cast<double>(model.tables[model.edges[edge].table].byRow.size());
}

std::optional<double> Messages::pass() {
  largest = 0;
  const double ofTrees = addTrees();
  sweep(/*isForward=*/true);
  const double bound = ofTrees + sweep(/*isForward=*/false);
  chooseTrees();
  if (largest >= kExact || std::abs(bound) >= kExact)
    return std::nullopt;
  return bound;
}

std::vector<double> Messages::excess(std::optional<double> &bound) {
  std::vector<double> all(costs.size());
  excesses = &all;
  bound = pass();
  addExcessOfTrees();
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

/// What costs more than that is forbidden, however many say so: sums below it are exact, and a bound without the rest
/// holds.
static void cap(double *values, size_t size) {
  for (double &value : llvm::MutableArrayRef(values, size))
    value = std::min(value, kMostOfNode);
}

/// Returns what trees cost at least whatever the nodes choose that they hang on; these pay the rest.
double Messages::addTrees() {
  withTrees = costs;
  cap(withTrees.data(), withTrees.size());
  double bound = 0;
  for (Hanging &tree : trees) {
    const uint32_t other = model.other(tree.edge, tree.node);
    const size_t size = model.numChoices(tree.node), others = model.numChoices(other);
    const double *own = &withTrees[model.choiceOffsets[tree.node]];
    double *message = to(other, tree.edge);
    minPlus(own, model.rowsFor(tree.edge, other), size, others, message);
    tree.least = subtractLeast(message, others);
    bound += tree.least;
    double *paid = &withTrees[model.choiceOffsets[other]];
    add(paid, message, others);
    cap(paid, others);
  }
  largest = std::max(largest, bound);
  return bound;
}

void Messages::chooseTrees() {
  for (const Hanging &tree : llvm::reverse(trees)) {
    const size_t size = model.numChoices(tree.node);
    std::copy_n(&withTrees[model.choiceOffsets[tree.node]], size, weights.data());
    add(weights.data(), model.rowsFor(tree.edge, tree.node) + chosen[model.other(tree.edge, tree.node)] * size, size);
    chosen[tree.node] =
        static_cast<uint32_t>(std::min_element(weights.begin(), weights.begin() + size) - weights.begin());
  }
}

/// With the cheapest choice that it can hang on.
void Messages::addExcessOfTrees() {
  for (const Hanging &tree : llvm::reverse(trees)) {
    const uint32_t other = model.other(tree.edge, tree.node);
    const size_t size = model.numChoices(tree.node), others = model.numChoices(other);
    const double *message = to(other, tree.edge), *own = &withTrees[model.choiceOffsets[tree.node]],
                 *excessOfOther = &(*excesses)[model.choiceOffsets[other]];
    double *more = &(*excesses)[model.choiceOffsets[tree.node]];
    for (size_t choice = 0; choice < others; ++choice)
      against[choice] = excessOfOther[choice] - message[choice];
    minPlus(against.data(), model.rowsFor(tree.edge, tree.node), others, size, more);
    for (size_t choice = 0; choice < size; ++choice)
      more[choice] += own[choice] - tree.least;
  }
}

double Messages::sweep(bool isForward) {
  double bound = 0;
  for (size_t step = 0; step < order.size(); ++step) {
    const uint32_t node = order[isForward ? step : order.size() - 1 - step];
    choose(node, isForward);
    bound += send(node, isForward);
  }
  return bound;
}

/// Neighbours behind count as they are chosen, those ahead by their messages.
void Messages::choose(uint32_t node, bool isForward) {
  const size_t size = model.numChoices(node);
  double *sum = weights.data();
  std::copy_n(&withTrees[model.choiceOffsets[node]], size, sum);
  for (uint32_t edge : edgesOf(node)) {
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
  std::copy_n(&withTrees[model.choiceOffsets[node]], size, marginal.data());
  for (uint32_t edge : edgesOf(node))
    add(marginal.data(), to(node, edge), size);
  cap(marginal.data(), size);
  double bound = subtractLeast(marginal.data(), size);
  largest = std::max({largest, std::abs(bound), *std::max_element(marginal.begin(), marginal.begin() + size)});
  double *more = excesses && !isForward ? &(*excesses)[model.choiceOffsets[node]] : nullptr;
  if (more)
    std::copy_n(marginal.data(), size, more);
  for (double &value : llvm::MutableArrayRef(marginal.data(), size))
    value = std::floor(value * share[node]);
  for (uint32_t edge : edgesOf(node)) {
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
