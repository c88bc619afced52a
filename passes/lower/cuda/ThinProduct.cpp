#include "passes/lower/cuda/ThinProduct.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/cuda/DeviceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// Elements of the narrow side: their sums are in registers.
constexpr int64_t kMostCount = 8;
constexpr int64_t kLoadBytes = 16, kLeastLoadBytes = 8;
constexpr int64_t kWarp = 32;
/// Along the sum: rows that a group of lanes computes, and threads of a block.
constexpr int64_t kRows = 4, kRowThreads = 128;
/// Along rows: threads of a block, and steps of the sum in flight.
constexpr int64_t kColumnThreads = 256, kSteps = 4;
/// A kernel of fewer blocks leaves multiprocessors idle; elements of the wide operand where that does not matter.
constexpr int64_t kBlocks = 64, kFewElements = 1 << 18;

bool isFloat(Type type) { return type.isF32() || type.isBF16() || type.isF16(); }
int64_t elementBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

/// How the threads of a block share a product.
struct Shares {
  int64_t lanes;  ///< threads beside each other that read a row, or a column's elements
  int64_t blocks; ///< of a matrix
};
Shares sharesOf(const ThinProduct &p) {
  const int64_t across = (p.isDepthMinor ? p.depth : p.width) / p.lanes;
  const auto lanes = static_cast<int64_t>(
      std::min<uint64_t>(kWarp, llvm::PowerOf2Ceil(static_cast<uint64_t>(std::max<int64_t>(across, 1)))));
  if (p.isDepthMinor)
    return {lanes, static_cast<int64_t>(llvm::divideCeil(p.width, kRowThreads / lanes * kRows))};
  return {lanes, static_cast<int64_t>(llvm::divideCeil(p.width, lanes * p.lanes))};
}

class ThinEmitter {
public:
  ThinEmitter(ModuleOp module, Location loc, StringRef symbol, const ThinProduct &product)
      : module(module), symbol(symbol), loc(loc), p(product), shares(sharesOf(product)),
        made(createKernel(module, loc, symbol, 3, threads())), b(made.builder), device(b, loc) {}

  Geometry emit() {
    Value block = widen(device.blockNumber());
    thread = widen(device.threadInBlock());
    Value entry = quotient(block, shares.blocks);
    Value outer = quotient(entry, p.batch), batch = remainder(entry, p.batch);
    auto base = [&](unsigned argument, const ThinProduct::Operand &operand) {
      return device.elementPointer(device.pointer(made.function.getArgument(argument)), storageType(operand.type),
                                   add(times(outer, operand.outer), times(batch, operand.batch)));
    };
    wide = base(p.isLeftThin ? 1 : 0, p.wide);
    thin = base(p.isLeftThin ? 0 : 1, p.thin);
    out = device.elementPointer(device.pointer(made.function.getArgument(2)), storageType(p.outType),
                                times(entry, p.width * p.count));
    Value part = remainder(block, shares.blocks);
    if (p.isDepthMinor)
      emitRows(part);
    else
      emitColumns(part);
    return {p.matrices() * shares.blocks, threads()};
  }

private:
  int64_t threads() const { return p.isDepthMinor ? kRowThreads : kColumnThreads; }
  Value widen(Value value) { return arith::ExtUIOp::create(b, loc, b.getI64Type(), value); }
  Value number(int64_t value) { return device.number(b.getI64Type(), value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value times(Value x, int64_t y) { return y == 1 ? x : Value(arith::MulIOp::create(b, loc, x, number(y))); }
  Value quotient(Value x, int64_t y) { return y == 1 ? x : Value(arith::DivUIOp::create(b, loc, x, number(y))); }
  Value remainder(Value x, int64_t y) {
    return y == 1 ? number(0) : Value(arith::RemUIOp::create(b, loc, x, number(y)));
  }
  Value below(Value x, int64_t bound) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, number(bound));
  }
  Value zero() { return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0)); }
  Value fma(Value x, Value y, Value sum) { return math::FmaOp::create(b, loc, x, y, sum); }

  /// `lanes` elements as f32, by one load where there are several.
  SmallVector<Value> load(Value base, Type type, Value index, int64_t lanes);
  /// Elements of a side of the narrow operand, `lanes` steps of the sum from `step`.
  SmallVector<Value> loadThin(int64_t along, Value step, int64_t lanes);
  void guarded(Value condition, llvm::function_ref<void()> body);
  void store(Value sum, Value along, int64_t narrow);
  void emitRows(Value part);
  void emitColumns(Value part);
  SmallVector<Value> sumColumns(Value column, Value row, int64_t rows);

  ModuleOp module;
  std::string symbol;
  Location loc;
  const ThinProduct &p;
  const Shares shares;
  DeviceFunction made;
  OpBuilder b;
  DeviceBuilder device;
  Value thread, wide, thin, out;
};

SmallVector<Value> ThinEmitter::load(Value base, Type type, Value index, int64_t lanes) {
  Type storage = storageType(type);
  Value pointer = device.elementPointer(base, storage, index);
  if (lanes == 1)
    return {fromStorage(b, loc, type, device.load(storage, pointer, elementBytes(type)))};
  const int64_t words = lanes * elementBytes(type) / 4;
  Value loaded = device.load(VectorType::get({words}, b.getI32Type()), pointer, lanes * elementBytes(type));
  SmallVector<Value> values;
  for (int64_t word = 0; word != words; ++word) {
    Value bits = vector::ExtractOp::create(b, loc, loaded, ArrayRef<int64_t>{word});
    if (type.isF32()) {
      values.push_back(arith::BitcastOp::create(b, loc, b.getF32Type(), bits));
      continue;
    }
    Value low = arith::TruncIOp::create(b, loc, b.getI16Type(), bits);
    Value shifted = arith::ShRUIOp::create(b, loc, bits, device.i32(16));
    Value high = arith::TruncIOp::create(b, loc, b.getI16Type(), shifted);
    values.push_back(fromStorage(b, loc, type, low));
    values.push_back(fromStorage(b, loc, type, high));
  }
  return values;
}

SmallVector<Value> ThinEmitter::loadThin(int64_t along, Value step, int64_t lanes) {
  const int64_t wanted = lanes * elementBytes(p.thin.type);
  const bool isAligned = p.thin.depth == 1 && wanted <= kLoadBytes && wanted % 4 == 0 && p.depth % lanes == 0 &&
                         llvm::all_of(ArrayRef<int64_t>{p.thin.outer, p.thin.batch, p.count == 1 ? 0 : p.thin.free},
                                      [&](int64_t stride) { return stride % lanes == 0; });
  Value index = add(number(along * p.thin.free), times(step, p.thin.depth));
  if (isAligned)
    return load(thin, p.thin.type, index, lanes);
  SmallVector<Value> values;
  for (int64_t i = 0; i != lanes; ++i)
    llvm::append_range(values, load(thin, p.thin.type, add(index, number(i * p.thin.depth)), 1));
  return values;
}

void ThinEmitter::guarded(Value condition, llvm::function_ref<void()> body) {
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  body();
}

void ThinEmitter::store(Value sum, Value along, int64_t narrow) {
  Node from, node;
  from.kind = NodeKind::Load;
  from.type = b.getF32Type();
  node.kind = NodeKind::Apply;
  node.op = Opcode::Convert;
  node.type = p.outType;
  node.operands.push_back(&from);
  Value value = p.outType.isF32() ? sum : emitApply(b, loc, node, {sum});
  Type storage = storageType(p.outType);
  Value index = p.isLeftThin ? add(number(narrow * p.width), along) : add(times(along, p.count), number(narrow));
  device.store(toStorage(b, loc, p.outType, value), device.elementPointer(out, storage, index),
               elementBytes(p.outType));
}

/// Groups of lanes read along kRows rows each, and add up what their lanes have.
void ThinEmitter::emitRows(Value part) {
  const int64_t lanes = shares.lanes, groups = kRowThreads / lanes;
  Value lane = remainder(thread, lanes), group = add(times(part, groups), quotient(thread, lanes));
  SmallVector<Value> rows, starts;
  for (int64_t i = 0; i != kRows; ++i) {
    rows.push_back(add(times(group, kRows), number(i)));
    Value last = number(p.width - 1); // what is behind the last row is computed of that, and not written
    starts.push_back(times(arith::MinUIOp::create(b, loc, rows.back(), last), p.wide.free));
  }
  auto steps = scf::ForOp::create(b, loc, times(lane, p.lanes), number(p.depth), number(lanes * p.lanes),
                                  SmallVector<Value>(static_cast<size_t>(kRows * p.count), zero()));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(steps.getBody());
    Value step = steps.getInductionVar();
    SmallVector<SmallVector<Value>> read;
    for (Value start : starts)
      read.push_back(load(wide, p.wide.type, add(start, step), p.lanes));
    SmallVector<Value> sums(steps.getRegionIterArgs());
    for (int64_t t = 0; t != p.count; ++t) {
      SmallVector<Value> factors = loadThin(t, step, p.lanes);
      for (int64_t i = 0; i != kRows; ++i)
        for (auto [x, y] : llvm::zip_equal(read[i], factors))
          sums[i * p.count + t] = fma(x, y, sums[i * p.count + t]);
    }
    scf::YieldOp::create(b, loc, sums);
  }
  SmallVector<Value> sums(steps.getResults());
  for (Value &sum : sums)
    for (int64_t mask = lanes / 2; mask > 0; mask /= 2)
      sum = arith::AddFOp::create(b, loc, sum, device.fromLane(sum, mask));
  for (int64_t i = 0; i != kRows; ++i) {
    // A lane of its own for each row, where there are as many.
    Value isWriter = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane, number(i % std::min(lanes, kRows)));
    guarded(arith::AndIOp::create(b, loc, isWriter, below(rows[i], p.width)), [&] {
      for (int64_t t = 0; t != p.count; ++t)
        store(sums[i * p.count + t], rows[i], t);
    });
  }
}

/// Sums of p.lanes columns from `column`, steps `row`, `row` + `rows`, ...: for each element of the narrow side.
SmallVector<Value> ThinEmitter::sumColumns(Value column, Value row, int64_t rows) {
  const auto together = std::min<int64_t>(kSteps, static_cast<int64_t>(llvm::divideCeil(p.depth, rows)));
  const bool isWhole = p.depth % (together * rows) == 0;
  auto steps = scf::ForOp::create(b, loc, row, number(p.depth), number(together * rows),
                                  SmallVector<Value>(static_cast<size_t>(p.count * p.lanes), zero()));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(steps.getBody());
  SmallVector<Value> sums(steps.getRegionIterArgs()), places, insides;
  SmallVector<SmallVector<Value>> read;
  for (int64_t i = 0; i != together; ++i) {
    Value step = add(steps.getInductionVar(), number(i * rows));
    insides.push_back(isWhole ? Value() : below(step, p.depth));
    places.push_back(isWhole ? step : Value(arith::MinUIOp::create(b, loc, step, number(p.depth - 1))));
    read.push_back(load(wide, p.wide.type, add(times(places.back(), p.wide.depth), column), p.lanes));
  }
  for (int64_t i = 0; i != together; ++i) {
    if (insides[i])
      for (Value &value : read[i])
        value = arith::SelectOp::create(b, loc, insides[i], value, zero());
    for (int64_t t = 0; t != p.count; ++t) {
      Value factor = loadThin(t, places[i], 1).front();
      if (insides[i])
        factor = arith::SelectOp::create(b, loc, insides[i], factor, zero());
      for (int64_t l = 0; l != p.lanes; ++l)
        sums[t * p.lanes + l] = fma(read[i][l], factor, sums[t * p.lanes + l]);
    }
  }
  scf::YieldOp::create(b, loc, sums);
  return SmallVector<Value>(steps.getResults());
}

/// Lanes beside each other read rows of columns, the others other steps of the sum; the parts of a sum come together in
/// the warp, then in shared memory.
void ThinEmitter::emitColumns(Value part) {
  const int64_t lanes = shares.lanes, columns = lanes * p.lanes, rows = kColumnThreads / lanes,
                warps = kColumnThreads / kWarp;
  Value lane = remainder(thread, lanes), first = times(part, columns), own = add(first, times(lane, p.lanes));
  // What is behind the last column is computed of the last ones, and not written.
  Value column = arith::MinUIOp::create(b, loc, own, number(p.width - p.lanes));
  SmallVector<Value> sums = sumColumns(column, quotient(thread, lanes), rows);
  for (Value &sum : sums)
    for (int64_t mask = lanes; mask < kWarp; mask *= 2)
      sum = arith::AddFOp::create(b, loc, sum, device.fromLane(sum, mask));
  Value shared = device.sharedArray(module, symbol + "_parts", b.getF32Type(), warps * columns);
  Value warp = quotient(thread, kWarp), inWarp = remainder(thread, kWarp);
  for (int64_t t = 0; t != p.count; ++t) {
    guarded(below(inWarp, lanes), [&] {
      for (int64_t l = 0; l != p.lanes; ++l) {
        Value place = add(times(warp, columns), add(times(inWarp, p.lanes), number(l)));
        device.store(sums[t * p.lanes + l], device.elementPointer(shared, b.getF32Type(), place), 4);
      }
    });
    device.syncBlock();
    Value target = add(first, thread);
    guarded(arith::AndIOp::create(b, loc, below(thread, columns), below(target, p.width)), [&] {
      Value sum;
      for (int64_t w = 0; w != warps; ++w) {
        Value place = add(thread, number(w * columns));
        Value each = device.load(b.getF32Type(), device.elementPointer(shared, b.getF32Type(), place), 4);
        sum = sum ? Value(arith::AddFOp::create(b, loc, sum, each)) : each;
      }
      store(sum, target, t);
    });
    if (t + 1 != p.count)
      device.syncBlock();
  }
}

/// Elements of a load: all of what lies along rows begins and ends at multiples of them.
int64_t lanesOf(const ThinProduct &p) {
  const int64_t minor = p.isDepthMinor ? p.depth : p.width, stride = p.isDepthMinor ? p.wide.free : p.wide.depth;
  int64_t lanes = kLoadBytes / elementBytes(p.wide.type);
  auto divides = [&](int64_t size, int64_t distance) { return size == 1 || distance % lanes == 0; };
  while (lanes > 1 && (minor % lanes || !divides(p.isDepthMinor ? p.width : p.depth, stride) ||
                       !divides(p.outer, p.wide.outer) || !divides(p.batch, p.wide.batch)))
    lanes /= 2;
  return lanes;
}

} // namespace

std::optional<ThinProduct> thinProduct(Type lhsType, Type rhsType, Type outType, ArrayRef<int64_t> sizes,
                                       ArrayRef<int64_t> lhsStrides, ArrayRef<int64_t> rhsStrides) {
  if (!isFloat(lhsType) || !isFloat(rhsType) || !isFloat(outType))
    return std::nullopt;
  const bool hasOuter = sizes.size() == 5;
  ArrayRef<int64_t> inner = sizes.drop_front(hasOuter), l = lhsStrides.drop_front(hasOuter),
                    r = rhsStrides.drop_front(hasOuter);
  const int64_t m = inner[1], n = inner[2];
  ThinProduct p;
  p.outer = hasOuter ? sizes[0] : 1;
  p.batch = inner[0];
  p.depth = inner[3];
  p.isLeftThin = m < n;
  p.width = std::max(m, n);
  p.count = std::min(m, n);
  p.outType = outType;
  ThinProduct::Operand lhs{lhsType, hasOuter ? lhsStrides[0] : 0, l[0], l[1], l[2]},
      rhs{rhsType, hasOuter ? rhsStrides[0] : 0, r[0], r[2], r[1]};
  p.wide = p.isLeftThin ? rhs : lhs;
  p.thin = p.isLeftThin ? lhs : rhs;
  if (p.outer < 1 || p.batch < 1 || p.count < 1 || p.depth < 1 || p.count > kMostCount)
    return std::nullopt;
  p.isDepthMinor = p.wide.depth == 1;
  if (!p.isDepthMinor && p.wide.free != 1)
    return std::nullopt;
  p.lanes = lanesOf(p);
  if (p.lanes * elementBytes(p.wide.type) < kLeastLoadBytes)
    return std::nullopt;
  const int64_t elements = p.matrices() * p.width * p.depth;
  if (p.matrices() * sharesOf(p).blocks < kBlocks && elements > kFewElements)
    return std::nullopt;
  return p;
}

Geometry emitThinProduct(ModuleOp module, Location loc, StringRef symbol, const ThinProduct &product) {
  return ThinEmitter(module, loc, symbol, product).emit();
}

} // namespace shardwright::lower::cuda
