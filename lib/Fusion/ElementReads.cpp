#include "shardwright/Fusion/Fusion.h"

#include "lib/Fusion/FewSet.h"
#include "lib/Sharding/WordHash.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {

NodeReads elementReads(const OpGraph &graph, const Inlined &inlined, NodeId root) {
  using Place = std::pair<uint32_t, int64_t>; // a value or a node, and the divisor under which it is computed
  NodeReads all;
  FewSet<Place> known, seen;
  FewSet<NodeId> priced;
  llvm::SmallVector<Place> open = {{root, 1}}, inner;
  WordHash likeness;
  while (!open.empty()) {
    const Place place = open.pop_back_val();
    auto [index, isNew] = seen.insert(place);
    if (!isNew) {
      likeness.add(index << 1 | 1);
      continue;
    }
    const auto [number, divisor] = place;
    const Node &node = graph.nodes[number];
    likeness.add(uint64_t(node.kind) << 4 | static_cast<uint64_t>(node.written) << 2 |
                 static_cast<uint64_t>(node.isForProducts) << 1);
    if (priced.insert(number).second)
      all.price += node.price;
    inner.clear();
    auto add = [&](ValueId value, int64_t at) {
      const OpGraph::Value *read = &graph.values[value];
      while (read->maker >= 0 && isCopyOfBuffer(graph, inlined, read->maker)) {
        value = graph.nodes[read->maker].uses.front().value;
        read = &graph.values[value];
      }
      if (read->maker >= 0 && inlined[read->maker]) {
        inner.push_back({static_cast<NodeId>(read->maker), at});
        likeness.add(0);
      } else if (read->isSplat) {
        likeness.add(~uint64_t(0));
      } else {
        auto [buffer, isNew] = known.insert({value, at});
        if (isNew)
          all.reads.push_back({value, at});
        likeness.add(buffer + 1);
      }
    };
    for (const Use &use : node.uses)
      add(use.value, divisor * use.divisor);
    for (ValueId value : node.captured)
      add(value, 0);
    open.append(inner.rbegin(), inner.rend());
  }
  all.likeness = likeness.get();
  return all;
}

} // namespace shardwright::fusion
