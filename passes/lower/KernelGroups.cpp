#include "passes/lower/KernelGroups.h"

#include "passes/lower/ElementReads.h"
#include "passes/lower/OpTable.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// A kernel's registers and the compiler's patience end somewhere.
constexpr size_t kMaxMembers = 24;
constexpr size_t kMaxBuffers = 24;
constexpr double kMaxGroupPrice = 600;
/// Rows are what workers divide among each other: fewer than this are only worth a kernel of few elements.
constexpr int64_t kMinRows = 8;
constexpr int64_t kFewElements = 1 << 15;
/// How many operations a search for a way around a kernel may meet before it is taken to exist.
constexpr unsigned kMaxSearch = 400;

/// The index space of a group, or of one operation.
struct Space {
  int64_t elements = 1, columns = 1;
  SmallVector<int64_t> strides;
};

struct Root {
  Operation *op;
  SmallVector<ElementRead> reads;
  double price = 0;
  int64_t results; ///< elements of each result
  bool isReduce;
  unsigned group;
};

struct Group {
  SmallVector<unsigned> roots; ///< in the order of the block
  Space space;
  double price = 0;
};

/// Where dimensions of `shape` begin in a space in which its elements are `columns` apart.
void addStrides(ArrayRef<int64_t> shape, int64_t columns, int64_t elements, SmallVectorImpl<int64_t> &strides) {
  int64_t stride = columns;
  for (int64_t size : llvm::reverse(shape)) {
    if (stride > 1 && stride < elements)
      strides.push_back(stride);
    stride *= size;
  }
}

bool isChain(SmallVectorImpl<int64_t> &strides, int64_t elements) {
  llvm::sort(strides);
  strides.erase(llvm::unique(strides), strides.end());
  for (size_t i = 0; i < strides.size(); ++i)
    if ((i + 1 < strides.size() ? strides[i + 1] : elements) % strides[i] != 0)
      return false;
  return true;
}

/// A reduction of the last dimensions by one operation that can work on vectors.
bool reducesRows(stablehlo::ReduceOp reduce) {
  auto type = cast<RankedTensorType>(reduce.getInputs().front().getType());
  Block &body = reduce.getBody().front();
  if (reduce->getNumResults() != 1 || body.getOperations().size() != 2 ||
      !isa<stablehlo::AddOp, stablehlo::MulOp, stablehlo::MaxOp, stablehlo::MinOp, stablehlo::AndOp, stablehlo::OrOp>(
          body.front()) ||
      !llvm::all_of(body.front().getOperands(), [](Value operand) { return isa<BlockArgument>(operand); }))
    return false;
  bool inRow = true;
  for (int64_t d = type.getRank(); d-- > 0;) {
    bool isReduced = llvm::is_contained(reduce.getDimensions(), d);
    if (type.getDimSize(d) == 1)
      continue;
    if (isReduced && !inRow)
      return false;
    inRow &= isReduced;
  }
  return true;
}

class BlockPlanner {
public:
  BlockPlanner(Block &block, const Fusion &fusion, KernelGroups &result)
      : block(block), fusion(fusion), result(result) {}

  void run(bool joins) {
    SmallVector<Operation *> segment;
    for (Operation &op : block.without_terminator()) {
      if (!fusion.inlined.contains(&op))
        for (const ElementRead &read : elementReads(&op, fusion))
          if (Operation *def = read.value.getDefiningOp(); def && def->getBlock() == &block)
            needs[&op].push_back(def);
      if (!joins)
        continue;
      if (isLight(&op)) {
        segment.push_back(&op);
        continue;
      }
      planSegment(segment);
      segment.clear();
    }
    planSegment(segment);
    result.order[&block] = order();
  }

private:
  bool isLight(Operation *op) const {
    return isIndexComputation(op) || isa<stablehlo::ConstantOp, stablehlo::ReduceOp, stablehlo::ReduceWindowOp,
                                         stablehlo::DynamicUpdateSliceOp, stablehlo::ScatterOp, spmd::AxisIndexOp>(op);
  }
  void planSegment(ArrayRef<Operation *> ops);
  std::optional<Root> rootOf(Operation *op) const;
  Space spaceOf(const Root &root) const;
  void tryMerge(unsigned a, unsigned b);
  std::optional<Space> commonSpace(const Space &a, const Space &b) const;
  KernelGroup::Kind kindOf(const Root &root, const Space &space) const;
  bool readsFit(const Group &reader, const Group &read, const Space &space) const;
  bool hasWayAround(unsigned from, unsigned to) const;
  void finish(const Group &group);
  bool isReadOutside(Value value, const llvm::DenseSet<Operation *> &members) const;
  void setPasses(KernelGroup &group) const;
  std::vector<Operation *> order() const;

  Block &block;
  const Fusion &fusion;
  KernelGroups &result;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> needs; ///< of which operations' buffers one reads
  // Of the segment.
  std::vector<Root> roots;
  std::vector<Group> groups;
  llvm::DenseMap<Operation *, unsigned> rootNumbers;
  llvm::DenseSet<Operation *> inSegment;
};

} // namespace

std::optional<Root> BlockPlanner::rootOf(Operation *op) const {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  if (fusion.inlined.contains(op) || isa<stablehlo::ConstantOp, stablehlo::ConcatenateOp>(op) ||
      isCopyOfBuffer(op, fusion) || !(isIndexComputation(op) || (reduce && reducesRows(reduce))))
    return std::nullopt;
  Root root{op};
  root.reads = elementReads(op, fusion, &root.price);
  root.results = elementsOf(op->getResult(0));
  root.isReduce = static_cast<bool>(reduce);
  if (root.results == 0 || (reduce && elementsOf(reduce.getInputs().front()) <= root.results))
    return std::nullopt;
  return root;
}

Space BlockPlanner::spaceOf(const Root &root) const {
  Space space;
  Value shaped = root.isReduce ? root.op->getOperand(0) : root.op->getResult(0);
  space.elements = elementsOf(shaped);
  space.columns = space.elements / root.results;
  addStrides(cast<RankedTensorType>(shaped.getType()).getShape(), 1, space.elements, space.strides);
  isChain(space.strides, space.elements);
  return space;
}

std::optional<Space> BlockPlanner::commonSpace(const Space &a, const Space &b) const {
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
  if (space.columns != 1 && space.elements / space.columns < kMinRows && space.elements > kFewElements)
    return std::nullopt;
  return space;
}

KernelGroup::Kind BlockPlanner::kindOf(const Root &root, const Space &space) const {
  if (root.isReduce)
    return KernelGroup::Kind::Reduce;
  return root.results == space.elements ? KernelGroup::Kind::Point : KernelGroup::Kind::Row;
}

/// Whether the one group reads what the other computes at the point, or for the row, that it is at.
bool BlockPlanner::readsFit(const Group &reader, const Group &read, const Space &space) const {
  for (unsigned number : reader.roots) {
    KernelGroup::Kind kind = kindOf(roots[number], space);
    for (const ElementRead &at : roots[number].reads) {
      auto it = rootNumbers.find(at.value.getDefiningOp());
      if (it == rootNumbers.end() || !llvm::is_contained(read.roots, it->second))
        continue;
      bool isPoint = kindOf(roots[it->second], space) == KernelGroup::Kind::Point;
      if (kind == KernelGroup::Kind::Row ? isPoint || at.divisor != 1 : at.divisor != (isPoint ? 1 : space.columns))
        return false;
    }
  }
  return true;
}

/// Whether `to` needs something that needs `from` and is in neither.
bool BlockPlanner::hasWayAround(unsigned from, unsigned to) const {
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> open;
  auto groupOf = [&](Operation *op) {
    auto it = rootNumbers.find(op);
    return it == rootNumbers.end() ? ~0u : roots[it->second].group;
  };
  for (unsigned number : groups[to].roots)
    for (Operation *needed : needs.lookup(roots[number].op))
      if (unsigned group = groupOf(needed);
          group != to && group != from && inSegment.contains(needed) && seen.insert(needed).second)
        open.push_back(needed);
  while (!open.empty()) {
    if (seen.size() > kMaxSearch)
      return true;
    Operation *op = open.pop_back_val();
    auto visit = [&](Operation *member) {
      for (Operation *needed : needs.lookup(member)) {
        if (groupOf(needed) == from)
          return true;
        if (groupOf(needed) != to && inSegment.contains(needed) && seen.insert(needed).second)
          open.push_back(needed);
      }
      return false;
    };
    unsigned group = groupOf(op);
    if (group == ~0u ? visit(op) : llvm::any_of(groups[group].roots, [&](unsigned number) {
          seen.insert(roots[number].op);
          return visit(roots[number].op);
        }))
      return true;
  }
  return false;
}

void BlockPlanner::tryMerge(unsigned a, unsigned b) {
  if (a == b)
    return;
  Group &into = groups[a], &from = groups[b];
  if (into.roots.size() + from.roots.size() > kMaxMembers || into.price + from.price > kMaxGroupPrice)
    return;
  std::optional<Space> space = commonSpace(into.space, from.space);
  if (!space || !readsFit(into, from, *space) || !readsFit(from, into, *space))
    return;
  llvm::DenseSet<Value> buffers;
  for (const Group *group : {&into, &from})
    for (unsigned number : group->roots) {
      buffers.insert(roots[number].op->getResult(0));
      for (const ElementRead &read : roots[number].reads)
        buffers.insert(read.value);
    }
  if (buffers.size() > kMaxBuffers || hasWayAround(a, b) || hasWayAround(b, a))
    return;
  into.space = std::move(*space);
  into.price += from.price;
  for (unsigned number : from.roots)
    roots[number].group = a;
  llvm::append_range(into.roots, from.roots);
  llvm::sort(into.roots);
  from.roots.clear();
}

void BlockPlanner::planSegment(ArrayRef<Operation *> ops) {
  roots.clear();
  groups.clear();
  rootNumbers.clear();
  inSegment.clear();
  inSegment.insert(ops.begin(), ops.end());
  for (Operation *op : ops) {
    if (std::optional<Root> root = rootOf(op)) {
      root->group = groups.size();
      rootNumbers[op] = roots.size();
      groups.push_back({{static_cast<unsigned>(roots.size())}, spaceOf(*root), root->price});
      roots.push_back(std::move(*root));
    }
  }
  // Who reads what another computes; then who reads the same.
  for (Root &root : roots)
    for (const ElementRead &read : root.reads)
      if (auto it = rootNumbers.find(read.value.getDefiningOp()); it != rootNumbers.end() && read.divisor != 0)
        tryMerge(roots[it->second].group, root.group);
  llvm::DenseMap<Value, unsigned> lastReader;
  for (unsigned number = 0; number < roots.size(); ++number)
    for (const ElementRead &read : roots[number].reads) {
      if (read.divisor != 1 || elementsOf(read.value) == 1)
        continue;
      if (auto [it, isFirst] = lastReader.try_emplace(read.value, number); !isFirst) {
        tryMerge(roots[it->second].group, roots[number].group);
        it->second = number;
      }
    }
  for (const Group &group : groups)
    if (group.roots.size() > 1)
      finish(group);
}

/// Whether the value is used by anything but the kernel of these operations.
bool BlockPlanner::isReadOutside(Value value, const llvm::DenseSet<Operation *> &members) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (members.contains(user))
      return false;
    return !fusion.inlined.contains(user) || isReadOutside(user->getResult(0), members);
  });
}

void BlockPlanner::finish(const Group &from) {
  KernelGroup group;
  group.elements = from.space.elements;
  group.columns = from.space.columns;
  group.strides = from.space.strides;
  llvm::DenseSet<Operation *> members;
  for (unsigned number : from.roots)
    members.insert(roots[number].op);
  for (unsigned number : from.roots) {
    result.groupOf[roots[number].op] = result.groups.size();
    group.members.push_back({roots[number].op, kindOf(roots[number], from.space), 0,
                             isReadOutside(roots[number].op->getResult(0), members)});
  }
  setPasses(group);
  result.groups.push_back(std::move(group));
}

/// As early as what they read is known; then what only later passes use as late as they are.
void BlockPlanner::setPasses(KernelGroup &group) const {
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [i, member] : llvm::enumerate(group.members))
    numbers[member.op] = i;
  auto forReads = [&](const KernelGroup::Member &member, auto body) {
    for (const ElementRead &read : roots[rootNumbers.lookup(member.op)].reads)
      if (auto it = numbers.find(read.value.getDefiningOp()); it != numbers.end())
        body(group.members[it->second]);
  };
  using Kind = KernelGroup::Kind;
  for (KernelGroup::Member &member : group.members)
    forReads(member, [&](const KernelGroup::Member &read) {
      member.pass = std::max(member.pass, read.pass + (read.kind == Kind::Reduce ? 1 : 0));
    });
  std::vector<unsigned> firstUse(group.members.size(), ~0u);
  for (size_t i = group.members.size(); i-- > 0;) {
    KernelGroup::Member &member = group.members[i];
    if (member.kind == Kind::Point && firstUse[i] != ~0u)
      member.pass = std::max(member.pass, firstUse[i]);
    forReads(member, [&](const KernelGroup::Member &read) {
      unsigned &first = firstUse[numbers.lookup(read.op)];
      first = std::min(first, member.pass);
    });
  }
}

/// Each operation at its old place or before the first that needs it; the members of a group together, at the place of
/// the last.
std::vector<Operation *> BlockPlanner::order() const {
  std::vector<Operation *> order;
  llvm::DenseSet<Operation *> placed;
  auto unitOf = [&](Operation *op) {
    SmallVector<Operation *> unit;
    auto it = result.groupOf.find(op);
    if (it == result.groupOf.end())
      return SmallVector<Operation *>{op};
    for (const KernelGroup::Member &member : result.groups[it->second].members)
      unit.push_back(member.op);
    return unit;
  };
  auto place = [&](Operation *wanted) {
    SmallVector<std::pair<Operation *, bool>> open = {{wanted, false}};
    while (!open.empty()) {
      auto [op, isReady] = open.pop_back_val();
      if (placed.contains(op))
        continue;
      SmallVector<Operation *> unit = unitOf(op);
      if (isReady) {
        placed.insert(unit.begin(), unit.end());
        order.insert(order.end(), unit.begin(), unit.end());
        continue;
      }
      open.push_back({op, true});
      for (Operation *member : unit)
        for (Operation *needed : needs.lookup(member))
          if (!placed.contains(needed) && !llvm::is_contained(unit, needed))
            open.push_back({needed, false});
    }
  };
  for (Operation &op : block.without_terminator()) {
    if (fusion.inlined.contains(&op))
      continue;
    auto it = result.groupOf.find(&op);
    if (it == result.groupOf.end() || result.groups[it->second].members.back().op == &op)
      place(&op);
  }
  return order;
}

KernelGroups planGroups(func::FuncOp function, const Fusion &fusion, bool enabled) {
  KernelGroups result;
  function.walk([&](Operation *op) {
    if (!isa<func::FuncOp, stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      return;
    for (Region &region : op->getRegions())
      for (Block &part : region)
        BlockPlanner(part, fusion, result).run(enabled);
  });
  return result;
}

} // namespace shardwright::lower
