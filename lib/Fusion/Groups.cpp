// Joins kernels greedily: first each with those whose values it reads, then those that read the same. Heavy operations
// cut the block into segments; joining stays inside one.
#include "shardwright/Fusion/Fusion.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace shardwright::fusion {
namespace {

/// How many operations a search for a way around a kernel may meet before it is taken to exist.
constexpr unsigned kMaxSearch = 400;

/// The index space of a group, or of one operation.
struct Space {
  int64_t elements = 1, columns = 1;
  llvm::SmallVector<int64_t> strides;
};

struct Root {
  NodeId node;
  llvm::SmallVector<ElementRead> reads;
  double price = 0;
  int64_t results; ///< elements of each result
  bool isReduce;
  unsigned group;
};

struct Joined {
  llvm::SmallVector<unsigned> roots; ///< in the order of the block
  Space space;
  double price = 0;
};

/// Where dimensions of `shape` begin in a space in which its elements are `columns` apart.
void addStrides(llvm::ArrayRef<int64_t> shape, int64_t columns, int64_t elements,
                llvm::SmallVectorImpl<int64_t> &strides) {
  int64_t stride = columns;
  for (int64_t size : llvm::reverse(shape)) {
    if (stride > 1 && stride < elements)
      strides.push_back(stride);
    stride *= size;
  }
}

bool isChain(llvm::SmallVectorImpl<int64_t> &strides, int64_t elements) {
  llvm::sort(strides);
  strides.erase(llvm::unique(strides), strides.end());
  for (size_t i = 0; i < strides.size(); ++i)
    if ((i + 1 < strides.size() ? strides[i + 1] : elements) % strides[i] != 0)
      return false;
  return true;
}

int64_t elementsOf(llvm::ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (int64_t size : shape)
    elements *= size;
  return elements;
}

class Grouper {
public:
  Grouper(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits)
      : graph(graph), inlined(inlined), limits(limits), needs(graph.nodes.size()), rootNumbers(graph.nodes.size(), -1) {
    result.groupOf.assign(graph.nodes.size(), -1);
  }

  Groups run(bool joins) {
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      if (!inlined[node])
        for (const ElementRead &read : elementReads(graph, inlined, node))
          if (int64_t maker = graph.values[read.value].maker; maker >= 0)
            needs[node].push_back(static_cast<NodeId>(maker));
      if (!joins)
        continue;
      if (graph.nodes[node].role == Role::Heavy) {
        planSegment(node);
        begin = node + 1;
      }
    }
    if (joins)
      planSegment(graph.nodes.size());
    result.order = order();
    return std::move(result);
  }

private:
  /// From `begin` to `end`.
  void planSegment(NodeId end);
  bool inSegment(NodeId node) const { return node >= begin && node < end; }
  std::optional<Root> rootOf(NodeId node) const;
  Space spaceOf(const Root &root) const;
  void tryMerge(unsigned a, unsigned b);
  std::optional<Space> commonSpace(const Space &a, const Space &b) const;
  Group::Kind kindOf(const Root &root, const Space &space) const;
  bool readsFit(const Joined &reader, const Joined &read, const Space &space) const;
  bool hasWayAround(unsigned from, unsigned to) const;
  void finish(const Joined &joined);
  bool isReadOutside(ValueId value, llvm::ArrayRef<NodeId> members) const;
  void setPasses(Group &group) const;
  std::vector<NodeId> order() const;

  /// The root that makes a value; -1: none.
  int64_t rootOfValue(ValueId value) const {
    int64_t maker = graph.values[value].maker;
    return maker < 0 ? -1 : rootNumbers[maker];
  }

  const OpGraph &graph;
  const Inlined &inlined;
  const FusionLimits &limits;
  Groups result;
  std::vector<llvm::SmallVector<NodeId, 3>> needs; ///< by node: whose buffers it reads
  // Of the segment.
  NodeId begin = 0, end = 0;
  std::vector<Root> roots;
  std::vector<Joined> groups;
  std::vector<int64_t> rootNumbers; ///< by node; -1: no root of this segment
};

} // namespace

std::optional<Root> Grouper::rootOf(NodeId number) const {
  const Node &node = graph.nodes[number];
  bool isReduce = node.role == Role::Reduction;
  if (inlined[number] || node.isConstant || node.isConcatenation || isCopyOfBuffer(graph, inlined, number) ||
      !(node.role == Role::Expression || (isReduce && node.reducesRows)))
    return std::nullopt;
  Root root{number, {}, 0, node.elements, isReduce, 0};
  root.reads = elementReads(graph, inlined, number, &root.price);
  if (root.results == 0 || (isReduce && elementsOf(node.shape) <= root.results))
    return std::nullopt;
  return root;
}

Space Grouper::spaceOf(const Root &root) const {
  Space space;
  llvm::ArrayRef<int64_t> shape = graph.nodes[root.node].shape;
  space.elements = elementsOf(shape);
  space.columns = space.elements / root.results;
  addStrides(shape, 1, space.elements, space.strides);
  isChain(space.strides, space.elements);
  return space;
}

std::optional<Space> Grouper::commonSpace(const Space &a, const Space &b) const {
  if (a.elements > b.elements)
    return commonSpace(b, a);
  if (a.elements == 0 || b.elements % a.elements != 0)
    return std::nullopt;
  Space space = b;
  int64_t apart = b.elements / a.elements; // a's points are b's rows where this is not 1
  if (apart == 1) {
    if (a.columns != 1 && b.columns != 1 && a.columns != b.columns)
      return std::nullopt;
    space.columns = std::max(a.columns, b.columns);
  } else {
    if (a.columns != 1 || (b.columns != 1 && b.columns != apart))
      return std::nullopt;
    space.columns = apart;
  }
  for (int64_t stride : a.strides)
    space.strides.push_back(stride * apart);
  if (space.columns != 1 && space.columns != space.elements)
    space.strides.push_back(space.columns);
  if (!isChain(space.strides, space.elements))
    return std::nullopt;
  if (space.columns != 1 && space.elements / space.columns < limits.rows && space.elements > limits.fewElements)
    return std::nullopt;
  return space;
}

Group::Kind Grouper::kindOf(const Root &root, const Space &space) const {
  if (root.isReduce)
    return Group::Kind::Reduce;
  return root.results == space.elements ? Group::Kind::Point : Group::Kind::Row;
}

/// Whether the one group reads what the other computes at the point, or for the row, that it is at.
bool Grouper::readsFit(const Joined &reader, const Joined &read, const Space &space) const {
  for (unsigned number : reader.roots) {
    Group::Kind kind = kindOf(roots[number], space);
    for (const ElementRead &at : roots[number].reads) {
      int64_t maker = rootOfValue(at.value);
      if (maker < 0 || !llvm::is_contained(read.roots, maker))
        continue;
      bool isPoint = kindOf(roots[maker], space) == Group::Kind::Point;
      if (kind == Group::Kind::Row ? isPoint || at.divisor != 1 : at.divisor != (isPoint ? 1 : space.columns))
        return false;
    }
  }
  return true;
}

/// Whether `to` needs something that needs `from` and is in neither.
bool Grouper::hasWayAround(unsigned from, unsigned to) const {
  llvm::SmallDenseSet<NodeId, 16> seen;
  llvm::SmallVector<NodeId> open;
  auto groupOf = [&](NodeId node) { return rootNumbers[node] < 0 ? ~0u : roots[rootNumbers[node]].group; };
  for (unsigned number : groups[to].roots)
    for (NodeId needed : needs[roots[number].node])
      if (unsigned group = groupOf(needed);
          group != to && group != from && inSegment(needed) && seen.insert(needed).second)
        open.push_back(needed);
  while (!open.empty()) {
    if (seen.size() > kMaxSearch)
      return true;
    NodeId node = open.pop_back_val();
    auto visit = [&](NodeId member) {
      for (NodeId needed : needs[member]) {
        if (groupOf(needed) == from)
          return true;
        if (groupOf(needed) != to && inSegment(needed) && seen.insert(needed).second)
          open.push_back(needed);
      }
      return false;
    };
    unsigned group = groupOf(node);
    if (group == ~0u ? visit(node) : llvm::any_of(groups[group].roots, [&](unsigned number) {
          seen.insert(roots[number].node);
          return visit(roots[number].node);
        }))
      return true;
  }
  return false;
}

void Grouper::tryMerge(unsigned a, unsigned b) {
  if (a == b)
    return;
  Joined &into = groups[a], &from = groups[b];
  if (static_cast<int64_t>(into.roots.size() + from.roots.size()) > limits.members ||
      into.price + from.price > limits.groupInstructions)
    return;
  std::optional<Space> space = commonSpace(into.space, from.space);
  if (!space || !readsFit(into, from, *space) || !readsFit(from, into, *space))
    return;
  llvm::SmallDenseSet<ValueId, 32> buffers;
  for (const Joined *group : {&into, &from})
    for (unsigned number : group->roots) {
      buffers.insert(graph.nodes[roots[number].node].results.front());
      for (const ElementRead &read : roots[number].reads)
        buffers.insert(read.value);
    }
  if (static_cast<int64_t>(buffers.size()) > limits.buffers || hasWayAround(a, b) || hasWayAround(b, a))
    return;
  into.space = std::move(*space);
  into.price += from.price;
  for (unsigned number : from.roots)
    roots[number].group = a;
  llvm::append_range(into.roots, from.roots);
  llvm::sort(into.roots);
  from.roots.clear();
}

void Grouper::planSegment(NodeId segmentEnd) {
  end = segmentEnd;
  roots.clear();
  groups.clear();
  for (NodeId node = begin; node < end; ++node)
    if (std::optional<Root> root = rootOf(node)) {
      root->group = groups.size();
      rootNumbers[node] = static_cast<int64_t>(roots.size());
      groups.push_back({{static_cast<unsigned>(roots.size())}, spaceOf(*root), root->price});
      roots.push_back(std::move(*root));
    }
  // Who reads what another computes; then who reads the same.
  for (Root &root : roots)
    for (const ElementRead &read : root.reads)
      if (int64_t maker = rootOfValue(read.value); maker >= 0 && read.divisor != 0)
        tryMerge(roots[maker].group, root.group);
  llvm::DenseMap<ValueId, unsigned> lastReader;
  for (unsigned number = 0; number < roots.size(); ++number)
    for (const ElementRead &read : roots[number].reads) {
      if (read.divisor != 1 || graph.values[read.value].elements == 1)
        continue;
      if (auto [it, isFirst] = lastReader.try_emplace(read.value, number); !isFirst) {
        tryMerge(roots[it->second].group, roots[number].group);
        it->second = number;
      }
    }
  for (const Joined &joined : groups)
    if (joined.roots.size() > 1)
      finish(joined);
  for (const Root &root : roots)
    rootNumbers[root.node] = -1;
}

/// Whether the value is used by anything but the kernel of these operations.
bool Grouper::isReadOutside(ValueId value, llvm::ArrayRef<NodeId> members) const {
  return graph.values[value].isHeld || llvm::any_of(graph.values[value].readers, [&](const OpGraph::Reader &reader) {
           if (llvm::is_contained(members, reader.node))
             return false;
           return !inlined[reader.node] || isReadOutside(graph.nodes[reader.node].results.front(), members);
         });
}

void Grouper::finish(const Joined &joined) {
  Group group;
  group.elements = joined.space.elements;
  group.columns = joined.space.columns;
  group.strides = joined.space.strides;
  llvm::SmallVector<NodeId> members;
  for (unsigned number : joined.roots)
    members.push_back(roots[number].node);
  for (unsigned number : joined.roots) {
    NodeId node = roots[number].node;
    result.groupOf[node] = static_cast<int64_t>(result.groups.size());
    group.members.push_back(
        {node, kindOf(roots[number], joined.space), 0, isReadOutside(graph.nodes[node].results.front(), members)});
  }
  setPasses(group);
  result.groups.push_back(std::move(group));
}

/// As early as what they read is known; then what only later passes use as late as they are.
void Grouper::setPasses(Group &group) const {
  llvm::SmallDenseMap<NodeId, unsigned> numbers;
  for (auto [i, member] : llvm::enumerate(group.members))
    numbers[member.node] = i;
  auto forReads = [&](const Group::Member &member, auto body) {
    for (const ElementRead &read : roots[rootNumbers[member.node]].reads)
      if (int64_t maker = graph.values[read.value].maker; maker >= 0)
        if (auto it = numbers.find(static_cast<NodeId>(maker)); it != numbers.end())
          body(group.members[it->second]);
  };
  using Kind = Group::Kind;
  for (Group::Member &member : group.members)
    forReads(member, [&](const Group::Member &read) {
      member.pass = std::max(member.pass, read.pass + (read.kind == Kind::Reduce ? 1 : 0));
    });
  std::vector<unsigned> firstUse(group.members.size(), ~0u);
  for (size_t i = group.members.size(); i-- > 0;) {
    Group::Member &member = group.members[i];
    if (member.kind == Kind::Point && firstUse[i] != ~0u)
      member.pass = std::max(member.pass, firstUse[i]);
    forReads(member, [&](const Group::Member &read) {
      unsigned &first = firstUse[numbers.lookup(read.node)];
      first = std::min(first, member.pass);
    });
  }
}

/// Each operation at its old place or before the first that needs it; the members of a group together, at the place of
/// the last.
std::vector<NodeId> Grouper::order() const {
  std::vector<NodeId> order;
  std::vector<bool> placed(graph.nodes.size());
  auto unitOf = [&](NodeId node) {
    llvm::SmallVector<NodeId> unit;
    if (result.groupOf[node] < 0)
      return llvm::SmallVector<NodeId>{node};
    for (const Group::Member &member : result.groups[result.groupOf[node]].members)
      unit.push_back(member.node);
    return unit;
  };
  auto place = [&](NodeId wanted) {
    llvm::SmallVector<std::pair<NodeId, bool>> open = {{wanted, false}};
    while (!open.empty()) {
      auto [node, isReady] = open.pop_back_val();
      if (placed[node])
        continue;
      llvm::SmallVector<NodeId> unit = unitOf(node);
      if (isReady) {
        for (NodeId member : unit)
          placed[member] = true;
        order.insert(order.end(), unit.begin(), unit.end());
        continue;
      }
      open.push_back({node, true});
      for (NodeId member : unit)
        for (NodeId needed : needs[member])
          if (!placed[needed] && !llvm::is_contained(unit, needed))
            open.push_back({needed, false});
    }
  };
  for (NodeId node = 0; node < graph.nodes.size(); ++node) {
    if (inlined[node])
      continue;
    int64_t group = result.groupOf[node];
    if (group < 0 || result.groups[group].members.back().node == node)
      place(node);
  }
  return order;
}

Groups planGroups(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits, bool enabled) {
  return Grouper(graph, inlined, limits).run(enabled);
}

} // namespace shardwright::fusion
