#include "passes/lower/EmitKernel.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/NodeEmitter.h"
#include "passes/lower/RunningExtremum.h"
#include "passes/lower/ScatteredLoads.h"
#include "passes/lower/TransposeVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Where an access goes: element `base` + `stride` x lane + `wide`[lane].
struct Address {
  Value base;
  int64_t stride = 0;
  Value wide;
};

/// Steps of a running sum of floats. A longer one is a sum of such: terms that are small beside the whole are not lost
/// beside their part, and errors grow with the steps and the parts, not with all terms (blocked summation: Higham, "The
/// accuracy of floating point summation", 1993).
constexpr int64_t kSumSteps = 64;

class KernelEmitter : NodeEmitter {
public:
  KernelEmitter(ModuleOp module, StringRef symbol, const KernelGraph &kernel, LoopChoices choices)
      : NodeEmitter(kernel, planLoops(kernel, choices), module.getLoc()), module(module), symbol(symbol),
        gathers(choices.gathers) {
    for (const Nest &nest : kernel.nests) {
      std::vector<const Node *> nodes = nodesOf(nest);
      for (const AccumulatorSpec &acc : nest.accumulators)
        if (RunningExtremum::matches(nest, nodes, acc))
          extrema.insert(acc.running);
      inParts.push_back(!nest.accumulators.empty() && llvm::all_of(nest.accumulators, [&](const AccumulatorSpec &acc) {
        return isa<FloatType>(acc.running->type) && combinesAlone(nest, nodes, acc) &&
               laneReduction(acc) == Opcode::Add;
      }));
    }
  }

  int64_t emit();

private:
  using MergedLoop = LoopPlan::MergedLoop;

  void emitOuter(size_t level);
  /// The loop of the tile: squares of as many points as there are lanes, then what is left.
  void emitTileLoop(size_t level, Value lower, Value upper);
  /// The nests at each point of a square.
  void emitTile();
  void emitNests();
  /// What the accumulator begins with, of as many parts as it has.
  SmallVector<Value> beginAccumulator(const AccumulatorSpec &acc, bool inNest);
  Value endAccumulator(const AccumulatorSpec &acc, bool inNest, ArrayRef<Value> parts);
  SmallVector<Value> emitNestLoops(size_t nest, size_t level, SmallVector<Value> running);
  /// `count` steps of a nest's loop, of `inner` steps of inner loops each: of long sums one loop over parts, each from
  /// nothing.
  template <typename Body>
  SmallVector<Value> sumLoop(size_t nest, unsigned id, Value lower, Value upper, int64_t step, int64_t count,
                             int64_t inner, SmallVector<Value> running, Body body);
  SmallVector<Value> emitPoint(const Nest &nest, ArrayRef<Value> running);
  void emitStore(const Store &store);
  /// `rest`: the lanes that count where not all do, else 0.
  template <typename Body>
  SmallVector<Value> loop(unsigned id, Value lower, Value upper, int64_t step, int64_t scale, int64_t rest,
                          SmallVector<Value> running, Body body);
  /// A vector loop over [0, extent): `wholes` over whole vectors, then a masked rest.
  template <typename Wholes, typename Body>
  SmallVector<Value> vectorLoop(const MergedLoop &merged, SmallVector<Value> running, Wholes wholes, Body body);

  bool isExtremum(const AccumulatorSpec &acc) const { return extrema.contains(acc.running); }
  unsigned partsOf(const AccumulatorSpec &acc) const override { return isExtremum(acc) ? RunningExtremum::kParts : 1; }
  SmallVector<Value> advance(const AccumulatorSpec &acc, ValueRange parts) override;
  Value neutral(const AccumulatorSpec &acc, OpBuilder &b, bool isWide = true) {
    Value one = emitConstant(b, loc, acc.running->type, neutralElement(*laneReduction(acc), acc.running->type));
    return isWide ? splat(b, one) : one;
  }

  Value load(const Node *node, OpBuilder &b) override;
  Address address(const IndexExpr &e, Type wideType, OpBuilder &b);
  Value indexValue(const Node *node, OpBuilder &b) override;

  Value number(OpBuilder &b, int64_t value) { return arith::ConstantIndexOp::create(b, loc, value); }
  Value maskOf(OpBuilder &b, int64_t count);

  ModuleOp module;
  std::string symbol;
  func::FuncOp function;
  std::vector<Value> bufferValues;
  llvm::DenseSet<const Node *> extrema; ///< the running values of accumulators that have parts
  std::vector<bool> inParts;            ///< of each nest: sums of floats in any order, which may be taken in parts
  bool inTile = false;
  bool gathers;
  Value mask;       ///< the lanes that count, in a vector loop's rest
  int64_t rest = 0; ///< how many these are; 0 where all do
};

} // namespace

Value KernelEmitter::maskOf(OpBuilder &b, int64_t count) {
  SmallVector<bool> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(i < count);
  return arith::ConstantOp::create(b, loc,
                                   DenseElementsAttr::get(cast<ShapedType>(withLanes(b.getI1Type(), lanes)), values));
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
    if (loops.mergedInto[loop] != loop)
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

Value KernelEmitter::load(const Node *node, OpBuilder &b) {
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
  const int64_t counted = rest ? rest : lanes;
  Value lanesOn = mask;
  if (guard) {
    guard = getWide(node->guard);
    lanesOn = lanesOn ? Value(arith::AndIOp::create(b, loc, lanesOn, guard)) : guard;
  }
  Value loaded;
  auto nothing = [&] { return arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(vectorType))); };
  if (isContiguous && !lanesOn) {
    loaded = vector::LoadOp::create(b, loc, cast<VectorType>(vectorType), buffer, ValueRange{at.base});
  } else if (isContiguous) {
    loaded = vector::MaskedLoadOp::create(b, loc, cast<VectorType>(vectorType), buffer, ValueRange{at.base}, lanesOn,
                                          nothing());
  } else if (!at.wide && !guard && isCloseStride(at.stride, lanes)) {
    loaded = loadStrided(b, loc, cast<VectorType>(vectorType), buffer, at.base, at.stride, counted);
  } else {
    Value offsets = at.wide ? at.wide : laneNumbers(b, kernel.indexType, at.stride);
    if (!gathers)
      return fromStorage(b, loc, node->type,
                         loadApiece(b, loc, cast<VectorType>(vectorType), buffer, at.base, offsets, counted, guard));
    if (!lanesOn)
      lanesOn = maskOf(b, lanes);
    loaded = vector::GatherOp::create(b, loc, cast<VectorType>(vectorType), buffer, ValueRange{at.base}, offsets,
                                      lanesOn, nothing());
  }
  return fromStorage(b, loc, node->type, loaded);
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

SmallVector<Value> KernelEmitter::advance(const AccumulatorSpec &acc, ValueRange parts) {
  // In a rest with a mask only some lanes count; with lanes along the outer loops masked lanes are never stored.
  Value counted = loops.vector == LoopPlan::Vector::Nests ? mask : Value();
  if (!isExtremum(acc)) {
    SmallVector<Value> updates = NodeEmitter::advance(acc, parts);
    if (counted)
      updates.front() = arith::SelectOp::create(here(), loc, counted, updates.front(), parts.front());
    return updates;
  }
  const Node *node = RunningExtremum::elementOf(acc);
  Value element = isa<VectorType>(parts.front().getType()) ? getWide(node) : get(node);
  if (counted)
    element = arith::SelectOp::create(here(), loc, counted, element, neutral(acc, here()));
  return SmallVector<Value>(RunningExtremum(here(), loc, acc).advance(parts, element));
}

SmallVector<Value> KernelEmitter::emitPoint(const Nest &nest, ArrayRef<Value> running) {
  SmallVector<Value> updates = computePoint(nest, running);
  for (const Store &store : nest.stores)
    emitStore(store);
  return updates;
}

template <typename Body>
SmallVector<Value> KernelEmitter::loop(unsigned id, Value lower, Value upper, int64_t step, int64_t scale,
                                       int64_t inRest, SmallVector<Value> running, Body body) {
  Value outerMask = mask;
  int64_t outerRest = rest;
  return NodeEmitter::loop(id, lower, upper, number(here(), step), running, [&](SmallVector<Value> values) {
    if (scale != 1)
      loopValue[id] = arith::MulIOp::create(here(), loc, loopValue[id], number(here(), scale));
    if (inRest) {
      mask = maskOf(scopes.front()->builder, inRest);
      rest = inRest;
    }
    SmallVector<Value> results = body(std::move(values));
    mask = outerMask;
    rest = outerRest;
    return results;
  });
}

template <typename Wholes, typename Body>
SmallVector<Value> KernelEmitter::vectorLoop(const MergedLoop &merged, SmallVector<Value> running, Wholes wholes,
                                             Body body) {
  int64_t whole = merged.extent / lanes * lanes;
  if (whole > 0)
    running = wholes(number(here(), 0), number(here(), whole), std::move(running));
  if (whole < merged.extent)
    running =
        loop(merged.id, number(here(), whole), number(here(), whole + 1), 1, 1, merged.extent - whole, running, body);
  return running;
}

template <typename Body>
SmallVector<Value> KernelEmitter::sumLoop(size_t nest, unsigned id, Value lower, Value upper, int64_t step,
                                          int64_t count, int64_t inner, SmallVector<Value> running, Body body) {
  if (!inParts[nest] || count == 1 || count * inner <= 2 * kSumSteps)
    return loop(id, lower, upper, step, 1, 0, running, body);
  int64_t part = std::max<int64_t>(kSumSteps / inner, 1);
  while (part * kSumSteps < count)
    part *= kSumSteps;
  return loop(id, lower, upper, part * step, 1, 0, running, [&](SmallVector<Value> totals) {
    const Value begin = loopValue[id];
    const size_t depth = loopDepth[id];
    const ArrayRef<AccumulatorSpec> sums = kernel.nests[nest].accumulators;
    SmallVector<Value> own;
    for (auto [acc, total] : llvm::zip(sums, totals))
      own.push_back(neutral(acc, here(), isa<VectorType>(total.getType())));
    if (part == 1) {
      own = body(std::move(own));
    } else {
      Value next = arith::AddIOp::create(here(), loc, begin, number(here(), part * step));
      Value end = arith::MinSIOp::create(here(), loc, next, upper);
      own = sumLoop(nest, id, begin, end, step, part, inner, std::move(own), body);
      loopValue[id] = begin;
      loopDepth[id] = depth;
    }
    for (auto [acc, total, sum] : llvm::zip(sums, totals, own))
      total = combine(acc, Opcode::Add, total, sum);
    return totals;
  });
}

SmallVector<Value> KernelEmitter::emitNestLoops(size_t nest, size_t level, SmallVector<Value> running) {
  const auto &own = loops.nests[nest];
  if (level == own.size())
    return emitPoint(kernel.nests[nest], running);
  auto body = [&](SmallVector<Value> values) { return emitNestLoops(nest, level + 1, std::move(values)); };
  auto stepsOf = [&](const MergedLoop &each) { return vectorLoopId == each.id ? each.extent / lanes : each.extent; };
  int64_t inner = 1;
  for (const MergedLoop &each : llvm::drop_begin(own, level + 1))
    inner *= std::max<int64_t>(stepsOf(each), 1);
  const unsigned id = own[level].id;
  auto wholes = [&](Value lower, Value upper, SmallVector<Value> values) {
    const int64_t step = vectorLoopId == id ? lanes : 1;
    return sumLoop(nest, id, lower, upper, step, stepsOf(own[level]), inner, std::move(values), body);
  };
  if (vectorLoopId == id)
    return vectorLoop(own[level], running, wholes, body);
  return wholes(number(here(), 0), number(here(), own[level].extent), running);
}

SmallVector<Value> KernelEmitter::beginAccumulator(const AccumulatorSpec &acc, bool inNest) {
  Value first = lanes == 1 ? get(acc.init) : inNest ? neutral(acc, here()) : getWide(acc.init);
  if (!isExtremum(acc))
    return {first};
  return SmallVector<Value>(RunningExtremum(here(), loc, acc).begin(first));
}

Value KernelEmitter::endAccumulator(const AccumulatorSpec &acc, bool inNest, ArrayRef<Value> parts) {
  RunningExtremum extremum(here(), loc, acc);
  if (!inNest || lanes == 1)
    return isExtremum(acc) ? extremum.finish(parts) : parts.front();
  Opcode op = *laneReduction(acc);
  Value combined = isExtremum(acc) ? extremum.finishLanes(parts)
                                   : emitLaneReduction(here(), loc, op, acc.running->type, parts.front());
  return combine(acc, op, get(acc.init), combined);
}

void KernelEmitter::emitNests() {
  for (auto [n, nest] : llvm::enumerate(kernel.nests)) {
    bool inNest = loops.vector == LoopPlan::Vector::Nests;
    if (inNest)
      setVectorLoop(loops.nests[n].empty() ? std::nullopt : std::optional<unsigned>(loops.nests[n].back().id),
                    loops.lanes[n]);
    SmallVector<Value> running;
    for (const AccumulatorSpec &acc : nest.accumulators)
      running.append(beginAccumulator(acc, inNest));
    SmallVector<Value> results = emitNestLoops(n, 0, running);
    ArrayRef<Value> left = results;
    for (const AccumulatorSpec &acc : nest.accumulators) {
      scopes.back()->values[acc.result] = endAccumulator(acc, inNest, left.take_front(partsOf(acc)));
      left = left.drop_front(partsOf(acc));
    }
    if (inNest)
      setVectorLoop(std::nullopt, 1);
  }
}

void KernelEmitter::emitOuter(size_t level) {
  if (level == loops.outer.size())
    return emitNests();
  const MergedLoop &merged = loops.outer[level];
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
    if (loops.tile == merged.id)
      emitTileLoop(level, lower, upper);
    else
      loop(merged.id, lower, upper, 1, 1, 0, {}, body);
    return;
  }
  if (level > 0) {
    auto wholes = [&](Value lower, Value upper, SmallVector<Value>) {
      return loop(merged.id, lower, upper, lanes, 1, 0, {}, body);
    };
    vectorLoop(merged, {}, wholes, body);
    return;
  }
  // The range counts vectors; the last one may be cut.
  int64_t whole = merged.extent / lanes;
  if (whole > 0) {
    Value upper =
        whole * lanes == merged.extent ? end : Value(arith::MinSIOp::create(here(), loc, end, number(here(), whole)));
    loop(merged.id, begin, upper, 1, lanes, 0, {}, body);
  }
  if (whole * lanes < merged.extent) {
    Value lower = arith::MaxSIOp::create(here(), loc, begin, number(here(), whole));
    loop(merged.id, lower, end, 1, lanes, merged.extent - whole * lanes, {}, body);
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
  loop(*loops.tile, lower, whole, lanes, 1, 0, {}, body);
  inTile = false;
  loop(*loops.tile, whole, upper, 1, 1, 0, {}, body);
}

void KernelEmitter::emitTile() {
  unsigned id = *loops.tile;
  Value first = loopValue[id];
  size_t depth = loopDepth[id];
  if (mask) {
    // Not all lanes are there to be turned.
    Value end = arith::AddIOp::create(here(), loc, first, number(here(), lanes));
    loop(id, first, end, 1, 1, 0, {}, [&](SmallVector<Value>) {
      emitNests();
      return SmallVector<Value>();
    });
  } else {
    SmallVector<SmallVector<Value>> turned;
    for (const Node *node : loops.turned) {
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
      Value variable = arith::AddIOp::create(b, loc, first, number(b, point));
      open(b);
      setLoop(id, variable);
      for (auto [node, vectors] : llvm::zip(loops.turned, turned))
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
  open(b);
  if (loops.vector == LoopPlan::Vector::Outer)
    setVectorLoop(loops.outer.back().id, loops.lanes.front());
  emitOuter(0);
  return loops.outerTrip();
}

int64_t emitKernel(ModuleOp module, StringRef symbol, const KernelGraph &kernel, LoopChoices choices) {
  return KernelEmitter(module, symbol, kernel, choices).emit();
}

} // namespace shardwright::lower
