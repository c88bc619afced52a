// Orders are judged by counting what is alive in each, values as buffers in memory: what is inlined has none, a reshape
// shares its operand's, an in-place operation needs no more than what it leaves behind.
#include "passes/lower/MemoryOrder.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/common/Bytes.h"
#include "passes/common/Donation.h"
#include "passes/lower/Interfaces.h"

#include "dialects/check/CheckOps.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseSet.h"

#include <queue>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Buffers up to this size are worth no change of the order.
constexpr int64_t kTiny = 64;

/// What is run as one: a group of kernels, or an operation; with the reshapes of their results, which are other names.
struct OrderNode {
  SmallVector<Operation *, 1> ops;
  SmallVector<unsigned, 4> reads, writes; ///< buffers
  int64_t produced = 0;                   ///< bytes of `writes`
  int64_t inside = 0;                     ///< that regions need beside what they are given
  bool isInPlace = false;                 ///< results may lie over operands
  bool stays = false;                     ///< has an effect beside its results
  bool sends = false;
  bool multiplies = false;
};

struct OrderBuffer {
  int64_t bytes;
  bool isHeld = false; ///< there before and after all that is run
  int writer = -1;     ///< the node
  SmallVector<unsigned, 2> readers;
};

using Order = std::vector<unsigned>;

class BlockOrder {
public:
  BlockOrder(Block &block, const Fusion &fusion, const KernelGroups &groups, const LoweringOptions &choices,
             llvm::DenseMap<Operation *, int64_t> &inside)
      : block(block), fusion(fusion), groups(groups), choices(choices), inside(inside) {}

  /// The best order of what is run.
  std::vector<Operation *> run();

private:
  void addUnits(ArrayRef<Operation *> order);
  using Seen = llvm::SmallDenseSet<Operation *>;
  void addReads(OrderNode &node, Operation *op, Seen &seen);
  void addRead(OrderNode &node, Value value, Seen &seen);
  unsigned roomOf(Value value);
  bool isHeld(BlockArgument argument) const;
  bool runsBesideSends() const;
  std::vector<bool> findSunk() const;
  std::vector<int64_t> findSurplus(const std::vector<bool> &isSunk) const;
  Order ordered(const std::vector<bool> &isSunk, ArrayRef<int64_t> surplus, bool hastens) const;
  /// Bytes at the peak; at equal peaks, the sum over all nodes. A loop-carried value that is free sooner can be where
  /// its next value is made, and what was written last is in the cache.
  using Cost = std::pair<int64_t, int64_t>;
  Cost costOf(const Order &order) const;

  Block &block;
  const Fusion &fusion;
  const KernelGroups &groups;
  const LoweringOptions &choices;
  llvm::DenseMap<Operation *, int64_t> &inside; ///< of operations with regions: as OrderNode::inside
  std::vector<OrderNode> nodes;                 ///< the last one stands for the block's end
  std::vector<OrderBuffer> buffers;
  llvm::DenseMap<Value, unsigned> numbers;
};

} // namespace

/// Whether the buffer is needed whatever this block does with it.
bool BlockOrder::isHeld(BlockArgument argument) const {
  if (argument.getOwner() != &block)
    return true;
  if (auto function = dyn_cast<func::FuncOp>(block.getParentOp()))
    return !choices.donation || !isDonated(function, argument.getArgNumber());
  // A loop-carried value is free after its last use in the body, unless it is carried on.
  auto loop = dyn_cast<stablehlo::WhileOp>(block.getParentOp());
  return !loop || block.getParent() != &loop.getBody() ||
         block.getTerminator()->getOperand(argument.getArgNumber()) == argument;
}

unsigned BlockOrder::roomOf(Value value) {
  while (value.getDefiningOp() && isCopyOfBuffer(value.getDefiningOp(), fusion))
    value = value.getDefiningOp()->getOperand(0);
  auto [it, isNew] = numbers.try_emplace(value, buffers.size());
  if (!isNew)
    return it->second;
  OrderBuffer buffer{bytesOf(value)};
  Operation *op = value.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(value);
  if (op ? op->getBlock() != &block || isa<stablehlo::ConstantOp>(op) : isHeld(argument))
    buffer.isHeld = true;
  buffers.push_back(std::move(buffer));
  return it->second;
}

void BlockOrder::addRead(OrderNode &node, Value value, Seen &seen) {
  if (fusion.isInlined(value)) {
    if (seen.insert(value.getDefiningOp()).second)
      addReads(node, value.getDefiningOp(), seen);
    return;
  }
  if (Operation *op = value.getDefiningOp(); op && llvm::is_contained(node.ops, op))
    return;
  unsigned buffer = roomOf(value);
  if (!llvm::is_contained(node.reads, buffer))
    node.reads.push_back(buffer);
}

void BlockOrder::addReads(OrderNode &node, Operation *op, Seen &seen) {
  for (Value operand : op->getOperands())
    addRead(node, operand, seen);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *nested) {
      for (Value value : nested->getOperands())
        if (!region.isAncestor(value.getParentRegion()))
          addRead(node, value, seen);
    });
}

void BlockOrder::addUnits(ArrayRef<Operation *> order) {
  auto groupOf = [&](Operation *op) {
    auto it = groups.groupOf.find(op);
    return it == groups.groupOf.end() ? -1 : static_cast<int>(it->second);
  };
  // The first one is for other names of what is there before.
  nodes.emplace_back();
  llvm::DenseMap<Operation *, unsigned> nodeOf;
  for (Operation *op : order) {
    if (isCopyOfBuffer(op, fusion)) {
      unsigned named = nodeOf.lookup(op->getOperand(0).getDefiningOp()); // none: the first one
      nodes[named].ops.push_back(op);
      nodeOf[op] = named;
      continue;
    }
    if (nodes.size() == 1 || groupOf(op) < 0 || groupOf(op) != groupOf(nodes.back().ops.front()))
      nodes.emplace_back();
    nodes.back().ops.push_back(op);
    nodeOf[op] = nodes.size() - 1;
  }
  nodes.emplace_back();
  nodes.back().ops.push_back(block.getTerminator());
  for (auto [number, node] : llvm::enumerate(nodes)) {
    Seen seen;
    for (auto [i, op] : llvm::enumerate(node.ops)) {
      addReads(node, op, seen);
      node.inside += inside.lookup(op);
      const bool isStart = spmd::isCollective(op) && spmd::isStarted(op);
      node.stays |= isa<check::CheckDialect>(op->getDialect()) || isStart || isa<spmd::DoneOp>(op);
      node.sends |= spmd::isCollective(op);
      node.multiplies |= isProduct(op);
      node.isInPlace |=
          isExpression(op) || isa<stablehlo::ReduceOp, stablehlo::DynamicUpdateSliceOp, stablehlo::ScatterOp,
                                  stablehlo::SortOp, stablehlo::WhileOp, spmd::AllReduceOp, spmd::DoneOp>(op);
      int group = groupOf(op);
      if (isCopyOfBuffer(op, fusion) || isa<stablehlo::ConstantOp>(op) ||
          (group >= 0 && !groups.groups[group].members[i].isStored))
        continue;
      for (Value result : op->getResults()) {
        unsigned buffer = roomOf(result);
        buffers[buffer].writer = number;
        node.writes.push_back(buffer);
        node.produced += buffers[buffer].bytes;
      }
    }
    for (unsigned buffer : node.reads)
      buffers[buffer].readers.push_back(number);
  }
}

/// Whether steps run while others send.
bool BlockOrder::runsBesideSends() const {
  return choices.target.traits.startsCollectives &&
         llvm::any_of(nodes, [](const OrderNode &node) { return node.sends; });
}

/// Nodes that hold nothing back by waiting: all they read is there anyway, is read by others after their results are
/// asked for, or is made for them alone by such a node.
std::vector<bool> BlockOrder::findSunk() const {
  std::vector<bool> isSunk(nodes.size(), false);
  const bool isBeside = runsBesideSends();
  for (auto [number, node] : llvm::enumerate(ArrayRef(nodes).drop_back())) {
    unsigned asked = nodes.size();
    for (unsigned b : node.writes)
      if (!buffers[b].readers.empty())
        asked = std::min(asked, buffers[b].readers.front());
    // A product of what is there, behind one of what is sent meanwhile, would leave nothing to run beside that.
    bool mayBe = node.produced > 0 && !node.stays && node.inside == 0 && !(node.multiplies && isBeside) &&
                 !(node.sends && choices.target.traits.sendsBesideCompute);
    isSunk[number] = mayBe && llvm::all_of(node.reads, [&](unsigned b) {
                       const OrderBuffer &buffer = buffers[b];
                       return buffer.isHeld || buffer.bytes <= kTiny || buffer.readers.back() > asked ||
                              (buffer.writer >= 0 && isSunk[buffer.writer] && buffer.readers.size() == 1);
                     });
  }
  return isSunk;
}

/// By node: how much more is alive while it and the sunk ones that it asks for are run than is left of them.
std::vector<int64_t> BlockOrder::findSurplus(const std::vector<bool> &isSunk) const {
  std::vector<int64_t> surplus(nodes.size(), 0);
  for (auto [number, node] : llvm::enumerate(nodes)) {
    SmallVector<unsigned> asked;
    for (unsigned b : node.reads)
      if (buffers[b].writer >= 0 && isSunk[buffers[b].writer] && !llvm::is_contained(asked, buffers[b].writer))
        asked.push_back(buffers[b].writer);
    llvm::stable_sort(asked, [&](unsigned a, unsigned b) { return surplus[a] > surplus[b]; });
    int64_t left = 0, most = 0;
    for (unsigned other : asked) {
      most = std::max(most, left + nodes[other].produced + surplus[other]);
      left += nodes[other].produced;
    }
    surplus[number] = std::max(most, left + node.produced) - node.produced;
  }
  return surplus;
}

/// What has been run so far, and what that leaves alive.
namespace {
class Progress {
public:
  Progress(ArrayRef<OrderNode> nodes, ArrayRef<OrderBuffer> buffers)
      : nodes(nodes), buffers(buffers), isRun(nodes.size(), false), missing(nodes.size(), 0), left(buffers.size(), 0),
        lastReader(buffers.size(), 0) {
    for (auto [number, node] : llvm::enumerate(nodes))
      for (unsigned b : node.reads) {
        missing[number] += buffers[b].writer >= 0;
        ++left[b];
        lastReader[b] ^= number;
      }
  }
  bool hasRun(unsigned node) const { return isRun[node]; }
  bool isReady(unsigned node) const { return !isRun[node] && missing[node] == 0; }
  /// Bytes that nobody needs once the node has run.
  int64_t freedBy(unsigned node) const {
    int64_t bytes = 0;
    for (unsigned b : nodes[node].reads)
      if (left[b] == 1 && !buffers[b].isHeld)
        bytes += buffers[b].bytes;
    for (unsigned b : nodes[node].writes)
      if (buffers[b].readers.empty())
        bytes += buffers[b].bytes;
    return bytes;
  }
  /// Calls `changed` with nodes that may have become ready, or have become the last readers of something.
  void run(unsigned node, llvm::function_ref<void(unsigned)> changed) {
    isRun[node] = true;
    for (unsigned b : nodes[node].reads) {
      --left[b];
      lastReader[b] ^= node; // of one that is left, its number is left
      if (left[b] == 1)
        changed(lastReader[b]);
    }
    for (unsigned b : nodes[node].writes)
      for (unsigned reader : buffers[b].readers)
        if (--missing[reader] == 0)
          changed(reader);
  }

private:
  ArrayRef<OrderNode> nodes;
  ArrayRef<OrderBuffer> buffers;
  std::vector<bool> isRun;
  std::vector<unsigned> missing;    ///< by node: buffers that it reads and that are not written
  std::vector<unsigned> left;       ///< by buffer: readers that have not run
  std::vector<unsigned> lastReader; ///< by buffer: of those that have not run, all numbers together
};
} // namespace

/// The nodes in their old order, but the sunk ones when they are asked for, and, if it `hastens`, those that do not
/// grow memory when they are ready.
Order BlockOrder::ordered(const std::vector<bool> &isSunk, ArrayRef<int64_t> surplus, bool hastens) const {
  Order order;
  Progress progress(nodes, buffers);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> readyFirst;
  unsigned end = nodes.size() - 1;
  auto run = [&](unsigned number) {
    order.push_back(number);
    progress.run(number, [&](unsigned other) { readyFirst.push(other); });
  };
  auto runReadyFirst = [&] {
    for (; !readyFirst.empty();) {
      unsigned next = readyFirst.top();
      readyFirst.pop();
      if (hastens && next != end && progress.isReady(next) && !nodes[next].stays && nodes[next].inside == 0 &&
          nodes[next].produced <= progress.freedBy(next))
        run(next);
    }
  };
  SmallVector<unsigned> open;
  for (unsigned number = 0; number <= end; ++number) {
    if (number == 1) // the names are given
      for (unsigned other = 1; other < end; ++other)
        if (progress.isReady(other))
          readyFirst.push(other);
    runReadyFirst();
    if (isSunk[number])
      continue;
    // Sunk nodes that are missing, depth first.
    open.push_back(number);
    while (!open.empty()) {
      unsigned top = open.back();
      if (progress.hasRun(top)) {
        open.pop_back();
        continue;
      }
      size_t before = open.size();
      for (unsigned b : llvm::reverse(nodes[top].reads))
        if (buffers[b].writer >= 0 && !progress.hasRun(buffers[b].writer))
          open.push_back(buffers[b].writer);
      // Sethi-Ullman order: by descending (peak - residual).
      std::stable_sort(open.begin() + before, open.end(),
                       [&](unsigned a, unsigned b) { return surplus[a] < surplus[b]; });
      if (open.size() > before)
        continue;
      open.pop_back();
      run(top);
      if (top != end)
        runReadyFirst();
    }
  }
  for (unsigned number = 0; number < end; ++number)
    if (!progress.hasRun(number))
      order.insert(order.end() - 1, number); // nobody asks for its results
  return order;
}

BlockOrder::Cost BlockOrder::costOf(const Order &order) const {
  Progress progress(nodes, buffers);
  int64_t live = 0, peak = 0, sum = 0;
  for (unsigned number : order) {
    const OrderNode &node = nodes[number];
    int64_t freed = progress.freedBy(number);
    peak = std::max(peak, live + node.inside +
                              (node.isInPlace ? std::max<int64_t>(0, node.produced - freed) : node.produced));
    live += node.produced - freed;
    sum += live;
    progress.run(number, [](unsigned) {});
  }
  return {peak, sum};
}

std::vector<Operation *> BlockOrder::run() {
  const std::vector<Operation *> &old = groups.order.find(&block)->second;
  addUnits(old);
  const std::vector<bool> none(nodes.size(), false), sunk = findSunk();
  // What runs as soon as it is ready goes in front of what others send, and nothing is left to run beside that.
  const bool isBeside = runsBesideSends();
  Order best;
  Cost least;
  for (const std::vector<bool> *isSunk : {&none, &sunk}) {
    const std::vector<int64_t> surplus = findSurplus(*isSunk);
    for (bool hastens : {false, true}) {
      if (hastens && isBeside)
        continue;
      Order order = ordered(*isSunk, surplus, hastens);
      Cost cost = costOf(order);
      if (best.empty() || cost < least) {
        best = std::move(order);
        least = cost;
      }
    }
  }
  inside[block.getParentOp()] = std::max(inside[block.getParentOp()], std::max<int64_t>(least.first, 0));
  std::vector<Operation *> result;
  for (unsigned number : ArrayRef(best).drop_back())
    result.insert(result.end(), nodes[number].ops.begin(), nodes[number].ops.end());
  return result;
}

void orderForMemory(func::FuncOp function, const Fusion &fusion, KernelGroups &groups, const LoweringOptions &choices) {
  llvm::DenseMap<Operation *, int64_t> inside;
  function.walk([&](Operation *op) {
    if (!isa<func::FuncOp, stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      return;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        groups.order[&block] = BlockOrder(block, fusion, groups, choices, inside).run();
  });
}

} // namespace shardwright::lower
