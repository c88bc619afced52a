#include "passes/lower/cuda/EmitThreads.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/cuda/DeviceBuilder.h"
#include "passes/lower/cuda/ThreadPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// An open loop, or the thread's own code: a value is computed in the outermost scope that knows the loops it varies
/// with. Nothing traps and no access leaves its buffer, so computing early is always allowed.
struct Scope {
  OpBuilder builder;
  llvm::DenseMap<const Node *, Value> values, wide;
  explicit Scope(OpBuilder b) : builder(b) {}
};

/// Element `base` + `stride` x lane + `wide`[lane].
struct Address {
  Value base;
  int64_t stride = 0;
  Value wide;
  bool isAligned = true; ///< `base` is a multiple of the lanes
};

class ThreadEmitter {
public:
  ThreadEmitter(ModuleOp module, Location loc, StringRef symbol, const KernelGraph &kernel)
      : module(module), symbol(symbol), kernel(kernel), plan(planThreads(kernel)), loc(loc),
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
  template <typename Body>
  SmallVector<Value> loop(unsigned id, Value lower, int64_t upper, int64_t step, SmallVector<Value> running, Body body);

  Value combine(const AccumulatorSpec &acc, Opcode op, Value x, Value y);
  /// What all threads of a team have accumulated, in each of them.
  Value combineTeam(const AccumulatorSpec &acc, Opcode op, Value own);
  void syncTeam();

  Value get(const Node *node);
  Value getWide(const Node *node);
  Value compute(const Node *node, Scope &scope);
  Value computeLoad(const Node *node, Scope &scope);
  Address address(const IndexExpr &e, Type wideType, OpBuilder &b);
  Value indexValue(const Node *node, OpBuilder &b);
  Value toIndex(const Node *node, Value value, Type type, OpBuilder &b);
  Value loadElement(const Node *node, Value at, Value guard, OpBuilder &b);
  /// The element of a lane of `at`.
  Value laneIndex(const Address &at, int64_t lane, OpBuilder &b);
  Value lane(Value vector, int64_t number, OpBuilder &b) {
    return isa<VectorType>(vector.getType())
               ? Value(vector::ExtractOp::create(b, loc, vector, ArrayRef<int64_t>{number}))
               : vector;
  }

  bool isWide(uint64_t loops) const { return (loops & vectorMask) != 0; }
  size_t depthOf(uint64_t loops) const;
  OpBuilder &here() { return scopes.back()->builder; }
  Value number(OpBuilder &b, int64_t value) { return DeviceBuilder(b, loc).number(indexType, value); }
  Value splat(OpBuilder &b, Value scalar) {
    return vector::BroadcastOp::create(b, loc, withLanes(scalar.getType(), lanes), scalar);
  }
  Value laneNumbers(OpBuilder &b, Type element, int64_t stride);
  void setVectorLoop(std::optional<unsigned> loop);
  int64_t bytesOf(unsigned buffer) const {
    return storageType(kernel.buffers[buffer].type).getIntOrFloatBitWidth() / 8;
  }

  ModuleOp module;
  std::string symbol;
  const KernelGraph &kernel;
  const ThreadPlan plan;
  Location loc;
  Type indexType; ///< of the thread's own arithmetic
  std::vector<Value> buffers;
  std::vector<std::unique_ptr<Scope>> scopes;
  llvm::DenseMap<unsigned, size_t> loopDepth; ///< merged loop -> the scope its variable lives in
  llvm::DenseMap<unsigned, Value> loopValue;
  Value thread, member, teamInBlock, isFirst, isInside; ///< isInside: null where every team has a point
  Value owner;                                          ///< its number, where elements have owners
  Value point;
  unsigned numShared = 0;
  std::optional<unsigned> vectorLoopId;
  uint64_t vectorMask = 0;
  int64_t lanes = 1;
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

void ThreadEmitter::setVectorLoop(std::optional<unsigned> loop) {
  vectorLoopId = plan.lanes > 1 ? loop : std::nullopt;
  lanes = vectorLoopId ? plan.lanes : 1;
  vectorMask = 0;
  for (unsigned l = 0; vectorLoopId && l < plan.loops.mergedInto.size(); ++l)
    if (plan.loops.mergedInto[l] == *vectorLoopId)
      vectorMask |= uint64_t{1} << l;
}

size_t ThreadEmitter::depthOf(uint64_t loops) const {
  size_t depth = 0;
  for (unsigned l = 0; l < plan.loops.mergedInto.size(); ++l)
    if (loops >> l & 1)
      if (auto it = loopDepth.find(plan.loops.mergedInto[l]); it != loopDepth.end())
        depth = std::max(depth, it->second);
  return depth;
}

Value ThreadEmitter::laneNumbers(OpBuilder &b, Type element, int64_t stride) {
  SmallVector<APInt> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(APInt(element.getIntOrFloatBitWidth(), i * stride, true, true));
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(cast<ShapedType>(withLanes(element, lanes)), values));
}

Value ThreadEmitter::get(const Node *node) {
  // An accumulator's or local's value is set where it comes to be.
  if (node->kind == NodeKind::Accumulator || node->kind == NodeKind::Local) {
    for (auto &scope : llvm::reverse(scopes))
      if (Value value = scope->values.lookup(node))
        return value;
    llvm_unreachable("an accumulator outside its nest");
  }
  Scope &scope = *scopes[depthOf(node->loops)];
  if (Value value = scope.values.lookup(node))
    return value;
  Value value = compute(node, scope);
  scope.values[node] = value;
  return value;
}

Value ThreadEmitter::getWide(const Node *node) {
  Value value = get(node);
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  Scope &scope = *scopes[std::min(depthOf(node->loops | vectorMask), scopes.size() - 1)];
  Value &wide = scope.wide[node];
  if (!wide)
    wide = splat(scope.builder, value);
  return wide;
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
    if (plan.loops.mergedInto[loop] != loop)
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

/// One element as it is stored; where the guard is false, zero and no access.
Value ThreadEmitter::loadElement(const Node *node, Value at, Value guard, OpBuilder &b) {
  Type storage = storageType(node->type);
  auto load = [&](OpBuilder &inner) {
    DeviceBuilder device(inner, loc);
    return device.load(storage, device.elementPointer(buffers[node->buffer], storage, at), bytesOf(node->buffer));
  };
  if (!guard)
    return load(b);
  auto branch = scf::IfOp::create(b, loc, TypeRange{storage}, guard, /*withElseRegion=*/true);
  OpBuilder inside = OpBuilder::atBlockEnd(branch.thenBlock()), outside = OpBuilder::atBlockEnd(branch.elseBlock());
  scf::YieldOp::create(inside, loc, ValueRange{load(inside)});
  Value zero = arith::ConstantOp::create(outside, loc, cast<TypedAttr>(outside.getZeroAttr(storage)));
  scf::YieldOp::create(outside, loc, ValueRange{zero});
  return branch.getResult(0);
}

Value ThreadEmitter::computeLoad(const Node *node, Scope &scope) {
  OpBuilder &b = scope.builder;
  Value guard = node->guard ? get(node->guard) : Value();
  Address at = address(node->index, indexType, b);
  if (!isWide(node->loops))
    return fromStorage(b, loc, node->type, loadElement(node, at.base, guard, b));
  Type storage = storageType(node->type);
  const bool isWideGuard = guard && isa<VectorType>(guard.getType());
  if (at.stride == 1 && !at.wide && at.isAligned && !isWideGuard &&
      kernel.buffers[node->buffer].elements % lanes == 0) {
    auto type = cast<VectorType>(withLanes(storage, lanes));
    auto load = [&](OpBuilder &inner) {
      DeviceBuilder device(inner, loc);
      return device.load(type, device.elementPointer(buffers[node->buffer], storage, at.base),
                         bytesOf(node->buffer) * lanes);
    };
    if (!guard)
      return fromStorage(b, loc, node->type, load(b));
    auto branch = scf::IfOp::create(b, loc, TypeRange{type}, guard, /*withElseRegion=*/true);
    OpBuilder inside = OpBuilder::atBlockEnd(branch.thenBlock()), outside = OpBuilder::atBlockEnd(branch.elseBlock());
    scf::YieldOp::create(inside, loc, ValueRange{load(inside)});
    Value zero = arith::ConstantOp::create(outside, loc, cast<TypedAttr>(outside.getZeroAttr(type)));
    scf::YieldOp::create(outside, loc, ValueRange{zero});
    return fromStorage(b, loc, node->type, branch.getResult(0));
  }
  SmallVector<Value> elements;
  for (int64_t i = 0; i < lanes; ++i)
    elements.push_back(loadElement(node, laneIndex(at, i, b), guard ? lane(guard, i, b) : Value(), b));
  Value vector = vector::FromElementsOp::create(b, loc, cast<VectorType>(withLanes(storage, lanes)), elements);
  return fromStorage(b, loc, node->type, vector);
}

Value ThreadEmitter::compute(const Node *node, Scope &scope) {
  switch (node->kind) {
  case NodeKind::Constant:
    return emitConstant(scope.builder, loc, node->type, node->constant);
  case NodeKind::Load:
    return computeLoad(node, scope);
  case NodeKind::Index:
    return indexValue(node, scope.builder);
  default:
    break;
  }
  SmallVector<Value> operands;
  for (const Node *operand : node->operands)
    operands.push_back(isWide(node->loops) ? getWide(operand) : get(operand));
  return emitApply(scope.builder, loc, *node, operands);
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
  const bool isWideGuard = guard && isa<VectorType>(guard.getType());
  if (lanes == 1)
    return storeAt(value, at.base, both(uniform, guard), 1);
  if (at.stride == 1 && !at.wide && at.isAligned && !isWideGuard && kernel.buffers[store.buffer].elements % lanes == 0)
    return storeAt(value, at.base, both(uniform, guard), lanes);
  for (int64_t i = 0; i < lanes; ++i) {
    Value own = guard ? lane(guard, i, b) : Value();
    storeAt(lane(value, i, b), laneIndex(at, i, b), both(uniform, own), 1);
  }
}

SmallVector<Value> ThreadEmitter::emitPoint(size_t n, ArrayRef<Value> running) {
  const Nest &nest = kernel.nests[n];
  for (auto [acc, value] : llvm::zip(nest.accumulators, running))
    scopes.back()->values[acc.running] = value;
  SmallVector<Value> updates;
  for (auto [acc, value] : llvm::zip(nest.accumulators, running))
    updates.push_back(isa<VectorType>(value.getType()) ? getWide(acc.update) : get(acc.update));
  // All values before any store: a store may overwrite what another value is loaded from.
  for (const Store &store : nest.stores) {
    lanes == 1 ? get(store.value) : getWide(store.value);
    if (store.guard)
      get(store.guard);
  }
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
  scopes.push_back(std::make_unique<Scope>(inside));
  llvm::DenseMap<unsigned, size_t> outside = loopDepth;
  for (const MergedLoop &merged : plan.loops.nests[n])
    loopDepth[merged.id] = scopes.size() - 1;
  emitPoint(n, {});
  loopDepth = outside;
  scopes.pop_back();
  return {};
}

template <typename Body>
SmallVector<Value> ThreadEmitter::loop(unsigned id, Value lower, int64_t upper, int64_t step,
                                       SmallVector<Value> running, Body body) {
  OpBuilder &b = here();
  auto forOp = scf::ForOp::create(b, loc, lower, number(b, upper), number(b, step), running);
  b.setInsertionPoint(forOp);
  OpBuilder inner(forOp.getContext());
  if (running.empty())
    inner.setInsertionPoint(forOp.getBody()->getTerminator());
  else
    inner.setInsertionPointToEnd(forOp.getBody());
  scopes.push_back(std::make_unique<Scope>(inner));
  loopDepth[id] = scopes.size() - 1;
  loopValue[id] = forOp.getInductionVar();
  SmallVector<Value> results = body(SmallVector<Value>(forOp.getRegionIterArgs()));
  if (!running.empty())
    scf::YieldOp::create(here(), loc, results);
  scopes.pop_back();
  loopDepth.erase(id);
  here().setInsertionPointAfter(forOp);
  return SmallVector<Value>(forOp.getResults());
}

SmallVector<Value> ThreadEmitter::emitNestLoops(size_t n, size_t level, SmallVector<Value> running) {
  const auto &loops = plan.loops.nests[n];
  if (level == loops.size())
    return owner ? emitOwned(n) : emitPoint(n, running);
  auto body = [&](SmallVector<Value> values) { return emitNestLoops(n, level + 1, std::move(values)); };
  if (plan.split[n] != loops[level].id)
    return loop(loops[level].id, number(here(), 0), loops[level].extent, 1, running, body);
  const int64_t step = plan.isByRows ? lanes : 1;
  Value first = member;
  if (step != 1)
    first = arith::MulIOp::create(here(), loc, first, number(here(), step));
  return loop(loops[level].id, first, loops[level].extent, plan.team * step, running, body);
}

Value ThreadEmitter::combine(const AccumulatorSpec &acc, Opcode op, Value x, Value y) {
  Node node;
  node.kind = NodeKind::Apply;
  node.op = op;
  node.type = acc.running->type;
  node.operands = {acc.init, acc.init};
  return emitApply(here(), loc, node, {x, y});
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
    setVectorLoop(plan.split[n]);
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
    setVectorLoop(std::nullopt);
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
  loop(merged.id, number(here(), 0), merged.extent, 1, {}, [&](SmallVector<Value>) {
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
  Value block = widen(device.blockNumber());
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
  for (size_t i = plan.points.size(); i-- != 0;) {
    const MergedLoop &merged = plan.points[i];
    const int64_t step = vectorLoopId == merged.id ? lanes : 1, extent = merged.extent / step;
    Value variable = left;
    if (i != 0) {
      Value by = number(b, std::max<int64_t>(extent, 1));
      variable = arith::RemUIOp::create(b, loc, left, by);
      left = arith::DivUIOp::create(b, loc, left, by);
    }
    if (step != 1)
      variable = arith::MulIOp::create(b, loc, variable, number(b, step));
    loopValue[merged.id] = variable;
    loopDepth[merged.id] = 0;
  }
}

template <typename Body> void ThreadEmitter::atTilePoint(Value minor, Value major, Body body) {
  OpBuilder &b = here();
  int64_t minorPoints = 1, majorPoints = 1;
  for (size_t i = plan.tile->firstMinor; i != plan.points.size(); ++i)
    minorPoints *= plan.points[i].extent;
  for (const MergedLoop &merged : plan.points)
    majorPoints = merged.id == plan.tile->major ? merged.extent : majorPoints;
  auto below = [&](Value x, int64_t bound) {
    return Value(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, number(b, bound)));
  };
  Value isIn = arith::AndIOp::create(b, loc, below(minor, minorPoints), below(major, majorPoints));
  auto branch = scf::IfOp::create(b, loc, isIn, /*withElseRegion=*/false);
  b.setInsertionPoint(branch);
  OpBuilder inside(branch.getContext());
  inside.setInsertionPoint(branch.thenBlock()->getTerminator());
  scopes.push_back(std::make_unique<Scope>(inside));
  Value left = minor;
  for (size_t i = plan.points.size(); i-- != plan.tile->firstMinor;) {
    const MergedLoop &merged = plan.points[i];
    Value by = number(here(), merged.extent), variable = left;
    if (i != plan.tile->firstMinor) {
      variable = arith::RemUIOp::create(here(), loc, left, by);
      left = arith::DivUIOp::create(here(), loc, left, by);
    }
    loopValue[merged.id] = variable;
    loopDepth[merged.id] = scopes.size() - 1;
  }
  loopValue[plan.tile->major] = major;
  loopDepth[plan.tile->major] = scopes.size() - 1;
  body();
  scopes.pop_back();
  here().setInsertionPointAfter(branch);
}

void ThreadEmitter::emitTile() {
  const ThreadPlan::Tile &tile = *plan.tile;
  OpBuilder &b = here();
  DeviceBuilder device(b, loc);
  Value block = device.blockNumber();
  if (block.getType() != indexType)
    block = arith::ExtUIOp::create(b, loc, indexType, block);
  Value beside = arith::RemUIOp::create(b, loc, thread, number(b, kTileSide));
  Value above = arith::DivUIOp::create(b, loc, thread, number(b, kTileSide));
  // Of the block: the other loops, then squares along the minor points, then along the major ones.
  int64_t minorPoints = 1;
  for (size_t i = tile.firstMinor; i != plan.points.size(); ++i)
    minorPoints *= plan.points[i].extent;
  auto take = [&](int64_t count) {
    Value by = number(b, count), rest = arith::RemUIOp::create(b, loc, block, by);
    block = arith::DivUIOp::create(b, loc, block, by);
    return rest;
  };
  Value firstMajor,
      firstMinor = arith::MulIOp::create(b, loc, take(llvm::divideCeil(minorPoints, kTileSide)), number(b, kTileSide));
  for (size_t i = tile.firstMinor; i-- != 0;) {
    const MergedLoop &merged = plan.points[i];
    if (merged.id == tile.major) {
      firstMajor =
          arith::MulIOp::create(b, loc, take(llvm::divideCeil(merged.extent, kTileSide)), number(b, kTileSide));
      continue;
    }
    loopValue[merged.id] = take(merged.extent);
    loopDepth[merged.id] = 0;
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
        Value element = loadElement(node, address(node->index, indexType, here()).base, Value(), here());
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
    scopes.push_back(std::make_unique<Scope>(b));
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
  scopes.push_back(std::make_unique<Scope>(b));
  if (!plan.isByRows && plan.team == 1 && !plan.points.empty())
    setVectorLoop(plan.points.back().id);
  emitPoints();
  emitInOrder(0);
  return {plan.blocks, plan.threads};
}

Geometry emitThreads(ModuleOp module, Location loc, StringRef symbol, const KernelGraph &kernel) {
  return ThreadEmitter(module, loc, symbol, kernel).emit();
}

} // namespace shardwright::lower::cuda
