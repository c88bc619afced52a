#include "passes/lower/cuda/EmitThreads.h"

#include "passes/lower/cuda/RowLoops.h"
#include "passes/lower/cuda/ThreadEmitter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <utility>

using namespace mlir;

namespace shardwright::lower::cuda {

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

Value ThreadEmitter::isAskedFor(const Node *node, OpBuilder &b) {
  Value result;
  for (auto [condition, wanted] : conditions.lookup(node)) {
    if (depthOf(condition->loops) > depthOf(node->loops)) // it differs between points that share the element
      continue;
    Value known = get(condition), any;
    const int64_t count = isa<VectorType>(known.getType()) ? lanes : 1;
    for (int64_t i = 0; i != count; ++i) {
      Value own = lane(known, i, b);
      if (!wanted)
        own = arith::XOrIOp::create(b, loc, own, DeviceBuilder(b, loc).number(own.getType(), 1));
      any = any ? Value(arith::OrIOp::create(b, loc, any, own)) : own;
    }
    result = both(b, result, any);
  }
  return result;
}

bool ThreadEmitter::isOneAccess(const Address &at, unsigned buffer, Value guard) const {
  return at.stride == 1 && !at.wide && at.isAligned && !(guard && isa<VectorType>(guard.getType())) &&
         kernel.buffers[buffer].elements % lanes == 0;
}

Value ThreadEmitter::load(const Node *node, OpBuilder &b) {
  Value guard = node->guard ? get(node->guard) : Value();
  Value inside = both(b, isInside(node->loops, b), isAskedFor(node, b));
  Address at = address(node->index, indexType, b);
  Type storage = storageType(node->type);
  if (!isWide(node->loops))
    return fromStorage(b, loc, node->type, loadAt(node, storage, at.base, both(b, inside, guard), b));
  Type all = withLanes(storage, lanes);
  if (isOneAccess(at, node->buffer, guard))
    return fromStorage(b, loc, node->type, loadAt(node, all, at.base, both(b, inside, guard), b));
  SmallVector<Value> elements;
  for (int64_t i = 0; i < lanes; ++i) {
    Value own = guard ? lane(guard, i, b) : Value();
    elements.push_back(loadAt(node, storage, laneIndex(at, i, b), both(b, inside, own), b));
  }
  Value vector = vector::FromElementsOp::create(b, loc, cast<VectorType>(all), elements);
  return fromStorage(b, loc, node->type, vector);
}

/// `byOne`: every thread of the team has the value, one stores it.
void ThreadEmitter::emitStore(const Store &store, bool byOne) {
  OpBuilder &b = here();
  Type elementType = kernel.buffers[store.buffer].type, storage = storageType(elementType);
  Value guard = store.guard ? get(store.guard) : Value();
  Value uniform = both(b, byOne ? isFirst : Value(), isInside(~uint64_t{0}, b));
  if (!kernel.buffers[store.buffer].isKept)
    uniform = both(b, uniform, hasPoint);
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
    return storeAt(value, at.base, both(b, uniform, guard), 1);
  if (isOneAccess(at, store.buffer, guard))
    return storeAt(value, at.base, both(b, uniform, guard), lanes);
  for (int64_t i = 0; i < lanes; ++i) {
    Value own = guard ? lane(guard, i, b) : Value();
    storeAt(lane(value, i, b), laneIndex(at, i, b), both(b, uniform, own), 1);
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

SmallVector<Value> ThreadEmitter::emitNestLoops(size_t n, size_t level, SmallVector<Value> running) {
  const auto &own = loops.nests[n];
  if (level == own.size() && owner) {
    auto branch = scf::IfOp::create(here(), loc, isOwn(), /*withElseRegion=*/false);
    OpBuilder inside(branch.getContext());
    inside.setInsertionPoint(branch.thenBlock()->getTerminator());
    emitOwned(n, inside);
    return {};
  }
  if (level == own.size())
    return emitPoint(n, running);
  if (owner && level + 1 == own.size() && ownsByWarp()) {
    emitUpdates(n, own[level]);
    return {};
  }
  const unsigned id = own[level].id;
  const bool isSplit = plan.split[n] == id;
  if (isSplit && plan.isByRows)
    return emitShared(n, own[level], std::move(running));
  const int64_t step = isSplit ? plan.team : 1;
  Value first = isSplit ? member : number(here(), 0);
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

uint64_t ThreadEmitter::maskOf(unsigned loop) const {
  uint64_t mask = 0;
  for (unsigned l = 0; l != loops.mergedInto.size(); ++l)
    if (loops.mergedInto[l] == loop)
      mask |= uint64_t{1} << l;
  return mask;
}

void ThreadEmitter::emitNest(size_t n) {
  if (plan.isScan(n))
    return emitScan(n);
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
    const bool wasAtBarrier =
        n != 0 && plan.isByRows && plan.team > kWarp && plan.split[n - 1] && !kernel.nests[n - 1].accumulators.empty();
    if (n != 0 && plan.team > 1 && !wasAtBarrier)
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
    if (buffer.isKept && buffer.elements == 0) { // in registers
      buffers.push_back({});
      continue;
    }
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
      hasPoint = inside;
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

namespace {

/// A kernel, as its threads compute it.
struct PlannedKernel {
  std::optional<KernelGraph> shared; ///< where nests share their loops
  ThreadPlan plan;
  const KernelGraph &graph(const KernelGraph &kernel) const { return shared ? *shared : kernel; }
};

PlannedKernel planned(const KernelGraph &kernel) {
  if (std::optional<KernelGraph> shared = shareRowLoops(kernel); shared && !shared->hasTooManyLoops())
    if (std::optional<ThreadPlan> plan = planKeptRows(*shared))
      return {std::move(shared), std::move(*plan)};
  return {std::nullopt, planThreads(kernel)};
}

int64_t bytesOf(Type type) { return llvm::divideCeil(storageType(type).getIntOrFloatBitWidth(), 8); }

} // namespace

Geometry emitThreads(ModuleOp module, Location loc, StringRef symbol, const KernelGraph &kernel) {
  PlannedKernel made = planned(kernel);
  return ThreadEmitter(module, loc, symbol, made.graph(kernel), std::move(made.plan)).emit();
}

LaunchShape shapeOf(const KernelGraph &kernel) {
  const PlannedKernel made = planned(kernel);
  const ThreadPlan &plan = made.plan;
  LaunchShape shape{{plan.blocks, plan.threads}};
  auto sums = [](const Nest &nest) { return !nest.accumulators.empty(); };
  shape.isPlain = plan.owners == 1 && !plan.tile && plan.inOrder.empty() && llvm::none_of(kernel.nests, sums);
  if (plan.tile)
    for (const Node *node : plan.tile->turned)
      shape.sharedBytes += plan.tile->side * plan.tile->pitch(bytesOf(node->type)) * bytesOf(node->type);
  if (plan.team == 1)
    return shape;
  for (const Buffer &buffer : made.graph(kernel).buffers)
    if (buffer.isKept)
      shape.sharedBytes += llvm::alignTo(buffer.elements, 16) * plan.pointsPerBlock * bytesOf(buffer.type);
  for (const Nest &nest : made.graph(kernel).nests)
    for (const AccumulatorSpec &acc : nest.accumulators)
      shape.sharedBytes += plan.threads * bytesOf(acc.running->type);
  return shape;
}

} // namespace shardwright::lower::cuda
