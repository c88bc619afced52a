#include "passes/lower/cuda/EmitThreads.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/NodeEmitter.h"
#include "passes/lower/cuda/DeviceBuilder.h"
#include "passes/lower/cuda/LoadConditions.h"
#include "passes/lower/cuda/RowLoops.h"
#include "passes/lower/cuda/TeamExchange.h"
#include "passes/lower/cuda/ThreadPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// Steps along a row that are written out one behind the other, of one element and of several, and 32-bit registers
/// that their loads may take before any of it is used.
constexpr int64_t kNarrowTogether = 8, kWideTogether = 4;
constexpr double kLoadRegisters = 48;

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
        indexType(IntegerType::get(module.getContext(), indexBits())), conditions(conditionsOfLoads(this->kernel)) {}

  Geometry emit();

private:
  using MergedLoop = LoopPlan::MergedLoop;

  unsigned indexBits() const;
  void emitBuffers(OpBuilder &b, func::FuncOp function);
  void emitPlace(OpBuilder &b);
  void emitPoints();
  void emitTile();
  void emitInOrder(size_t level);
  void emitNests();
  void emitNest(size_t n);
  SmallVector<Value> emitNestLoops(size_t n, size_t level, SmallVector<Value> running);
  /// A step of a thread along the loop that its team shares: where it is, and what has been computed there.
  struct Step {
    std::unique_ptr<Scope> scope;
    Value place, isInside; ///< isInside: null where every thread is within the row
  };
  SmallVector<Value> emitShared(size_t n, const MergedLoop &merged, SmallVector<Value> running);
  SmallVector<Value> emitSteps(size_t n, const MergedLoop &merged, MutableArrayRef<Step> steps,
                               SmallVector<Value> running);
  std::vector<Step> makeSteps(const MergedLoop &merged, Value first, int64_t count, bool isUneven);
  void enter(const MergedLoop &merged, Step &step);
  void leave(const MergedLoop &merged, Step &step);
  uint64_t maskOf(unsigned loop) const;
  SmallVector<Value> emitPoint(size_t n, ArrayRef<Value> running);
  SmallVector<Value> emitOwned(size_t n);
  void emitStore(const Store &store, bool byOne);
  /// Of the points of several loops, numbered row-major, `left` the number: their variables, the last one's in steps of
  /// the lanes where these lie along it.
  void setLoops(ArrayRef<MergedLoop> merged, Value left);
  /// What all threads of a team have accumulated, in each of them.
  Value combineTeam(const AccumulatorSpec &acc, Opcode op, Value own);
  void emitScan(size_t n);
  void syncTeam();

  Value load(const Node *node, OpBuilder &b) override;
  Address address(const IndexExpr &e, Type wideType, OpBuilder &b);
  Value indexValue(const Node *node, OpBuilder &b) override;
  Value toIndex(const Node *node, Value value, Type type, OpBuilder &b);
  /// Of `type`, as it is stored, from that element on; where the guard is false, zero and no access.
  Value loadAt(const Node *node, Type type, Value at, Value guard, OpBuilder &b);
  /// Whether a lane asks for the element, or may ask; null: always.
  Value isAskedFor(const Node *node, OpBuilder &b);
  /// Whether all lanes are one access of neighbours.
  bool isOneAccess(const Address &at, unsigned buffer, Value guard) const;
  /// The element of a lane of `at`.
  Value laneIndex(const Address &at, int64_t lane, OpBuilder &b);
  Value lane(Value vector, int64_t number, OpBuilder &b) {
    return isa<VectorType>(vector.getType())
               ? Value(vector::ExtractOp::create(b, loc, vector, ArrayRef<int64_t>{number}))
               : vector;
  }

  Value both(OpBuilder &b, Value x, Value y) {
    return !x ? y : !y ? x : Value(arith::AndIOp::create(b, loc, x, y));
  }
  /// Whether the step is within all bounds of these loops; null where there are none.
  Value isInside(uint64_t ofLoops, OpBuilder &b) {
    Value result;
    for (const auto &[mask, inside] : bounds)
      if ((mask & ofLoops) != 0)
        result = both(b, result, inside);
    return result;
  }
  Value number(OpBuilder &b, int64_t value) { return DeviceBuilder(b, loc).number(indexType, value); }
  int64_t bytesOf(unsigned buffer) const {
    return storageType(kernel.buffers[buffer].type).getIntOrFloatBitWidth() / 8;
  }

  ModuleOp module;
  std::string symbol;
  const ThreadPlan plan;
  Type indexType; ///< of the thread's own arithmetic
  const llvm::DenseMap<const Node *, SmallVector<Condition, 2>> conditions; ///< without which loads are left out
  std::vector<Value> buffers;
  Value thread, block, member, teamInBlock, isFirst, hasPoint; ///< hasPoint: null where every team has one
  Value owner;                                                 ///< its number, where elements have owners
  Value point;
  unsigned numShared = 0;
  /// Loops along which the step that is emitted may be outside, and whether it is inside.
  SmallVector<std::pair<uint64_t, Value>, 2> bounds;
  llvm::DenseMap<unsigned, std::vector<Step>> rows; ///< of rows that are kept, by loop
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

/// Threads beside each other have neighbours in each step, so many lanes each.
SmallVector<Value> ThreadEmitter::emitShared(size_t n, const MergedLoop &merged, SmallVector<Value> running) {
  const int64_t stride = plan.team * lanes, steps = llvm::divideCeil(merged.extent, stride);
  Value first = member;
  if (lanes != 1)
    first = arith::MulIOp::create(here(), loc, first, number(here(), lanes));
  const bool isUneven = merged.extent % stride != 0;
  if (plan.keepsRow) {
    auto [row, isNew] = rows.try_emplace(merged.id);
    if (isNew)
      row->second = makeSteps(merged, first, steps, isUneven);
    return emitSteps(n, merged, row->second, std::move(running));
  }
  // Several steps at a time: what one of them stores must not keep the next one's loads waiting.
  const int64_t together = std::min<int64_t>(steps, lanes == 1 ? kNarrowTogether : kWideTogether);
  const int64_t whole = merged.extent / stride / together;
  auto group = [&](Value from, int64_t count, bool isLast, SmallVector<Value> values) {
    std::vector<Step> made = makeSteps(merged, from, count, isLast);
    return emitSteps(n, merged, made, std::move(values));
  };
  if (whole > 1)
    running = loop(merged.id, number(here(), 0), number(here(), whole * together * stride),
                   number(here(), together * stride), running, [&](SmallVector<Value> values) {
                     Value from = arith::AddIOp::create(here(), loc, loopValue[merged.id], first);
                     return group(from, together, false, std::move(values));
                   });
  const int64_t done = whole > 1 ? whole * together : 0;
  if (done != steps) {
    Value from = first;
    if (done != 0)
      from = arith::AddIOp::create(here(), loc, first, number(here(), done * stride));
    running = group(from, steps - done, isUneven, std::move(running));
  }
  return running;
}

std::vector<ThreadEmitter::Step> ThreadEmitter::makeSteps(const MergedLoop &merged, Value first, int64_t count,
                                                          bool isUneven) {
  std::vector<Step> steps(count);
  OpBuilder &b = here();
  for (int64_t i = 0; i != count; ++i) {
    Step &step = steps[i];
    step.scope = std::make_unique<Scope>(b);
    step.place = i == 0 ? first : Value(arith::AddIOp::create(b, loc, first, number(b, i * plan.team * lanes)));
    if (isUneven && i + 1 == count)
      step.isInside =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, step.place, number(b, merged.extent));
  }
  return steps;
}

void ThreadEmitter::enter(const MergedLoop &merged, Step &step) {
  step.scope->builder.restoreInsertionPoint(here().saveInsertionPoint());
  scopes.push_back(std::move(step.scope));
  setLoop(merged.id, step.place);
  if (step.isInside)
    bounds.push_back({maskOf(merged.id), step.isInside});
}

void ThreadEmitter::leave(const MergedLoop &merged, Step &step) {
  step.scope = std::move(scopes.back());
  scopes.pop_back();
  loopDepth.erase(merged.id);
  if (step.isInside)
    bounds.pop_back();
}

/// Loads of as many steps as registers hold first.
SmallVector<Value> ThreadEmitter::emitSteps(size_t n, const MergedLoop &merged, MutableArrayRef<Step> steps,
                                            SmallVector<Value> running) {
  const uint64_t mask = maskOf(merged.id);
  SmallVector<const Node *> loads;
  double registers = 0;
  for (const Node *node : nodesOf(kernel.nests[n]))
    if (node->kind == NodeKind::Load && (node->loops & mask) != 0) {
      loads.push_back(node);
      registers += std::max(bytesOf(node->buffer) / 4.0, 0.5) * static_cast<double>(lanes);
    }
  const auto together = std::max<size_t>(1, static_cast<size_t>(kLoadRegisters / std::max(registers, 1.0)));
  while (!steps.empty()) {
    MutableArrayRef<Step> group = steps.take_front(together);
    for (Step &step : group) {
      enter(merged, step);
      for (const Node *node : loads)
        get(node);
      leave(merged, step);
    }
    for (Step &step : group) {
      enter(merged, step);
      SmallVector<Value> updates = emitPoint(n, running);
      for (auto [value, update] : llvm::zip(running, updates))
        value = step.isInside ? Value(arith::SelectOp::create(here(), loc, step.isInside, update, value)) : update;
      leave(merged, step);
    }
    steps = steps.drop_front(group.size());
  }
  return running;
}

void ThreadEmitter::syncTeam() {
  DeviceBuilder device(here(), loc);
  if (plan.isByRows && plan.team == kWarp)
    device.syncWarp();
  else
    device.syncBlock();
}

Value ThreadEmitter::combineTeam(const AccumulatorSpec &acc, Opcode op, Value own) {
  return TeamExchange(here(), loc, module, plan, thread, teamInBlock)
      .reduce(own, symbol + "_sum" + std::to_string(numShared++),
              [&](Value x, Value y) { return combine(acc, op, x, y); });
}

/// Points of a line, a team's at a time: each thread has what the line gives up to its own.
void ThreadEmitter::emitScan(size_t n) {
  const Nest &nest = kernel.nests[n];
  const MergedLoop &merged = loops.nests[n].front();
  SmallVector<Value> running;
  std::vector<std::string> names;
  for (const AccumulatorSpec &acc : nest.accumulators) {
    running.push_back(get(acc.init));
    names.push_back(symbol + "_scan" + std::to_string(numShared++));
  }
  auto body = [&](SmallVector<Value> before) {
    Value place = arith::AddIOp::create(here(), loc, loopValue[merged.id], member);
    setLoop(merged.id, place);
    Value inside;
    if (merged.extent % plan.team != 0) {
      inside = arith::CmpIOp::create(here(), loc, arith::CmpIPredicate::ult, place, number(here(), merged.extent));
      bounds.push_back({maskOf(merged.id), inside});
    }
    SmallVector<Value> all;
    for (auto [i, acc] : llvm::enumerate(nest.accumulators)) {
      const Opcode op = *laneReduction(acc);
      Value own = get(elementOfSum(acc));
      if (inside) {
        Value neutral =
            emitConstant(here(), loc, acc.running->type, neutralElement(op, acc.running->type));
        own = arith::SelectOp::create(here(), loc, inside, own, neutral);
      }
      auto [upTo, total] = TeamExchange(here(), loc, module, plan, thread, teamInBlock)
                               .scan(own, before[i], names[i],
                                     [&, &acc = acc](Value x, Value y) { return combine(acc, op, x, y); });
      scopes.back()->values[acc.update] = upTo;
      all.push_back(total);
    }
    emitPoint(n, before);
    if (inside)
      bounds.pop_back();
    return all;
  };
  SmallVector<Value> results = loop(merged.id, number(here(), 0), number(here(), merged.extent),
                                    number(here(), plan.team), running, body);
  for (auto [acc, value] : llvm::zip(nest.accumulators, results))
    scopes.back()->values[acc.result] = value;
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
    const bool wasAtBarrier = n != 0 && plan.isByRows && plan.team > kWarp && plan.split[n - 1] &&
                              !kernel.nests[n - 1].accumulators.empty();
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

/// The loops of `points` that a tile's squares lie along, beside its major one.
static ArrayRef<LoopPlan::MergedLoop> minorOf(const ThreadPlan &plan) {
  return ArrayRef(plan.points).drop_front(plan.tile->firstMinor);
}

void ThreadEmitter::emitTile() {
  const ThreadPlan::Tile &tile = *plan.tile;
  OpBuilder &b = here();
  DeviceBuilder device(b, loc);
  const int64_t side = tile.side, stride = plan.threads / side, numSteps = side / stride;
  Value beside = arith::RemUIOp::create(b, loc, thread, number(b, side));
  Value above = arith::DivUIOp::create(b, loc, thread, number(b, side));
  // Of the block: the other loops, then squares along the minor points, then along the major ones.
  Value left = block;
  auto take = [&](int64_t count) {
    Value by = number(b, count), rest = arith::RemUIOp::create(b, loc, left, by);
    left = arith::DivUIOp::create(b, loc, left, by);
    return rest;
  };
  auto takeSquare = [&](int64_t extent) {
    return Value(arith::MulIOp::create(b, loc, take(llvm::divideCeil(extent, side)), number(b, side)));
  };
  const int64_t minorPoints = extentOf(minorOf(plan));
  int64_t majorPoints = 1;
  Value firstMajor, firstMinor = takeSquare(minorPoints);
  for (size_t i = tile.firstMinor; i-- != 0;) {
    const MergedLoop &merged = plan.points[i];
    if (merged.id != tile.major) {
      setLoop(merged.id, take(merged.extent));
      continue;
    }
    majorPoints = merged.extent;
    firstMajor = takeSquare(merged.extent);
  }
  uint64_t minorMask = 0;
  for (const MergedLoop &merged : minorOf(plan))
    minorMask |= maskOf(merged.id);
  SmallVector<Value> shared;
  for (auto [i, node] : llvm::enumerate(tile.turned))
    shared.push_back(device.sharedArray(module, symbol + "_tile" + std::to_string(i), storageType(node->type),
                                        side * tile.pitch(bytesOf(node->buffer))));
  auto sum = [&](Value x, Value y) { return Value(arith::AddIOp::create(here(), loc, x, y)); };
  auto cell = [&](size_t i, Value row, Value column) {
    const int64_t bytes = bytesOf(tile.turned[i]->buffer);
    Value place = sum(arith::MulIOp::create(here(), loc, row, number(here(), tile.pitch(bytes))), column);
    return DeviceBuilder(here(), loc).elementPointer(shared[i], storageType(tile.turned[i]->type), place);
  };
  auto addBound = [&](uint64_t mask, Value point, int64_t points) {
    if (points % side != 0)
      bounds.push_back(
          {mask, arith::CmpIOp::create(here(), loc, arith::CmpIPredicate::ult, point, number(here(), points))});
  };
  auto enterMinor = [&](Value point) {
    addBound(minorMask, point, minorPoints);
    setLoops(minorOf(plan), point);
  };
  auto enterMajor = [&](Value point) {
    addBound(maskOf(tile.major), point, majorPoints);
    setLoop(tile.major, point);
  };

  // A thread's column of loads, all of them before any is stored.
  std::vector<SmallVector<Value>> loaded(numSteps);
  const size_t outside = bounds.size();
  open(here());
  enterMajor(sum(firstMajor, beside));
  const size_t inMajor = bounds.size();
  for (int64_t step = 0; step != numSteps; ++step) {
    open(here());
    enterMinor(sum(sum(firstMinor, above), number(here(), step * stride)));
    for (const Node *node : tile.turned)
      loaded[step].push_back(loadAt(node, storageType(node->type), address(node->index, indexType, here()).base,
                                    both(here(), isInside(node->loops, here()), isAskedFor(node, here())), here()));
    bounds.resize(inMajor);
    scopes.pop_back();
  }
  for (int64_t step = 0; step != numSteps; ++step)
    for (auto [i, node] : llvm::enumerate(tile.turned))
      DeviceBuilder(here(), loc)
          .store(loaded[step][i], cell(i, beside, sum(above, number(here(), step * stride))), bytesOf(node->buffer));
  bounds.resize(outside);
  scopes.pop_back();
  DeviceBuilder(here(), loc).syncBlock();

  // A row of stores; what else they need is loaded before them.
  SmallVector<const Node *> loads;
  double registers = 0;
  for (const Nest &nest : kernel.nests)
    for (const Node *node : nodesOf(nest))
      if (node->kind == NodeKind::Load && !llvm::is_contained(tile.turned, node) && !llvm::is_contained(loads, node)) {
        loads.push_back(node);
        registers += std::max(bytesOf(node->buffer) / 4.0, 0.5);
      }
  const auto together = std::max<int64_t>(1, static_cast<int64_t>(kLoadRegisters / std::max(registers, 1.0)));
  open(here());
  enterMinor(sum(firstMinor, beside));
  const size_t inMinor = bounds.size();
  std::vector<std::unique_ptr<Scope>> points(numSteps);
  auto at = [&](int64_t step, llvm::function_ref<void()> body) {
    Value row = sum(above, number(here(), step * stride));
    const bool isNew = !points[step];
    if (isNew)
      points[step] = std::make_unique<Scope>(here());
    points[step]->builder.restoreInsertionPoint(here().saveInsertionPoint());
    scopes.push_back(std::move(points[step]));
    enterMajor(sum(firstMajor, row));
    if (isNew)
      for (auto [i, node] : llvm::enumerate(tile.turned)) {
        Value stored =
            DeviceBuilder(here(), loc).load(storageType(node->type), cell(i, row, beside), bytesOf(node->buffer));
        scopes.back()->values[node] = fromStorage(here(), loc, node->type, stored);
      }
    body();
    points[step] = std::move(scopes.back());
    scopes.pop_back();
    bounds.resize(inMinor);
  };
  for (int64_t first = 0; first < numSteps; first += together) {
    const int64_t end = std::min(first + together, numSteps);
    for (int64_t step = first; step != end; ++step)
      at(step, [&] {
        for (const Node *node : loads)
          get(node);
      });
    for (int64_t step = first; step != end; ++step)
      at(step, [&] { emitNests(); });
  }
  bounds.resize(outside);
  scopes.pop_back();
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

Geometry emitThreads(ModuleOp module, Location loc, StringRef symbol, const KernelGraph &kernel) {
  if (std::optional<KernelGraph> shared = shareRowLoops(kernel); shared && !shared->hasTooManyLoops())
    if (std::optional<ThreadPlan> plan = planKeptRows(*shared))
      return ThreadEmitter(module, loc, symbol, *shared, std::move(*plan)).emit();
  return ThreadEmitter(module, loc, symbol, kernel, planThreads(kernel)).emit();
}

} // namespace shardwright::lower::cuda
