#include "passes/lower/cuda/EmitThreads.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/NodeEmitter.h"
#include "passes/lower/cuda/DeviceBuilder.h"
#include "passes/lower/cuda/ThreadPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// Element `base` + `stride` x lane + `wide`[lane].
struct Address {
  Value base;
  int64_t stride = 0;
  Value wide;
  bool isAligned = true; ///< `base` is a multiple of the lanes
};

class ThreadEmitter : NodeEmitter {
public:
  ThreadEmitter(ModuleOp module, Location loc, StringRef symbol, const KernelGraph &kernel, ThreadPlan planned)
      : NodeEmitter(kernel, planned.loops, loc), module(module), symbol(symbol), plan(std::move(planned)),
        indexType(IntegerType::get(module.getContext(), indexBits())) {}

  Geometry emit();

private:
  using MergedLoop = LoopPlan::MergedLoop;

  unsigned indexBits() const;
  void emitBuffers(OpBuilder &b, func::FuncOp function);
  void emitPlace(OpBuilder &b);
  void emitPoints();
  void emitTile();
  /// Within bounds, with `minor` and `major` as the tile's points, and scopes of their own.
  template <typename Body> void atTilePoint(Value minor, Value major, Body body);
  void emitInOrder(size_t level);
  void emitNests();
  void emitNest(size_t n);
  SmallVector<Value> emitNestLoops(size_t n, size_t level, SmallVector<Value> running);
  SmallVector<Value> emitPoint(size_t n, ArrayRef<Value> running);
  SmallVector<Value> emitOwned(size_t n);
  void emitStore(const Store &store, bool byOne);
  /// Of the points of several loops, numbered row-major, `left` the number: their variables, the last one's in steps of
  /// the lanes where these lie along it.
  void setLoops(ArrayRef<MergedLoop> merged, Value left);
  /// What all threads of a team have accumulated, in each of them.
  Value combineTeam(const AccumulatorSpec &acc, Opcode op, Value own);
  void syncTeam();

  Value load(const Node *node, OpBuilder &b) override;
  Address address(const IndexExpr &e, Type wideType, OpBuilder &b);
  Value indexValue(const Node *node, OpBuilder &b) override;
  Value toIndex(const Node *node, Value value, Type type, OpBuilder &b);
  /// Of `type`, as it is stored, from that element on; where the guard is false, zero and no access.
  Value loadAt(const Node *node, Type type, Value at, Value guard, OpBuilder &b);
  /// Whether all lanes are one access of neighbours.
  bool isOneAccess(const Address &at, unsigned buffer, Value guard) const;
  /// The element of a lane of `at`.
  Value laneIndex(const Address &at, int64_t lane, OpBuilder &b);
  Value lane(Value vector, int64_t number, OpBuilder &b) {
    return isa<VectorType>(vector.getType())
               ? Value(vector::ExtractOp::create(b, loc, vector, ArrayRef<int64_t>{number}))
               : vector;
  }

  Value number(OpBuilder &b, int64_t value) { return DeviceBuilder(b, loc).number(indexType, value); }
  int64_t bytesOf(unsigned buffer) const {
    return storageType(kernel.buffers[buffer].type).getIntOrFloatBitWidth() / 8;
  }

  ModuleOp module;
  std::string symbol;
  const ThreadPlan plan;
  Type indexType; ///< of the thread's own arithmetic
  std::vector<Value> buffers;
  Value thread, block, member, teamInBlock, isFirst, isInside; ///< isInside: null where every team has a point
  Value owner;                                                 ///< its number, where elements have owners
  Value point;
  unsigned numShared = 0;
};

} // namespace

/// 32 where offsets into every buffer and numbers of points fit.
unsigned ThreadEmitter::indexBits() const {
  constexpr int64_t kMost = int64_t{1} << 30;
  bool isLarge = kernel.indexType && kernel.indexType.getIntOrFloatBitWidth() > 32;
  for (const Buffer &buffer : kernel.buffers)
    isLarge |= buffer.elements > kMost;
  return isLarge || plan.blocks * plan.threads > kMost ? 64 : 32;
}

/// An integer node's value as an integer of another width.
Value ThreadEmitter::toIndex(const Node *node, Value value, Type type, OpBuilder &b) {
  const unsigned have = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  const unsigned want = type.getIntOrFloatBitWidth();
  Type target = isa<VectorType>(value.getType()) ? withLanes(type, lanes) : type;
  if (have > want)
    return arith::TruncIOp::create(b, loc, target, value);
  if (have == want)
    return value;
  return node->type.isUnsignedInteger() || node->type.isInteger(1)
             ? Value(arith::ExtUIOp::create(b, loc, target, value))
             : Value(arith::ExtSIOp::create(b, loc, target, value));
}

Address ThreadEmitter::address(const IndexExpr &e, Type type, OpBuilder &b) {
  Address result;
  DeviceBuilder device(b, loc);
  result.base = device.number(type, e.constant);
  result.isAligned = e.constant % lanes == 0;
  auto addTerm = [&](Value value, int64_t coefficient) {
    if (coefficient != 1)
      value = arith::MulIOp::create(b, loc, value, device.number(type, coefficient));
    result.base = arith::AddIOp::create(b, loc, result.base, value);
  };
  for (auto [loop, coefficient] : e.loops) {
    if (loops.mergedInto[loop] != loop)
      continue;
    Value variable = loopValue[loop];
    if (variable.getType() != type)
      variable = type.getIntOrFloatBitWidth() > indexType.getIntOrFloatBitWidth()
                     ? Value(arith::ExtSIOp::create(b, loc, type, variable))
                     : Value(arith::TruncIOp::create(b, loc, type, variable));
    addTerm(variable, coefficient);
    if (vectorLoopId == loop)
      result.stride = coefficient;
    else
      result.isAligned &= coefficient % lanes == 0;
  }
  for (auto [node, coefficient] : e.nodes) {
    Value value = toIndex(node, get(node), type, b);
    result.isAligned &= coefficient % lanes == 0;
    if (!isWide(node->loops)) {
      addTerm(value, coefficient);
      continue;
    }
    if (!isa<VectorType>(value.getType()))
      value = splat(b, value);
    if (coefficient != 1)
      value = arith::MulIOp::create(b, loc, value, splat(b, device.number(type, coefficient)));
    result.wide = result.wide ? Value(arith::AddIOp::create(b, loc, result.wide, value)) : value;
  }
  return result;
}

Value ThreadEmitter::indexValue(const Node *node, OpBuilder &b) {
  Type type = computeType(node->type);
  Type integer = isa<FloatType>(type) ? Type(b.getI64Type()) : type;
  Address at = address(node->index, integer, b);
  if (!isWide(node->loops))
    return at.base;
  Value value = arith::AddIOp::create(b, loc, splat(b, at.base), laneNumbers(b, integer, at.stride));
  return at.wide ? Value(arith::AddIOp::create(b, loc, value, at.wide)) : value;
}

Value ThreadEmitter::laneIndex(const Address &at, int64_t number, OpBuilder &b) {
  Value index = at.base;
  if (at.stride != 0 && number != 0)
    index = arith::AddIOp::create(b, loc, index, this->number(b, at.stride * number));
  if (at.wide)
    index = arith::AddIOp::create(b, loc, index, lane(at.wide, number, b));
  return index;
}

Value ThreadEmitter::loadAt(const Node *node, Type type, Value at, Value guard, OpBuilder &b) {
  auto read = [&](OpBuilder &inner) {
    DeviceBuilder device(inner, loc);
    const auto vector = dyn_cast<VectorType>(type);
    return device.load(type, device.elementPointer(buffers[node->buffer], storageType(node->type), at),
                       bytesOf(node->buffer) * (vector ? vector.getNumElements() : 1));
  };
  if (!guard)
    return read(b);
  auto branch = scf::IfOp::create(b, loc, TypeRange{type}, guard, /*withElseRegion=*/true);
  OpBuilder inside = OpBuilder::atBlockEnd(branch.thenBlock()), outside = OpBuilder::atBlockEnd(branch.elseBlock());
  scf::YieldOp::create(inside, loc, ValueRange{read(inside)});
  Value zero = arith::ConstantOp::create(outside, loc, cast<TypedAttr>(outside.getZeroAttr(type)));
  scf::YieldOp::create(outside, loc, ValueRange{zero});
  return branch.getResult(0);
}

bool ThreadEmitter::isOneAccess(const Address &at, unsigned buffer, Value guard) const {
  return at.stride == 1 && !at.wide && at.isAligned && !(guard && isa<VectorType>(guard.getType())) &&
         kernel.buffers[buffer].elements % lanes == 0;
}

Value ThreadEmitter::load(const Node *node, OpBuilder &b) {
  Value guard = node->guard ? get(node->guard) : Value();
  Address at = address(node->index, indexType, b);
  Type storage = storageType(node->type);
  if (!isWide(node->loops))
    return fromStorage(b, loc, node->type, loadAt(node, storage, at.base, guard, b));
  Type all = withLanes(storage, lanes);
  if (isOneAccess(at, node->buffer, guard))
    return fromStorage(b, loc, node->type, loadAt(node, all, at.base, guard, b));
  SmallVector<Value> elements;
  for (int64_t i = 0; i < lanes; ++i)
    elements.push_back(loadAt(node, storage, laneIndex(at, i, b), guard ? lane(guard, i, b) : Value(), b));
  Value vector = vector::FromElementsOp::create(b, loc, cast<VectorType>(all), elements);
  return fromStorage(b, loc, node->type, vector);
}

/// `byOne`: every thread of the team has the value, one stores it.
void ThreadEmitter::emitStore(const Store &store, bool byOne) {
  OpBuilder &b = here();
  Type elementType = kernel.buffers[store.buffer].type, storage = storageType(elementType);
  Value guard = store.guard ? get(store.guard) : Value();
  auto both = [&](Value x, Value y) { return !x ? y : !y ? x : Value(arith::AndIOp::create(b, loc, x, y)); };
  Value uniform = byOne ? isFirst : Value();
  if (!kernel.buffers[store.buffer].isKept)
    uniform = both(uniform, isInside);
  Address at = address(store.offset, indexType, b);
  Value value = toStorage(b, loc, elementType, lanes == 1 ? get(store.value) : getWide(store.value));
  auto storeAt = [&](Value what, Value index, Value condition, int64_t count) {
    auto write = [&](OpBuilder &inner) {
      DeviceBuilder device(inner, loc);
      device.store(what, device.elementPointer(buffers[store.buffer], storage, index), bytesOf(store.buffer) * count);
    };
    if (!condition)
      return write(b);
    auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
    OpBuilder inner = branch.getThenBodyBuilder();
    write(inner);
  };
  if (lanes == 1)
    return storeAt(value, at.base, both(uniform, guard), 1);
  if (isOneAccess(at, store.buffer, guard))
    return storeAt(value, at.base, both(uniform, guard), lanes);
  for (int64_t i = 0; i < lanes; ++i) {
    Value own = guard ? lane(guard, i, b) : Value();
    storeAt(lane(value, i, b), laneIndex(at, i, b), both(uniform, own), 1);
  }
}

SmallVector<Value> ThreadEmitter::emitPoint(size_t n, ArrayRef<Value> running) {
  const Nest &nest = kernel.nests[n];
  SmallVector<Value> updates = computePoint(nest, running);
  const bool byOne = plan.team > 1 && !plan.split[n];
  if (byOne && !nest.stores.empty())
    syncTeam();
  for (const Store &store : nest.stores)
    emitStore(store, byOne);
  return updates;
}

/// A point whose element is the thread's own. Nothing of it is computed for others.
SmallVector<Value> ThreadEmitter::emitOwned(size_t n) {
  OpBuilder &b = here();
  Value element = address(plan.owner, indexType, b).base;
  if (plan.ownerUnit > 1)
    element = arith::DivUIOp::create(b, loc, element, number(b, plan.ownerUnit));
  element = arith::AndIOp::create(b, loc, element, number(b, plan.owners - 1));
  Value isOwn = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, element, owner);
  auto branch = scf::IfOp::create(b, loc, isOwn, /*withElseRegion=*/false);
  OpBuilder inside(branch.getContext());
  inside.setInsertionPoint(branch.thenBlock()->getTerminator());
  open(inside);
  llvm::DenseMap<unsigned, size_t> outside = loopDepth;
  for (const MergedLoop &merged : loops.nests[n])
    loopDepth[merged.id] = scopes.size() - 1;
  emitPoint(n, {});
  loopDepth = outside;
  scopes.pop_back();
  return {};
}

SmallVector<Value> ThreadEmitter::emitNestLoops(size_t n, size_t level, SmallVector<Value> running) {
  const auto &own = loops.nests[n];
  if (level == own.size())
    return owner ? emitOwned(n) : emitPoint(n, running);
  const unsigned id = own[level].id;
  const bool isSplit = plan.split[n] == id;
  const int64_t together = isSplit && plan.isByRows ? lanes : 1, step = isSplit ? plan.team * together : 1;
  Value first = isSplit ? member : number(here(), 0);
  if (together != 1)
    first = arith::MulIOp::create(here(), loc, first, number(here(), together));
  // Where all threads run as often, the loop says so: it may be unrolled as a whole.
  const bool isEven = isSplit && own[level].extent % step == 0;
  auto body = [&](SmallVector<Value> values) {
    if (isEven)
      setLoop(id, arith::AddIOp::create(here(), loc, loopValue[id], first));
    return emitNestLoops(n, level + 1, std::move(values));
  };
  return loop(id, isEven ? number(here(), 0) : first, number(here(), own[level].extent), number(here(), step), running,
              body);
}

void ThreadEmitter::syncTeam() {
  DeviceBuilder device(here(), loc);
  if (plan.isByRows && plan.team == kWarp)
    device.syncWarp();
  else
    device.syncBlock();
}

Value ThreadEmitter::combineTeam(const AccumulatorSpec &acc, Opcode op, Value own) {
  OpBuilder &b = here();
  if (plan.isByRows) {
    // Both of a pair combine the same two, whose order does not matter to any of these operations.
    for (int64_t mask = kWarp / 2; mask > 0; mask /= 2)
      own = combine(acc, op, own, DeviceBuilder(b, loc).fromLane(own, mask));
    if (plan.team == kWarp)
      return own;
  }
  // By warps, or by members of all columns.
  Type type = own.getType();
  const bool isNarrow = type.getIntOrFloatBitWidth() < 8;
  Type stored = isNarrow ? Type(b.getI8Type()) : type;
  const int64_t parts = plan.isByRows ? plan.team / kWarp : plan.team, columns = plan.isByRows ? 1 : kWarp;
  Value shared =
      DeviceBuilder(b, loc).sharedArray(module, symbol + "_sum" + std::to_string(numShared++), stored, parts * columns);
  const int64_t bytes = stored.getIntOrFloatBitWidth() / 8;
  auto at = [&](OpBuilder &inner, Value index) {
    return DeviceBuilder(inner, loc).elementPointer(shared, stored, index);
  };
  Value part = plan.isByRows ? Value(arith::DivUIOp::create(b, loc, thread, number(b, kWarp))) : thread;
  auto write = [&](OpBuilder &inner) {
    Value word = isNarrow ? Value(arith::ExtUIOp::create(inner, loc, stored, own)) : own;
    DeviceBuilder(inner, loc).store(word, at(inner, part), bytes);
  };
  if (plan.isByRows) { // one lane of each warp
    Value lane = arith::RemUIOp::create(b, loc, thread, number(b, kWarp));
    Value isLeading = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, number(b, 0));
    auto branch = scf::IfOp::create(b, loc, isLeading, /*withElseRegion=*/false);
    OpBuilder inner = branch.getThenBodyBuilder();
    write(inner);
  } else {
    write(b);
  }
  DeviceBuilder(b, loc).syncBlock();
  Value result;
  for (int64_t i = 0; i < parts; ++i) {
    Value index = number(b, i * columns);
    if (!plan.isByRows)
      index = arith::AddIOp::create(b, loc, index, teamInBlock);
    Value word = DeviceBuilder(b, loc).load(stored, at(b, index), bytes);
    if (isNarrow)
      word = arith::TruncIOp::create(b, loc, type, word);
    result = result ? combine(acc, op, result, word) : word;
  }
  return result;
}

void ThreadEmitter::emitNest(size_t n) {
  const Nest &nest = kernel.nests[n];
  const bool isShared = plan.team > 1 && plan.split[n].has_value();
  if (isShared && plan.isByRows)
    setVectorLoop(plan.split[n], plan.lanes);
  SmallVector<Value> running;
  for (const AccumulatorSpec &acc : nest.accumulators) {
    if (!isShared) {
      running.push_back(lanes == 1 ? get(acc.init) : getWide(acc.init));
      continue;
    }
    Value neutral =
        emitConstant(here(), loc, acc.running->type, neutralElement(*laneReduction(acc), acc.running->type));
    running.push_back(lanes == 1 ? neutral : splat(here(), neutral));
  }
  SmallVector<Value> results = emitNestLoops(n, 0, running);
  const int64_t nestLanes = lanes;
  if (isShared && plan.isByRows)
    setVectorLoop(std::nullopt, 1);
  for (auto [acc, value] : llvm::zip(nest.accumulators, results)) {
    if (isShared) {
      const Opcode op = *laneReduction(acc);
      if (nestLanes > 1)
        value = emitLaneReduction(here(), loc, op, acc.running->type, value);
      value = combine(acc, op, get(acc.init), combineTeam(acc, op, value));
    }
    scopes.back()->values[acc.result] = value;
  }
}

void ThreadEmitter::emitNests() {
  for (size_t n = 0; n != kernel.nests.size(); ++n) {
    // What one nest has stored another thread of the team may read or write over.
    if (n != 0 && plan.team > 1)
      syncTeam();
    emitNest(n);
  }
}

void ThreadEmitter::emitInOrder(size_t level) {
  if (level == plan.inOrder.size())
    return emitNests();
  const MergedLoop &merged = plan.inOrder[level];
  loop(merged.id, number(here(), 0), number(here(), merged.extent), number(here(), 1), {}, [&](SmallVector<Value>) {
    emitInOrder(level + 1);
    return SmallVector<Value>();
  });
}

void ThreadEmitter::emitBuffers(OpBuilder &b, func::FuncOp function) {
  unsigned next = 0, kept = 0;
  for (const Buffer &buffer : kernel.buffers) {
    DeviceBuilder device(b, loc);
    if (!buffer.isKept) {
      buffers.push_back(device.pointer(function.getArgument(next++)));
      continue;
    }
    Type storage = storageType(buffer.type);
    if (!plan.keepsInShared()) {
      buffers.push_back(device.localArray(storage, buffer.elements));
      continue;
    }
    // A row for each team.
    const int64_t row = llvm::alignTo(buffer.elements, 16);
    Value all =
        device.sharedArray(module, symbol + "_row" + std::to_string(kept++), storage, row * plan.pointsPerBlock);
    Value first = arith::MulIOp::create(b, loc, teamInBlock, number(b, row));
    buffers.push_back(device.elementPointer(all, storage, first));
  }
}

/// Which team and which point the thread belongs to.
void ThreadEmitter::emitPlace(OpBuilder &b) {
  DeviceBuilder device(b, loc);
  auto widen = [&](Value value) {
    return value.getType() == indexType ? value : Value(arith::ExtUIOp::create(b, loc, indexType, value));
  };
  thread = widen(device.threadInBlock());
  block = widen(device.blockNumber());
  member = number(b, 0);
  teamInBlock = thread;
  if (plan.team > 1) {
    Value by = number(b, plan.isByRows ? plan.team : plan.pointsPerBlock);
    Value quotient = arith::DivUIOp::create(b, loc, thread, by), rest = arith::RemUIOp::create(b, loc, thread, by);
    member = plan.isByRows ? rest : quotient;
    teamInBlock = plan.isByRows ? quotient : rest;
    isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, member, number(b, 0));
  }
  point =
      arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, block, number(b, plan.pointsPerBlock)), teamInBlock);
}

/// The loops of the thread's point, by division.
void ThreadEmitter::emitPoints() {
  OpBuilder &b = here();
  Value left = point;
  if (plan.owners > 1) {
    Value points = number(b, plan.numPoints / plan.owners);
    owner = arith::DivUIOp::create(b, loc, point, points);
    left = arith::RemUIOp::create(b, loc, point, points);
  }
  setLoops(plan.points, left);
}

void ThreadEmitter::setLoops(ArrayRef<MergedLoop> merged, Value left) {
  OpBuilder &b = here();
  for (size_t i = merged.size(); i-- != 0;) {
    const int64_t step = vectorLoopId == merged[i].id ? lanes : 1, extent = merged[i].extent / step;
    Value variable = left;
    if (i != 0) {
      Value by = number(b, std::max<int64_t>(extent, 1));
      variable = arith::RemUIOp::create(b, loc, left, by);
      left = arith::DivUIOp::create(b, loc, left, by);
    }
    if (step != 1)
      variable = arith::MulIOp::create(b, loc, variable, number(b, step));
    setLoop(merged[i].id, variable);
  }
}

/// The loops of `points` that a tile's squares lie along, beside its major one.
static ArrayRef<LoopPlan::MergedLoop> minorOf(const ThreadPlan &plan) {
  return ArrayRef(plan.points).drop_front(plan.tile->firstMinor);
}

template <typename Body> void ThreadEmitter::atTilePoint(Value minor, Value major, Body body) {
  OpBuilder &b = here();
  int64_t majorPoints = 1;
  for (const MergedLoop &merged : plan.points)
    majorPoints = merged.id == plan.tile->major ? merged.extent : majorPoints;
  auto below = [&](Value x, int64_t bound) {
    return Value(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, number(b, bound)));
  };
  Value isIn = arith::AndIOp::create(b, loc, below(minor, extentOf(minorOf(plan))), below(major, majorPoints));
  auto branch = scf::IfOp::create(b, loc, isIn, /*withElseRegion=*/false);
  b.setInsertionPoint(branch);
  OpBuilder inside(branch.getContext());
  inside.setInsertionPoint(branch.thenBlock()->getTerminator());
  open(inside);
  setLoops(minorOf(plan), minor);
  setLoop(plan.tile->major, major);
  body();
  scopes.pop_back();
  here().setInsertionPointAfter(branch);
}

void ThreadEmitter::emitTile() {
  const ThreadPlan::Tile &tile = *plan.tile;
  OpBuilder &b = here();
  DeviceBuilder device(b, loc);
  Value beside = arith::RemUIOp::create(b, loc, thread, number(b, kTileSide));
  Value above = arith::DivUIOp::create(b, loc, thread, number(b, kTileSide));
  // Of the block: the other loops, then squares along the minor points, then along the major ones.
  Value left = block;
  auto take = [&](int64_t count) {
    Value by = number(b, count), rest = arith::RemUIOp::create(b, loc, left, by);
    left = arith::DivUIOp::create(b, loc, left, by);
    return rest;
  };
  const int64_t minorPoints = extentOf(minorOf(plan));
  Value firstMajor,
      firstMinor = arith::MulIOp::create(b, loc, take(llvm::divideCeil(minorPoints, kTileSide)), number(b, kTileSide));
  for (size_t i = tile.firstMinor; i-- != 0;) {
    const MergedLoop &merged = plan.points[i];
    if (merged.id == tile.major) {
      firstMajor =
          arith::MulIOp::create(b, loc, take(llvm::divideCeil(merged.extent, kTileSide)), number(b, kTileSide));
      continue;
    }
    setLoop(merged.id, take(merged.extent));
  }
  SmallVector<Value> shared;
  for (auto [i, node] : llvm::enumerate(tile.turned))
    shared.push_back(device.sharedArray(module, symbol + "_tile" + std::to_string(i), storageType(node->type),
                                        kTileSide * (kTileSide + 1)));
  auto along = [&](Value first, Value offset, int64_t step) {
    return Value(
        arith::AddIOp::create(here(), loc, arith::AddIOp::create(here(), loc, first, offset), number(here(), step)));
  };
  auto cell = [&](size_t i, Value row, Value column) {
    Value place = arith::AddIOp::create(here(), loc,
                                        arith::MulIOp::create(here(), loc, row, number(here(), kTileSide + 1)), column);
    return DeviceBuilder(here(), loc).elementPointer(shared[i], storageType(tile.turned[i]->type), place);
  };
  for (int64_t step = 0; step < kTileSide; step += kTileStep)
    atTilePoint(along(firstMinor, above, step), along(firstMajor, beside, 0), [&] {
      Value column = arith::AddIOp::create(here(), loc, above, number(here(), step));
      for (auto [i, node] : llvm::enumerate(tile.turned)) {
        Value element =
            loadAt(node, storageType(node->type), address(node->index, indexType, here()).base, Value(), here());
        DeviceBuilder(here(), loc).store(element, cell(i, beside, column), bytesOf(node->buffer));
      }
    });
  DeviceBuilder(here(), loc).syncBlock();
  for (int64_t step = 0; step < kTileSide; step += kTileStep)
    atTilePoint(along(firstMinor, beside, 0), along(firstMajor, above, step), [&] {
      Value row = arith::AddIOp::create(here(), loc, above, number(here(), step));
      for (auto [i, node] : llvm::enumerate(tile.turned)) {
        Value stored =
            DeviceBuilder(here(), loc).load(storageType(node->type), cell(i, row, beside), bytesOf(node->buffer));
        scopes.back()->values[node] = fromStorage(here(), loc, node->type, stored);
      }
      emitNests();
    });
}

Geometry ThreadEmitter::emit() {
  unsigned parameters = 0;
  for (const Buffer &buffer : kernel.buffers)
    parameters += !buffer.isKept;
  DeviceFunction made = createKernel(module, loc, symbol, parameters, plan.threads);
  OpBuilder b = made.builder;
  emitPlace(b);
  emitBuffers(b, made.function);
  if (plan.tile) {
    open(b);
    emitTile();
    return {plan.blocks, plan.threads};
  }
  if (plan.numPoints != plan.blocks * plan.pointsPerBlock) {
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, point, number(b, plan.numPoints));
    if (plan.team > 1 && !(plan.isByRows && plan.team == kWarp)) {
      // Its threads meet the others at barriers, at another team's point, and store nothing.
      isInside = inside;
      point = arith::MinUIOp::create(b, loc, point, number(b, plan.numPoints - 1));
    } else {
      auto branch = scf::IfOp::create(b, loc, inside, /*withElseRegion=*/false);
      b = branch.getThenBodyBuilder();
    }
  }
  open(b);
  if (!plan.isByRows && plan.team == 1 && !plan.points.empty())
    setVectorLoop(plan.points.back().id, plan.lanes);
  emitPoints();
  emitInOrder(0);
  return {plan.blocks, plan.threads};
}

Geometry emitThreads(ModuleOp module, Location loc, StringRef symbol, const KernelGraph &kernel) {
  return ThreadEmitter(module, loc, symbol, kernel, planThreads(kernel)).emit();
}

} // namespace shardwright::lower::cuda
