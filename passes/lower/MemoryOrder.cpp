// Orders are judged by counting what is alive in each, values as rooms in memory: what is inlined has none, a reshape
// shares its operand's, an in-place operation needs no more than what it leaves behind.
#include "passes/lower/MemoryOrder.h"

#include "passes/common/Bytes.h"
#include "passes/lower/ElementReads.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/OpTable.h"

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
struct Unit {
  SmallVector<Operation *, 1> ops;
  SmallVector<unsigned, 4> reads, writes; ///< rooms
  int64_t produced = 0;                   ///< bytes of `writes`
  int64_t inside = 0;                     ///< that regions need beside what they are given
  bool isInPlace = false;                 ///< results may lie over operands
  bool stays = false;                     ///< has an effect beside its results
  bool sends = false;
};

struct Room {
  int64_t bytes;
  bool isHeld = false; ///< there before and after all that is run
  int writer = -1;     ///< the unit
  SmallVector<unsigned, 2> readers;
};

using Order = std::vector<unsigned>;

class BlockOrder {
public:
  BlockOrder(Block &block, const Fusion &fusion, const KernelGroups &groups, const HostChoices &choices,
             llvm::DenseMap<Operation *, int64_t> &inside)
      : block(block), fusion(fusion), groups(groups), choices(choices), inside(inside) {}

  /// The best order of what is run.
  std::vector<Operation *> run();

private:
  void addUnits(ArrayRef<Operation *> order);
  using Seen = llvm::SmallDenseSet<Operation *>;
  void addReads(Unit &unit, Operation *op, Seen &seen);
  void addRead(Unit &unit, Value value, Seen &seen);
  unsigned roomOf(Value value);
  bool isHeld(BlockArgument argument) const;
  std::vector<bool> findLate() const;
  std::vector<int64_t> findSurplus(const std::vector<bool> &isLate) const;
  Order ordered(const std::vector<bool> &isLate, ArrayRef<int64_t> surplus, bool hastens) const;
  /// Bytes at the peak; at equal peaks, the sum over all units. A carry that is free sooner can be where its next value
  /// is made, and what was written last is in the cache.
  using Cost = std::pair<int64_t, int64_t>;
  Cost costOf(const Order &order) const;

  Block &block;
  const Fusion &fusion;
  const KernelGroups &groups;
  const HostChoices &choices;
  llvm::DenseMap<Operation *, int64_t> &inside; ///< of operations with regions: as Unit::inside
  std::vector<Unit> units;                      ///< the last one stands for the block's end
  std::vector<Room> rooms;
  llvm::DenseMap<Value, unsigned> numbers;
};

} // namespace

/// Whether the room is needed whatever this block does with it.
bool BlockOrder::isHeld(BlockArgument argument) const {
  if (argument.getOwner() != &block)
    return true;
  if (auto function = dyn_cast<func::FuncOp>(block.getParentOp()))
    return !choices.donation || !isDonated(function, argument.getArgNumber());
  // A carry is free after its last use in the body, unless it is carried on.
  auto loop = dyn_cast<stablehlo::WhileOp>(block.getParentOp());
  return !loop || block.getParent() != &loop.getBody() ||
         block.getTerminator()->getOperand(argument.getArgNumber()) == argument;
}

unsigned BlockOrder::roomOf(Value value) {
  while (value.getDefiningOp() && isCopyOfBuffer(value.getDefiningOp(), fusion))
    value = value.getDefiningOp()->getOperand(0);
  auto [it, isNew] = numbers.try_emplace(value, rooms.size());
  if (!isNew)
    return it->second;
  Room room{bytesOf(value)};
  Operation *op = value.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(value);
  if (op ? op->getBlock() != &block || isa<stablehlo::ConstantOp>(op) : isHeld(argument))
    room.isHeld = true;
  rooms.push_back(std::move(room));
  return it->second;
}

void BlockOrder::addRead(Unit &unit, Value value, Seen &seen) {
  if (fusion.isInlined(value)) {
    if (seen.insert(value.getDefiningOp()).second)
      addReads(unit, value.getDefiningOp(), seen);
    return;
  }
  if (Operation *op = value.getDefiningOp(); op && llvm::is_contained(unit.ops, op))
    return;
  unsigned room = roomOf(value);
  if (!llvm::is_contained(unit.reads, room))
    unit.reads.push_back(room);
}

void BlockOrder::addReads(Unit &unit, Operation *op, Seen &seen) {
  for (Value operand : op->getOperands())
    addRead(unit, operand, seen);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *nested) {
      for (Value value : nested->getOperands())
        if (!region.isAncestor(value.getParentRegion()))
          addRead(unit, value, seen);
    });
}

void BlockOrder::addUnits(ArrayRef<Operation *> order) {
  auto groupOf = [&](Operation *op) {
    auto it = groups.groupOf.find(op);
    return it == groups.groupOf.end() ? -1 : static_cast<int>(it->second);
  };
  // The first one is for other names of what is there before.
  units.emplace_back();
  llvm::DenseMap<Operation *, unsigned> unitOf;
  for (Operation *op : order) {
    if (isCopyOfBuffer(op, fusion)) {
      unsigned named = unitOf.lookup(op->getOperand(0).getDefiningOp()); // none: the first one
      units[named].ops.push_back(op);
      unitOf[op] = named;
      continue;
    }
    if (units.size() == 1 || groupOf(op) < 0 || groupOf(op) != groupOf(units.back().ops.front()))
      units.emplace_back();
    units.back().ops.push_back(op);
    unitOf[op] = units.size() - 1;
  }
  units.emplace_back();
  units.back().ops.push_back(block.getTerminator());
  for (auto [number, unit] : llvm::enumerate(units)) {
    Seen seen;
    for (auto [i, op] : llvm::enumerate(unit.ops)) {
      addReads(unit, op, seen);
      unit.inside += inside.lookup(op);
      unit.stays |= isa<check::CheckDialect>(op->getDialect());
      unit.sends |= spmd::isCollective(op);
      unit.isInPlace |=
          isIndexComputation(op) || isa<stablehlo::ReduceOp, stablehlo::DynamicUpdateSliceOp, stablehlo::ScatterOp,
                                        stablehlo::SortOp, stablehlo::WhileOp, spmd::AllReduceOp>(op);
      int group = groupOf(op);
      if (isCopyOfBuffer(op, fusion) || isa<stablehlo::ConstantOp>(op) ||
          (group >= 0 && !groups.groups[group].members[i].isStored))
        continue;
      for (Value result : op->getResults()) {
        unsigned room = roomOf(result);
        rooms[room].writer = number;
        unit.writes.push_back(room);
        unit.produced += rooms[room].bytes;
      }
    }
    for (unsigned room : unit.reads)
      rooms[room].readers.push_back(number);
  }
}

/// Units that hold nothing back by waiting: all they read is there anyway, is read by others after their results are
/// asked for, or is made for them alone by such a unit.
std::vector<bool> BlockOrder::findLate() const {
  std::vector<bool> isLate(units.size(), false);
  for (auto [number, unit] : llvm::enumerate(ArrayRef(units).drop_back())) {
    unsigned asked = units.size();
    for (unsigned b : unit.writes)
      if (!rooms[b].readers.empty())
        asked = std::min(asked, rooms[b].readers.front());
    bool mayBe = unit.produced > 0 && !unit.stays && unit.inside == 0 && !(unit.sends && choices.sendsBesideCompute);
    isLate[number] = mayBe && llvm::all_of(unit.reads, [&](unsigned b) {
                       const Room &room = rooms[b];
                       return room.isHeld || room.bytes <= kTiny || room.readers.back() > asked ||
                              (room.writer >= 0 && isLate[room.writer] && room.readers.size() == 1);
                     });
  }
  return isLate;
}

/// By unit: how much more is alive while it and the late ones that it asks for are run than is left of them.
std::vector<int64_t> BlockOrder::findSurplus(const std::vector<bool> &isLate) const {
  std::vector<int64_t> surplus(units.size(), 0);
  for (auto [number, unit] : llvm::enumerate(units)) {
    SmallVector<unsigned> asked;
    for (unsigned b : unit.reads)
      if (rooms[b].writer >= 0 && isLate[rooms[b].writer] && !llvm::is_contained(asked, rooms[b].writer))
        asked.push_back(rooms[b].writer);
    llvm::stable_sort(asked, [&](unsigned a, unsigned b) { return surplus[a] > surplus[b]; });
    int64_t left = 0, most = 0;
    for (unsigned other : asked) {
      most = std::max(most, left + units[other].produced + surplus[other]);
      left += units[other].produced;
    }
    surplus[number] = std::max(most, left + unit.produced) - unit.produced;
  }
  return surplus;
}

/// What has been run so far, and what that leaves alive.
namespace {
class Progress {
public:
  Progress(ArrayRef<Unit> units, ArrayRef<Room> rooms)
      : units(units), rooms(rooms), isRun(units.size(), false), missing(units.size(), 0), left(rooms.size(), 0),
        lastReader(rooms.size(), 0) {
    for (auto [number, unit] : llvm::enumerate(units))
      for (unsigned b : unit.reads) {
        missing[number] += rooms[b].writer >= 0;
        ++left[b];
        lastReader[b] ^= number;
      }
  }
  bool hasRun(unsigned unit) const { return isRun[unit]; }
  bool isReady(unsigned unit) const { return !isRun[unit] && missing[unit] == 0; }
  /// Bytes that nobody needs once the unit has run.
  int64_t freedBy(unsigned unit) const {
    int64_t bytes = 0;
    for (unsigned b : units[unit].reads)
      if (left[b] == 1 && !rooms[b].isHeld)
        bytes += rooms[b].bytes;
    for (unsigned b : units[unit].writes)
      if (rooms[b].readers.empty())
        bytes += rooms[b].bytes;
    return bytes;
  }
  /// Calls `changed` with units that may have become ready, or have become the last readers of something.
  void run(unsigned unit, llvm::function_ref<void(unsigned)> changed) {
    isRun[unit] = true;
    for (unsigned b : units[unit].reads) {
      --left[b];
      lastReader[b] ^= unit; // of one that is left, its number is left
      if (left[b] == 1)
        changed(lastReader[b]);
    }
    for (unsigned b : units[unit].writes)
      for (unsigned reader : rooms[b].readers)
        if (--missing[reader] == 0)
          changed(reader);
  }

private:
  ArrayRef<Unit> units;
  ArrayRef<Room> rooms;
  std::vector<bool> isRun;
  std::vector<unsigned> missing;    ///< by unit: rooms that it reads and that are not written
  std::vector<unsigned> left;       ///< by room: readers that have not run
  std::vector<unsigned> lastReader; ///< by room: of those that have not run, all numbers together
};
} // namespace

/// The units in their old order, but the late ones when they are asked for, and, if it `hastens`, those that do not
/// grow memory when they are ready.
Order BlockOrder::ordered(const std::vector<bool> &isLate, ArrayRef<int64_t> surplus, bool hastens) const {
  Order order;
  Progress progress(units, rooms);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> hasty;
  unsigned end = units.size() - 1;
  auto run = [&](unsigned number) {
    order.push_back(number);
    progress.run(number, [&](unsigned other) { hasty.push(other); });
  };
  auto runHasty = [&] {
    for (; !hasty.empty();) {
      unsigned next = hasty.top();
      hasty.pop();
      if (hastens && next != end && progress.isReady(next) && !units[next].stays && units[next].inside == 0 &&
          units[next].produced <= progress.freedBy(next))
        run(next);
    }
  };
  SmallVector<unsigned> open;
  for (unsigned number = 0; number <= end; ++number) {
    if (number == 1) // the names are given
      for (unsigned other = 1; other < end; ++other)
        if (progress.isReady(other))
          hasty.push(other);
    runHasty();
    if (isLate[number])
      continue;
    // Late ones that are missing, in depth.
    open.push_back(number);
    while (!open.empty()) {
      unsigned top = open.back();
      if (progress.hasRun(top)) {
        open.pop_back();
        continue;
      }
      size_t before = open.size();
      for (unsigned b : llvm::reverse(units[top].reads))
        if (rooms[b].writer >= 0 && !progress.hasRun(rooms[b].writer))
          open.push_back(rooms[b].writer);
      // Who needs most beside what it leaves goes first.
      std::stable_sort(open.begin() + before, open.end(),
                       [&](unsigned a, unsigned b) { return surplus[a] < surplus[b]; });
      if (open.size() > before)
        continue;
      open.pop_back();
      run(top);
      if (top != end)
        runHasty();
    }
  }
  for (unsigned number = 0; number < end; ++number)
    if (!progress.hasRun(number))
      order.insert(order.end() - 1, number); // nobody asks for its results
  return order;
}

BlockOrder::Cost BlockOrder::costOf(const Order &order) const {
  Progress progress(units, rooms);
  int64_t live = 0, peak = 0, sum = 0;
  for (unsigned number : order) {
    const Unit &unit = units[number];
    int64_t freed = progress.freedBy(number);
    peak = std::max(peak, live + unit.inside +
                              (unit.isInPlace ? std::max<int64_t>(0, unit.produced - freed) : unit.produced));
    live += unit.produced - freed;
    sum += live;
    progress.run(number, [](unsigned) {});
  }
  return {peak, sum};
}

std::vector<Operation *> BlockOrder::run() {
  const std::vector<Operation *> &old = groups.order.find(&block)->second;
  addUnits(old);
  const std::vector<bool> none(units.size(), false), late = findLate();
  Order best;
  Cost least;
  for (const std::vector<bool> *isLate : {&none, &late}) {
    const std::vector<int64_t> surplus = findSurplus(*isLate);
    for (bool hastens : {false, true}) {
      Order order = ordered(*isLate, surplus, hastens);
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
    result.insert(result.end(), units[number].ops.begin(), units[number].ops.end());
  return result;
}

void orderForMemory(func::FuncOp function, const Fusion &fusion, KernelGroups &groups, const HostChoices &choices) {
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
