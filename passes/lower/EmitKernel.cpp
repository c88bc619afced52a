#include "passes/lower/EmitKernel.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/TransposeVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// One open loop (or the function itself): where its code goes and what has been computed there. A value is computed in
/// the outermost scope that knows the loops it varies with; nothing traps and no access leaves its buffer, so computing
/// early is always allowed.
struct Scope {
  OpBuilder builder;
  llvm::DenseMap<const Node *, Value> values, wide;
  explicit Scope(OpBuilder b) : builder(b) {}
};

/// Where an access goes: element `base` + `stride` x lane + `wide`[lane].
struct Address {
  Value base;
  int64_t stride = 0;
  Value wide;
};

class KernelEmitter {
public:
  KernelEmitter(ModuleOp module, StringRef symbol, const KernelGraph &kernel, LoopChoices choices)
      : module(module), symbol(symbol), kernel(kernel), plan(planLoops(kernel, choices)), loc(module.getLoc()) {}

  int64_t emit();

private:
  using MergedLoop = LoopPlan::MergedLoop;

  void emitOuter(size_t level);
  /// The loop of the tile: squares of as many points as there are lanes, then what is left.
  void emitTileLoop(size_t level, Value lower, Value upper);
  /// The nests at each point of a square.
  void emitTile();
  void emitNests();
  SmallVector<Value> emitNestLoops(size_t nest, size_t level, SmallVector<Value> running);
  SmallVector<Value> emitPoint(const Nest &nest, ArrayRef<Value> running);
  void emitStore(const Store &store);
  template <typename Body>
  SmallVector<Value> loop(unsigned id, Value lower, Value upper, int64_t step, int64_t scale, Value mask,
                          SmallVector<Value> running, Body body);
  /// A vector loop over [0, extent): whole vectors, then a masked rest.
  template <typename Body>
  SmallVector<Value> vectorLoop(const MergedLoop &merged, SmallVector<Value> running, Body body);

  Value get(const Node *node);
  Value getWide(const Node *node);
  Value compute(const Node *node, Scope &scope);
  Value computeLoad(const Node *node, Scope &scope);
  Address address(const IndexExpr &e, Type wideType, OpBuilder &b);
  Value indexValue(const Node *node, OpBuilder &b);

  bool isWide(uint64_t loops) const { return (loops & vectorMask) != 0; }
  size_t depthOf(uint64_t loops) const;
  OpBuilder &here() { return scopes.back()->builder; }
  Value number(OpBuilder &b, int64_t value) { return arith::ConstantIndexOp::create(b, loc, value); }
  Value splat(OpBuilder &b, Value scalar) {
    return vector::BroadcastOp::create(b, loc, withLanes(scalar.getType(), lanes), scalar);
  }
  Value laneNumbers(OpBuilder &b, Type element, int64_t stride);
  Value maskOf(OpBuilder &b, int64_t count);
  void setVectorLoop(std::optional<unsigned> loop, int64_t count);

  ModuleOp module;
  std::string symbol;
  const KernelGraph &kernel;
  LoopPlan plan;
  Location loc;
  func::FuncOp function;
  std::vector<Value> bufferValues;
  std::vector<std::unique_ptr<Scope>> scopes;
  llvm::DenseMap<unsigned, size_t> loopDepth; ///< merged loop -> the scope its variable lives in
  llvm::DenseMap<unsigned, Value> loopValue;
  std::optional<unsigned> vectorLoopId;
  uint64_t vectorMask = 0;
  int64_t lanes = 1;
  bool inTile = false;
  Value mask; ///< the lanes that count, in a vector loop's rest
};

} // namespace

void KernelEmitter::setVectorLoop(std::optional<unsigned> loop, int64_t count) {
  vectorLoopId = count > 1 ? loop : std::nullopt;
  lanes = vectorLoopId ? count : 1;
  vectorMask = 0;
  for (unsigned l = 0; vectorLoopId && l < plan.mergedInto.size(); ++l)
    if (plan.mergedInto[l] == *vectorLoopId)
      vectorMask |= uint64_t{1} << l;
}

size_t KernelEmitter::depthOf(uint64_t loops) const {
  size_t depth = 0;
  for (unsigned l = 0; l < plan.mergedInto.size(); ++l)
    if (loops >> l & 1)
      if (auto it = loopDepth.find(plan.mergedInto[l]); it != loopDepth.end())
        depth = std::max(depth, it->second);
  return depth;
}

Value KernelEmitter::laneNumbers(OpBuilder &b, Type element, int64_t stride) {
  SmallVector<APInt> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(APInt(element.getIntOrFloatBitWidth(), i * stride, true, true));
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(cast<ShapedType>(withLanes(element, lanes)), values));
}

Value KernelEmitter::maskOf(OpBuilder &b, int64_t count) {
  SmallVector<bool> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(i < count);
  return arith::ConstantOp::create(b, loc,
                                   DenseElementsAttr::get(cast<ShapedType>(withLanes(b.getI1Type(), lanes)), values));
}

Value KernelEmitter::get(const Node *node) {
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

Value KernelEmitter::getWide(const Node *node) {
  Value value = get(node);
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  Scope &scope = *scopes[std::min(depthOf(node->loops | vectorMask), scopes.size() - 1)];
  Value &wide = scope.wide[node];
  if (!wide)
    wide = splat(scope.builder, value);
  return wide;
}

Address KernelEmitter::address(const IndexExpr &e, Type wideType, OpBuilder &b) {
  Address result;
  result.base = number(b, e.constant);
  auto addTerm = [&](Value value, int64_t coefficient) {
    if (coefficient != 1)
      value = arith::MulIOp::create(b, loc, value, number(b, coefficient));
    result.base = arith::AddIOp::create(b, loc, result.base, value);
  };
  for (auto [loop, coefficient] : e.loops) {
    if (plan.mergedInto[loop] != loop)
      continue;
    addTerm(loopValue[loop], coefficient);
    if (vectorLoopId == loop)
      result.stride = coefficient;
  }
  for (auto [node, coefficient] : e.nodes) {
    if (!isWide(node->loops)) {
      Value value = get(node);
      bool isUnsigned = node->type.isUnsignedInteger() || node->type.isInteger(1);
      addTerm(isUnsigned ? Value(arith::IndexCastUIOp::create(b, loc, b.getIndexType(), value))
                         : Value(arith::IndexCastOp::create(b, loc, b.getIndexType(), value)),
              coefficient);
      continue;
    }
    Value value = get(node);
    Type scalar = getElementTypeOrSelf(value.getType());
    Type target = withLanes(wideType, lanes);
    if (scalar.getIntOrFloatBitWidth() > wideType.getIntOrFloatBitWidth())
      value = arith::TruncIOp::create(b, loc, target, value);
    else if (scalar.getIntOrFloatBitWidth() < wideType.getIntOrFloatBitWidth())
      value = node->type.isUnsignedInteger() || scalar.isInteger(1)
                  ? Value(arith::ExtUIOp::create(b, loc, target, value))
                  : Value(arith::ExtSIOp::create(b, loc, target, value));
    if (coefficient != 1) {
      Value factor = arith::ConstantOp::create(b, loc, b.getIntegerAttr(wideType, coefficient));
      value = arith::MulIOp::create(b, loc, value, splat(b, factor));
    }
    result.wide = result.wide ? Value(arith::AddIOp::create(b, loc, result.wide, value)) : value;
  }
  if (result.wide && result.stride != 0)
    result.wide = arith::AddIOp::create(b, loc, result.wide, laneNumbers(b, wideType, result.stride));
  return result;
}

Value KernelEmitter::indexValue(const Node *node, OpBuilder &b) {
  Type type = computeType(node->type);
  bool wide = isWide(node->loops);
  Type narrow = isa<FloatType>(type) ? Type(b.getI64Type()) : type;
  Address at = address(node->index, narrow, b);
  Value value = arith::IndexCastOp::create(b, loc, narrow, at.base);
  if (wide) {
    value = splat(b, value);
    value = arith::AddIOp::create(b, loc, value, at.wide ? at.wide : laneNumbers(b, narrow, at.stride));
  }
  return value;
}

Value KernelEmitter::computeLoad(const Node *node, Scope &scope) {
  OpBuilder &b = scope.builder;
  Value buffer = bufferValues[node->buffer];
  Type storage = storageType(node->type);
  Value guard = node->guard ? get(node->guard) : Value();
  if (!isWide(node->loops)) {
    Value at = address(node->index, kernel.indexType, b).base;
    if (guard)
      at = arith::SelectOp::create(b, loc, guard, at, number(b, 0));
    return fromStorage(b, loc, node->type, memref::LoadOp::create(b, loc, buffer, ValueRange{at}));
  }
  Type vectorType = withLanes(storage, lanes);
  Address at = address(node->index, kernel.indexType, b);
  bool isContiguous = !at.wide && at.stride == 1;
  Value lanesOn = mask;
  if (guard) {
    Value wideGuard = getWide(node->guard);
    lanesOn = lanesOn ? Value(arith::AndIOp::create(b, loc, lanesOn, wideGuard)) : wideGuard;
  }
  Value loaded;
  auto nothing = [&] { return arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(vectorType))); };
  if (isContiguous && !lanesOn) {
    loaded = vector::LoadOp::create(b, loc, cast<VectorType>(vectorType), buffer, ValueRange{at.base});
  } else if (isContiguous) {
    loaded = vector::MaskedLoadOp::create(b, loc, cast<VectorType>(vectorType), buffer, ValueRange{at.base}, lanesOn,
                                          nothing());
  } else {
    Value offsets = at.wide ? at.wide : laneNumbers(b, kernel.indexType, at.stride);
    if (!lanesOn)
      lanesOn = maskOf(b, lanes);
    loaded = vector::GatherOp::create(b, loc, cast<VectorType>(vectorType), buffer, ValueRange{at.base}, offsets,
                                      lanesOn, nothing());
  }
  return fromStorage(b, loc, node->type, loaded);
}

Value KernelEmitter::compute(const Node *node, Scope &scope) {
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

void KernelEmitter::emitStore(const Store &store) {
  OpBuilder &b = here();
  Type elementType = kernel.buffers[store.buffer].type;
  Value buffer = bufferValues[store.buffer];
  Address at = address(store.offset, kernel.indexType, b);
  if (lanes == 1) {
    Value value = toStorage(b, loc, elementType, get(store.value));
    if (!store.guard) {
      memref::StoreOp::create(b, loc, value, buffer, ValueRange{at.base});
      return;
    }
    auto branch = scf::IfOp::create(b, loc, get(store.guard), /*withElseRegion=*/false);
    OpBuilder inner = branch.getThenBodyBuilder();
    memref::StoreOp::create(inner, loc, value, buffer, ValueRange{at.base});
    return;
  }
  Value value = toStorage(b, loc, elementType, getWide(store.value));
  Value lanesOn = mask;
  if (store.guard) {
    Value guard = getWide(store.guard);
    lanesOn = lanesOn ? Value(arith::AndIOp::create(b, loc, lanesOn, guard)) : guard;
  }
  if (at.stride == 1 && !at.wide) {
    if (lanesOn)
      vector::MaskedStoreOp::create(b, loc, buffer, ValueRange{at.base}, lanesOn, value);
    else
      vector::StoreOp::create(b, loc, value, buffer, ValueRange{at.base});
    return;
  }
  Value offsets = at.wide ? at.wide : laneNumbers(b, kernel.indexType, at.stride);
  vector::ScatterOp::create(b, loc, /*resultType=*/Type(), buffer, ValueRange{at.base}, offsets,
                            lanesOn ? lanesOn : maskOf(b, lanes), value);
}

SmallVector<Value> KernelEmitter::emitPoint(const Nest &nest, ArrayRef<Value> running) {
  for (auto [acc, value] : llvm::zip(nest.accumulators, running))
    scopes.back()->values[acc.running] = value;
  SmallVector<Value> updates;
  for (auto [acc, value] : llvm::zip(nest.accumulators, running)) {
    Value update = isa<VectorType>(value.getType()) ? getWide(acc.update) : get(acc.update);
    // In a rest with a mask only some lanes count; with lanes along the outer loops masked lanes are never stored.
    if (mask && plan.vector == LoopPlan::Vector::Nests)
      update = arith::SelectOp::create(here(), loc, mask, update, value);
    updates.push_back(update);
  }
  // All values before any store: a store may overwrite what another value is loaded from.
  for (const Store &store : nest.stores) {
    lanes == 1 ? get(store.value) : getWide(store.value);
    if (store.guard)
      get(store.guard);
  }
  for (const Store &store : nest.stores)
    emitStore(store);
  return updates;
}

template <typename Body>
SmallVector<Value> KernelEmitter::loop(unsigned id, Value lower, Value upper, int64_t step, int64_t scale, Value inMask,
                                       SmallVector<Value> running, Body body) {
  OpBuilder &b = here();
  auto forOp = scf::ForOp::create(b, loc, lower, upper, number(b, step), running);
  b.setInsertionPoint(forOp);
  OpBuilder inner(forOp.getContext());
  if (running.empty())
    inner.setInsertionPoint(forOp.getBody()->getTerminator());
  else
    inner.setInsertionPointToEnd(forOp.getBody());
  scopes.push_back(std::make_unique<Scope>(inner));
  loopDepth[id] = scopes.size() - 1;
  Value variable = forOp.getInductionVar();
  loopValue[id] = scale == 1 ? variable : Value(arith::MulIOp::create(here(), loc, variable, number(here(), scale)));
  Value outerMask = mask;
  if (inMask)
    mask = inMask;
  SmallVector<Value> results = body(SmallVector<Value>(forOp.getRegionIterArgs()));
  mask = outerMask;
  if (!running.empty())
    scf::YieldOp::create(here(), loc, results);
  scopes.pop_back();
  loopDepth.erase(id);
  here().setInsertionPointAfter(forOp);
  return SmallVector<Value>(forOp.getResults());
}

template <typename Body>
SmallVector<Value> KernelEmitter::vectorLoop(const MergedLoop &merged, SmallVector<Value> running, Body body) {
  int64_t whole = merged.extent / lanes * lanes;
  if (whole > 0)
    running = loop(merged.id, number(here(), 0), number(here(), whole), lanes, 1, Value(), running, body);
  if (whole < merged.extent)
    running = loop(merged.id, number(here(), whole), number(here(), whole + 1), 1, 1,
                   maskOf(scopes.front()->builder, merged.extent - whole), running, body);
  return running;
}

SmallVector<Value> KernelEmitter::emitNestLoops(size_t nest, size_t level, SmallVector<Value> running) {
  const auto &loops = plan.nests[nest];
  if (level == loops.size())
    return emitPoint(kernel.nests[nest], running);
  auto body = [&](SmallVector<Value> values) { return emitNestLoops(nest, level + 1, std::move(values)); };
  if (vectorLoopId == loops[level].id)
    return vectorLoop(loops[level], running, body);
  return loop(loops[level].id, number(here(), 0), number(here(), loops[level].extent), 1, 1, Value(), running, body);
}

void KernelEmitter::emitNests() {
  for (auto [n, nest] : llvm::enumerate(kernel.nests)) {
    bool inNest = plan.vector == LoopPlan::Vector::Nests;
    if (inNest)
      setVectorLoop(plan.nests[n].empty() ? std::nullopt : std::optional<unsigned>(plan.nests[n].back().id),
                    plan.lanes[n]);
    SmallVector<Value> running;
    for (const AccumulatorSpec &acc : nest.accumulators) {
      if (lanes == 1)
        running.push_back(get(acc.init));
      else if (!inNest)
        running.push_back(getWide(acc.init));
      else
        running.push_back(splat(here(), emitConstant(here(), loc, acc.running->type,
                                                     neutralElement(*laneReduction(acc), acc.running->type))));
    }
    SmallVector<Value> results = emitNestLoops(n, 0, running);
    for (auto [acc, value] : llvm::zip(nest.accumulators, results)) {
      if (inNest && lanes > 1) {
        Opcode op = *laneReduction(acc);
        Value combined = emitLaneReduction(here(), loc, op, acc.running->type, value);
        Node combine;
        combine.kind = NodeKind::Apply;
        combine.op = op;
        combine.type = acc.running->type;
        combine.operands = {acc.init, acc.init};
        value = emitApply(here(), loc, combine, {get(acc.init), combined});
      }
      scopes.back()->values[acc.result] = value;
    }
    if (inNest)
      setVectorLoop(std::nullopt, 1);
  }
}

void KernelEmitter::emitOuter(size_t level) {
  if (level == plan.outer.size())
    return emitNests();
  const MergedLoop &merged = plan.outer[level];
  auto body = [&](SmallVector<Value>) {
    if (inTile && vectorLoopId == merged.id)
      emitTile();
    else
      emitOuter(level + 1);
    return SmallVector<Value>();
  };
  unsigned numArguments = function.getNumArguments();
  Value begin = function.getArgument(numArguments - 2), end = function.getArgument(numArguments - 1);
  bool isVector = vectorLoopId == merged.id;
  if (!isVector) {
    bool isRange = level == 0 && !kernel.isSequential;
    Value lower = isRange ? begin : number(here(), 0), upper = isRange ? end : number(here(), merged.extent);
    if (plan.tile == merged.id)
      emitTileLoop(level, lower, upper);
    else
      loop(merged.id, lower, upper, 1, 1, Value(), {}, body);
    return;
  }
  if (level > 0) {
    vectorLoop(merged, {}, body);
    return;
  }
  // The range counts vectors; the last one may be cut.
  int64_t whole = merged.extent / lanes;
  if (whole > 0) {
    Value upper =
        whole * lanes == merged.extent ? end : Value(arith::MinSIOp::create(here(), loc, end, number(here(), whole)));
    loop(merged.id, begin, upper, 1, lanes, Value(), {}, body);
  }
  if (whole * lanes < merged.extent) {
    Value lower = arith::MaxSIOp::create(here(), loc, begin, number(here(), whole));
    loop(merged.id, lower, end, 1, lanes, maskOf(scopes.front()->builder, merged.extent - whole * lanes), {}, body);
  }
}

void KernelEmitter::emitTileLoop(size_t level, Value lower, Value upper) {
  auto body = [&](SmallVector<Value>) {
    emitOuter(level + 1);
    return SmallVector<Value>();
  };
  Value extent = arith::SubIOp::create(here(), loc, upper, lower);
  Value rest = arith::RemSIOp::create(here(), loc, extent, number(here(), lanes));
  Value whole = arith::SubIOp::create(here(), loc, upper, rest);
  inTile = true;
  loop(*plan.tile, lower, whole, lanes, 1, Value(), {}, body);
  inTile = false;
  loop(*plan.tile, whole, upper, 1, 1, Value(), {}, body);
}

void KernelEmitter::emitTile() {
  unsigned id = *plan.tile;
  Value first = loopValue[id];
  size_t depth = loopDepth[id];
  if (mask) {
    // Not all lanes are there to be turned.
    Value end = arith::AddIOp::create(here(), loc, first, number(here(), lanes));
    loop(id, first, end, 1, 1, Value(), {}, [&](SmallVector<Value>) {
      emitNests();
      return SmallVector<Value>();
    });
  } else {
    SmallVector<SmallVector<Value>> turned;
    for (const Node *node : plan.turned) {
      OpBuilder &b = here();
      Address at = address(node->index, kernel.indexType, b);
      auto type = cast<VectorType>(withLanes(storageType(node->type), lanes));
      SmallVector<Value> rows;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        Value place = arith::AddIOp::create(b, loc, at.base, number(b, lane * at.stride));
        rows.push_back(vector::LoadOp::create(b, loc, type, bufferValues[node->buffer], ValueRange{place}));
      }
      turned.push_back(transposeVectors(b, loc, rows));
    }
    for (int64_t point = 0; point < lanes; ++point) {
      OpBuilder &b = here();
      loopValue[id] = arith::AddIOp::create(b, loc, first, number(b, point));
      scopes.push_back(std::make_unique<Scope>(b));
      loopDepth[id] = scopes.size() - 1;
      for (auto [node, vectors] : llvm::zip(plan.turned, turned))
        scopes.back()->values[node] = fromStorage(b, loc, node->type, vectors[point]);
      emitNests();
      scopes.pop_back();
    }
  }
  loopValue[id] = first;
  loopDepth[id] = depth;
}

int64_t KernelEmitter::emit() {
  OpBuilder b(module.getContext());
  b.setInsertionPointToEnd(module.getBody());
  SmallVector<Type> arguments;
  auto typeOf = [](const Buffer &buffer) {
    return MemRefType::get({std::max<int64_t>(buffer.elements, 1)}, storageType(buffer.type));
  };
  for (const Buffer &buffer : kernel.buffers)
    if (!buffer.isKept)
      arguments.push_back(typeOf(buffer));
  arguments.append(2, b.getIndexType());
  function = func::FuncOp::create(b, loc, symbol, b.getFunctionType(arguments, {}));
  Block *entry = function.addEntryBlock();
  b.setInsertionPointToEnd(entry);
  auto exit = func::ReturnOp::create(b, loc);
  b.setInsertionPoint(exit);
  unsigned nextArgument = 0;
  for (const Buffer &buffer : kernel.buffers)
    bufferValues.push_back(buffer.isKept
                               ? Value(memref::AllocaOp::create(b, loc, typeOf(buffer), b.getI64IntegerAttr(64)))
                               : Value(function.getArgument(nextArgument++)));
  scopes.push_back(std::make_unique<Scope>(b));
  if (plan.vector == LoopPlan::Vector::Outer)
    setVectorLoop(plan.outer.back().id, plan.lanes.front());
  emitOuter(0);
  return plan.outerTrip();
}

int64_t emitKernel(ModuleOp module, StringRef symbol, const KernelGraph &kernel, LoopChoices choices) {
  return KernelEmitter(module, symbol, kernel, choices).emit();
}

} // namespace shardwright::lower
