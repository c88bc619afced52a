// Joins kernels greedily: first each with those whose values it reads, then those that read the same. Heavy operations
// cut the block into segments; joining stays inside one.
#include "shardwright/Fusion/Fusion.h"

#include "llvm/ADT/DenseMap.h"
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
  llvm::ArrayRef<ElementRead> reads;
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

} // namespace

class SegmentGrouper::Planner {
public:
  Planner(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits)
      : graph(graph), inlined(inlined), limits(limits) {}

  Segment plan(llvm::ArrayRef<NodeId> segment, const std::vector<NodeReads> &readsOf, bool joins) {
    nodes = segment;
    reads = &readsOf;
    result = {};
    if (places.size() < graph.nodes.size())
      places.resize(graph.nodes.size(), -1);
    for (auto [place, node] : llvm::enumerate(nodes))
      places[node] = static_cast<int64_t>(place);
    rootNumbers.assign(nodes.size(), -1);
    groupNumbers.assign(nodes.size(), -1);
    if (joins)
      join();
    order();
    for (NodeId node : nodes)
      places[node] = -1;
    return std::move(result);
  }

private:
  void join();
  std::optional<Root> rootOf(NodeId node) const;
  Space spaceOf(const Root &root) const;
  void tryMerge(unsigned a, unsigned b);
  std::optional<Space> commonSpace(const Space &a, const Space &b) const;
  Group::Kind kindOf(const Root &root, const Space &space) const;
  bool readsFit(const Joined &reader, const Joined &read, const Space &space) const;
  bool hasWayAround(unsigned from, unsigned to);
  void finish(const Joined &joined);
  void setPasses(Group &group) const;
  void order();

  llvm::ArrayRef<ElementRead> readsOf(NodeId node) const { return (*reads)[node].reads; }
  /// Where in the segment a value is made; -1: elsewhere.
  int64_t makerOf(ValueId value) const {
    int64_t maker = graph.values[value].maker;
    return maker < 0 ? -1 : places[maker];
  }
  /// The root that makes a value; -1: none.
  int64_t rootOfValue(ValueId value) const {
    int64_t place = makerOf(value);
    return place < 0 ? -1 : rootNumbers[place];
  }

  const OpGraph &graph;
  const Inlined &inlined;
  const FusionLimits &limits;
  std::vector<int64_t> places; ///< by node; -1: not of the segment
  // Of the segment.
  llvm::ArrayRef<NodeId> nodes;
  const std::vector<NodeReads> *reads = nullptr;
  Segment result;
  std::vector<Root> roots;
  std::vector<Joined> groups;
  // By place.
  std::vector<int64_t> rootNumbers;  ///< -1: no root
  std::vector<int64_t> groupNumbers; ///< in the result; -1: none
  // Of searches and of placing, by place: the number of the last that met it.
  std::vector<unsigned> met;
  unsigned search = 0;
};

SegmentGrouper::SegmentGrouper(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits)
    : planner(std::make_unique<Planner>(graph, inlined, limits)) {}
SegmentGrouper::~SegmentGrouper() = default;

SegmentGrouper::Segment SegmentGrouper::plan(llvm::ArrayRef<NodeId> nodes, const std::vector<NodeReads> &reads,
                                             bool enabled) {
  return planner->plan(nodes, reads, enabled);
}

std::optional<Root> SegmentGrouper::Planner::rootOf(NodeId number) const {
  const Node &node = graph.nodes[number];
  bool isReduce = node.role == Role::Reduction;
  if (node.isConstant || node.isConcatenation || isCopyOfBuffer(graph, inlined, number) ||
      !(node.role == Role::Expression || (isReduce && node.reducesRows)))
    return std::nullopt;
  Root root{number, readsOf(number), (*reads)[number].price, node.elements, isReduce, 0};
  if (root.results == 0 || (isReduce && elementsOf(node.shape) <= root.results))
    return std::nullopt;
  return root;
}

Space SegmentGrouper::Planner::spaceOf(const Root &root) const {
  Space space;
  llvm::ArrayRef<int64_t> shape = graph.nodes[root.node].shape;
  space.elements = elementsOf(shape);
  space.columns = space.elements / root.results;
  addStrides(shape, 1, space.elements, space.strides);
  isChain(space.strides, space.elements);
  return space;
}

std::optional<Space> SegmentGrouper::Planner::commonSpace(const Space &a, const Space &b) const {
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

Group::Kind SegmentGrouper::Planner::kindOf(const Root &root, const Space &space) const {
  if (root.isReduce)
    return Group::Kind::Reduce;
  return root.results == space.elements ? Group::Kind::Point : Group::Kind::Row;
}

/// Whether the one group reads what the other computes at the point, or for the row, that it is at.
bool SegmentGrouper::Planner::readsFit(const Joined &reader, const Joined &read, const Space &space) const {
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
bool SegmentGrouper::Planner::hasWayAround(unsigned from, unsigned to) {
  ++search;
  unsigned seen = 0;
  auto isNew = [&](int64_t place) {
    if (met[place] == search)
      return false;
    met[place] = search;
    ++seen;
    return true;
  };
  llvm::SmallVector<int64_t> open;
  auto groupOf = [&](int64_t place) { return rootNumbers[place] < 0 ? ~0u : roots[rootNumbers[place]].group; };
  for (unsigned number : groups[to].roots)
    for (const ElementRead &read : roots[number].reads)
      if (int64_t needed = makerOf(read.value); needed >= 0)
        if (unsigned group = groupOf(needed); group != to && group != from && isNew(needed))
          open.push_back(needed);
  while (!open.empty()) {
    if (seen > kMaxSearch)
      return true;
    int64_t place = open.pop_back_val();
    auto visit = [&](NodeId member) {
      for (const ElementRead &read : readsOf(member)) {
        int64_t needed = makerOf(read.value);
        if (needed < 0)
          continue;
        unsigned group = groupOf(needed);
        if (group == from)
          return true;
        if (group != to && isNew(needed))
          open.push_back(needed);
      }
      return false;
    };
    unsigned group = groupOf(place);
    if (group == ~0u ? visit(nodes[place]) : llvm::any_of(groups[group].roots, [&](unsigned number) {
          isNew(places[roots[number].node]);
          return visit(roots[number].node);
        }))
      return true;
  }
  return false;
}

void SegmentGrouper::Planner::tryMerge(unsigned a, unsigned b) {
  if (a == b)
    return;
  Joined &into = groups[a], &from = groups[b];
  if (static_cast<int64_t>(into.roots.size() + from.roots.size()) > limits.members ||
      into.price + from.price > limits.groupInstructions)
    return;
  std::optional<Space> space = commonSpace(into.space, from.space);
  if (!space || !readsFit(into, from, *space) || !readsFit(from, into, *space))
    return;
  llvm::SmallVector<ValueId, 32> buffers;
  auto count = [&](ValueId value) {
    if (!llvm::is_contained(buffers, value))
      buffers.push_back(value);
  };
  for (const Joined *group : {&into, &from})
    for (unsigned number : group->roots) {
      count(graph.nodes[roots[number].node].results.front());
      for (const ElementRead &read : roots[number].reads)
        count(read.value);
      if (static_cast<int64_t>(buffers.size()) > limits.buffers)
        return;
    }
  if (hasWayAround(a, b) || hasWayAround(b, a))
    return;
  into.space = std::move(*space);
  into.price += from.price;
  for (unsigned number : from.roots)
    roots[number].group = a;
  llvm::append_range(into.roots, from.roots);
  llvm::sort(into.roots);
  from.roots.clear();
}

void SegmentGrouper::Planner::join() {
  roots.clear();
  groups.clear();
  if (met.size() < nodes.size())
    met.resize(nodes.size(), 0);
  for (auto [place, node] : llvm::enumerate(nodes))
    if (std::optional<Root> root = rootOf(node)) {
      root->group = groups.size();
      rootNumbers[place] = static_cast<int64_t>(roots.size());
      groups.push_back({{static_cast<unsigned>(roots.size())}, spaceOf(*root), root->price});
      roots.push_back(*root);
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
}

void SegmentGrouper::Planner::finish(const Joined &joined) {
  Group group;
  group.elements = joined.space.elements;
  group.columns = joined.space.columns;
  group.strides = joined.space.strides;
  for (unsigned number : joined.roots) {
    NodeId node = roots[number].node;
    groupNumbers[places[node]] = static_cast<int64_t>(result.groups.size());
    group.members.push_back({node, kindOf(roots[number], joined.space), 0, false});
  }
  setPasses(group);
  result.groups.push_back(std::move(group));
}

/// As early as what they read is known; then what only later passes use as late as they are.
void SegmentGrouper::Planner::setPasses(Group &group) const {
  llvm::SmallDenseMap<NodeId, unsigned> numbers;
  for (auto [i, member] : llvm::enumerate(group.members))
    numbers[member.node] = i;
  auto forReads = [&](const Group::Member &member, auto body) {
    for (const ElementRead &read : readsOf(member.node))
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
/// the last. What earlier segments make is there.
void SegmentGrouper::Planner::order() {
  std::vector<bool> placed(nodes.size());
  auto unitOf = [&](int64_t place) {
    llvm::SmallVector<NodeId> unit;
    if (groupNumbers[place] < 0)
      return llvm::SmallVector<NodeId>{nodes[place]};
    for (const Group::Member &member : result.groups[groupNumbers[place]].members)
      unit.push_back(member.node);
    return unit;
  };
  auto add = [&](int64_t wanted) {
    llvm::SmallVector<std::pair<int64_t, bool>> open = {{wanted, false}};
    while (!open.empty()) {
      auto [place, isReady] = open.pop_back_val();
      if (placed[place])
        continue;
      llvm::SmallVector<NodeId> unit = unitOf(place);
      if (isReady) {
        for (NodeId member : unit)
          placed[places[member]] = true;
        result.order.insert(result.order.end(), unit.begin(), unit.end());
        continue;
      }
      open.push_back({place, true});
      for (NodeId member : unit)
        for (const ElementRead &read : readsOf(member))
          if (int64_t needed = makerOf(read.value);
              needed >= 0 && !placed[needed] && !llvm::is_contained(unit, nodes[needed]))
            open.push_back({needed, false});
    }
  };
  for (size_t place = 0; place < nodes.size(); ++place) {
    int64_t group = groupNumbers[place];
    if (group < 0 || result.groups[group].members.back().node == nodes[place])
      add(static_cast<int64_t>(place));
  }
}

bool isReadOutside(const OpGraph &graph, const Inlined &inlined, ValueId value, llvm::ArrayRef<Group::Member> members) {
  return graph.values[value].isHeld || llvm::any_of(graph.values[value].readers, [&](const OpGraph::Reader &reader) {
           if (llvm::any_of(members, [&](const Group::Member &member) { return member.node == reader.node; }))
             return false;
           return !inlined[reader.node] ||
                  isReadOutside(graph, inlined, graph.nodes[reader.node].results.front(), members);
         });
}

Groups planGroups(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits, bool enabled) {
  std::vector<NodeReads> reads(graph.nodes.size());
  for (NodeId node = 0; node < graph.nodes.size(); ++node)
    if (!inlined[node])
      reads[node] = elementReads(graph, inlined, node);
  Groups result;
  result.groupOf.assign(graph.nodes.size(), -1);
  SegmentGrouper grouper(graph, inlined, limits);
  std::vector<NodeId> nodes;
  auto endSegment = [&] {
    SegmentGrouper::Segment segment = grouper.plan(nodes, reads, enabled);
    nodes.clear();
    llvm::append_range(result.order, segment.order);
    for (Group &group : segment.groups) {
      for (Group::Member &member : group.members) {
        result.groupOf[member.node] = static_cast<int64_t>(result.groups.size());
        member.isStored = isReadOutside(graph, inlined, graph.nodes[member.node].results.front(), group.members);
      }
      result.groups.push_back(std::move(group));
    }
  };
  for (NodeId node = 0; node < graph.nodes.size(); ++node) {
    if (inlined[node])
      continue;
    if (graph.nodes[node].role != Role::Heavy) {
      nodes.push_back(node);
      continue;
    }
    endSegment();
    result.order.push_back(node);
  }
  endSegment();
  return result;
}

} // namespace shardwright::fusion
