#include "shardwright/Fusion/OpGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {

NodeId OpGraph::addNode(Node node) {
  auto number = static_cast<NodeId>(nodes.size());
  for (auto [index, use] : llvm::enumerate(node.uses))
    values[use.value].readers.push_back({number, static_cast<unsigned>(index)});
  for (ValueId value : node.captured)
    values[value].isHeld = true;
  for (ValueId value : node.results)
    values[value].maker = number;
  nodes.push_back(std::move(node));
  return number;
}

void OpGraph::leaveLayoutToProducts(NodeId number) {
  Node &node = nodes[number];
  if (!node.isWalkable)
    return;
  const Value &result = values[node.results.front()];
  node.isForProducts = !result.isHeld && !result.readers.empty() && llvm::all_of(result.readers, [&](Reader reader) {
    const Use &use = nodes[reader.node].uses[reader.use];
    return use.form == Use::Form::ForProducts && use.takesLayout;
  });
  if (!node.isForProducts)
    return;
  Use &use = node.uses.front();
  use.form = Use::Form::ForProducts;
  use.evaluations = static_cast<double>(values[use.value].elements);
}

void OpGraph::leaveLayoutsToProducts() {
  for (size_t number = nodes.size(); number-- > 0;)
    leaveLayoutToProducts(static_cast<NodeId>(number));
}

} // namespace shardwright::fusion
