#include "shardwright/Fusion/Fusion.h"

#include "lib/Fusion/FewSet.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {

NodeReads elementReads(const OpGraph &graph, const Inlined &inlined, NodeId root) {
  using Place = std::pair<uint32_t, int64_t>; // a value or a node, and the divisor under which it is computed
  NodeReads all;
  FewSet<Place> known, seen;
  FewSet<NodeId> priced;
  llvm::SmallVector<Place> open = {{root, 1}}, inner;
  while (!open.empty()) {
    auto [number, divisor] = open.pop_back_val();
    if (!seen.insert({number, divisor}))
      continue;
    const Node &node = graph.nodes[number];
    if (priced.insert(number))
      all.price += node.price;
    inner.clear();
    auto add = [&](ValueId value, int64_t at) {
      while (graph.values[value].maker >= 0 && isCopyOfBuffer(graph, inlined, graph.values[value].maker))
        value = graph.maker(value)->uses.front().value;
      if (graph.values[value].maker >= 0 && inlined[graph.values[value].maker])
        inner.push_back({static_cast<NodeId>(graph.values[value].maker), at});
      else if (!graph.values[value].isSplat && known.insert({value, at}))
        all.reads.push_back({value, at});
    };
    for (const Use &use : node.uses)
      add(use.value, divisor * use.divisor);
    for (ValueId value : node.captured)
      add(value, 0);
    open.append(inner.rbegin(), inner.rend());
  }
  return all;
}

} // namespace shardwright::fusion
