#include "shardwright/Fusion/Fusion.h"

#include "lib/Fusion/PlaceSet.h"
#include "lib/Sharding/WordHash.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {

NodeReads elementReads(const OpGraph &graph, const Inlined &inlined, NodeId root) {
  using Place = std::pair<uint32_t, int64_t>; // a value or a node, and the divisor under which it is computed
  NodeReads all;
  static thread_local PlaceSet known, seen;
  known.restart(graph.values.size());
  seen.restart(graph.nodes.size());
  llvm::SmallVector<Place, 16> open = {{root, 1}}, inner;
  WordHash likeness;
  while (!open.empty()) {
    const Place place = open.pop_back_val();
    const auto [number, divisor] = place;
    auto [index, isNew, isNewNode] = seen.insert(number, divisor);
    if (!isNew) {
      likeness.add(index << 1 | 1);
      continue;
    }
    const Node &node = graph.nodes[number];
    likeness.add(uint64_t(node.kind) << 4 | static_cast<uint64_t>(node.written) << 2 |
                 static_cast<uint64_t>(node.isForProducts) << 1);
    if (isNewNode)
      all.price += node.price;
    inner.clear();
    auto add = [&](ValueId value, int64_t at) {
      const OpGraph::Value *read = &graph.values[value];
      while (read->maker >= 0 && graph.nodes[read->maker].isReshape && isCopyOfBuffer(graph, inlined, read->maker)) {
        value = graph.nodes[read->maker].uses.front().value;
        read = &graph.values[value];
      }
      if (read->maker >= 0 && inlined[read->maker]) {
        inner.push_back({static_cast<NodeId>(read->maker), at});
        likeness.add(0);
      } else if (read->isSplat) {
        likeness.add(~uint64_t(0));
      } else {
        const PlaceSet::Inserted buffer = known.insert(value, at);
        if (buffer.isNew)
          all.reads.push_back({value, at});
        likeness.add(buffer.index + 1);
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
