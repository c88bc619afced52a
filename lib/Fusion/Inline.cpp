#include "shardwright/Fusion/Fusion.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {
namespace {

/// What is made of indices and scalars alone costs no more than loading it up to this price.
constexpr double kMaxMade = 4;

constexpr InlinedPrice kSplat{0, 0, true};

InlinedPrice priceOf(const OpGraph &graph, const Inlined &inlined, const std::vector<InlinedPrice> &prices,
                     ValueId value) {
  const OpGraph::Value &read = graph.values[value];
  if (read.maker < 0)
    return read.isSplat ? kSplat : InlinedPrice();
  return inlined[read.maker] ? prices[read.maker] : InlinedPrice();
}

} // namespace

bool decideInlined(const OpGraph &graph, const FusionLimits &limits, NodeId number, const Inlined &inlined,
                   std::vector<InlinedPrice> &prices, bool enabled) {
  const Node &node = graph.nodes[number];
  if (node.isSplat) {
    prices[number] = kSplat;
    return true;
  }
  if (node.role != Role::Expression || !enabled)
    return false;
  InlinedPrice price{node.price, 0, true};
  for (const Use &use : node.uses) {
    InlinedPrice inner = priceOf(graph, inlined, prices, use.value);
    const bool isScalar = graph.values[use.value].elements == 1;
    price.perElement += isScalar && node.elements > 1 ? 0 : inner.perElement;
    price.loads += inner.loads;
    price.isMade &= isScalar || inner.isMade;
  }
  prices[number] = price;
  if (price.perElement > limits.instructions || price.loads > limits.loads)
    return false;
  const OpGraph::Value &result = graph.values[node.results.front()];
  if (result.isHeld)
    return false;
  double evaluated = 0;
  llvm::SmallVector<NodeId, 4> users;
  for (const OpGraph::Reader &reader : result.readers) {
    const Use &use = graph.nodes[reader.node].uses[reader.use];
    if (use.form == Use::Form::Buffer || (use.form == Use::Form::ForProducts && !node.isForProducts))
      return false;
    // Who uses it twice evaluates it once.
    if (llvm::is_contained(users, reader.node))
      continue;
    users.push_back(reader.node);
    evaluated += use.evaluations;
  }
  auto elements = static_cast<double>(node.elements);
  // Once computed and stored, an evaluation is a load.
  return (price.isMade && price.perElement <= kMaxMade) ||
         evaluated * (price.perElement - 1) <= elements * (price.perElement + 1) + limits.launch;
}

std::optional<NodeId> sinkTarget(const OpGraph &graph, const Inlined &inlined, NodeId reduction) {
  const Node &reduced = graph.nodes[reduction];
  if (reduced.results.size() != 1)
    return std::nullopt;
  NodeId node = reduction;
  while (true) {
    const OpGraph::Value &result = graph.values[graph.nodes[node].results.front()];
    if (result.readers.size() != 1 || result.isHeld)
      return std::nullopt;
    node = result.readers.front().node;
    const Node &user = graph.nodes[node];
    if (user.role != Role::Expression || user.elements != reduced.elements || user.isElsewhere)
      return std::nullopt;
    if (!inlined[node])
      return node;
  }
}

Inlined planInlined(const OpGraph &graph, const FusionLimits &limits, bool enabled) {
  Inlined inlined(graph.nodes.size());
  std::vector<InlinedPrice> prices(graph.nodes.size());
  for (NodeId node = 0; node < graph.nodes.size(); ++node)
    inlined[node] = decideInlined(graph, limits, node, inlined, prices, enabled);
  return inlined;
}

bool isInlined(const OpGraph &graph, const Inlined &inlined, ValueId value) {
  const OpGraph::Value &read = graph.values[value];
  return read.maker < 0 ? read.isSplat : inlined[read.maker];
}

bool isCopyOfBuffer(const OpGraph &graph, const Inlined &inlined, NodeId node) {
  const Node &reshape = graph.nodes[node];
  return reshape.isReshape && !inlined[node] && !isInlined(graph, inlined, reshape.uses.front().value);
}

void sinkReductions(const OpGraph &graph, const Groups &groups, Inlined &inlined) {
  for (NodeId node = 0; node < graph.nodes.size(); ++node)
    if (graph.nodes[node].role == Role::Reduction && groups.groupOf[node] < 0)
      if (std::optional<NodeId> target = sinkTarget(graph, inlined, node); target && groups.groupOf[*target] < 0)
        inlined[node] = true;
}

} // namespace shardwright::fusion
