#include "passes/lower/cuda/EmitProduct.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/cuda/DeviceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// A block computes kTile x kTile elements of the result with kSide x kSide threads, kDepth steps of the sum at a time.
constexpr int64_t kTile = 64, kSide = 16, kDepth = 16, kEach = kTile / kSide, kThreads = kSide * kSide;
/// Elements of a row of a tile in shared memory: one more, so that columns lie in different banks.
constexpr int64_t kPitch = kTile + 1;

/// An operand: which of its elements a tile has, by strides.
struct Operand {
  Value pointer, shared;
  Type type, rounding;                      ///< of elements
  int64_t batchStride, stride, depthStride; ///< `stride`: along m or n
  int64_t extent;                           ///< of m or n
};

class ProductEmitter {
public:
  ProductEmitter(ModuleOp module, StringRef symbol, exec::MatmulOp op)
      : module(module), symbol(symbol), op(op), loc(op.getLoc()), made(createKernel(module, loc, symbol, 3, kThreads)),
        b(made.builder), sizes(op.getSizes().take_back(4)), outType(op.getOutType()) {
    accType = outType;
    if (auto type = dyn_cast<FloatType>(outType); type && type.getWidth() < 32)
      accType = b.getF32Type();
  }

  Geometry emit();

private:
  Value number(int64_t value) { return DeviceBuilder(b, loc).number(b.getI64Type(), value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value times(Value x, int64_t y) { return y == 1 ? x : Value(arith::MulIOp::create(b, loc, x, number(y))); }
  Value below(Value x, int64_t bound) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, number(bound));
  }
  Value apply(Opcode opcode, Type type, ArrayRef<Type> from, ArrayRef<Value> values);
  Value convert(Type from, Type to, Value value) {
    return from == to ? value : apply(Opcode::Convert, to, {from}, {value});
  }
  Value multiplyAdd(Value x, Value y, Value sum);
  void fillTile(const Operand &operand, Value first, Value depth);
  SmallVector<Value> sumTile(const Operand &lhs, const Operand &rhs, SmallVector<Value> sums);
  /// What is stored in shared memory: a byte for a bit.
  Type sharedType() { return storageType(accType); }

  ModuleOp module;
  std::string symbol;
  exec::MatmulOp op;
  Location loc;
  DeviceFunction made;
  OpBuilder b;
  ArrayRef<int64_t> sizes;
  Type outType, accType; ///< element types
  Value thread, row, column;
};

} // namespace

Value ProductEmitter::apply(Opcode opcode, Type type, ArrayRef<Type> from, ArrayRef<Value> values) {
  SmallVector<Node, 2> operands(from.size());
  Node node;
  node.kind = NodeKind::Apply;
  node.op = opcode;
  node.type = type;
  for (auto [operand, operandType] : llvm::zip_equal(operands, from)) {
    operand.kind = NodeKind::Load;
    operand.type = operandType;
    node.operands.push_back(&operand);
  }
  return emitApply(b, loc, node, values);
}

Value ProductEmitter::multiplyAdd(Value x, Value y, Value sum) {
  if (isa<FloatType>(accType))
    return math::FmaOp::create(b, loc, x, y, sum);
  Value product = apply(Opcode::Multiply, accType, {accType, accType}, {x, y});
  return apply(Opcode::Add, accType, {accType, accType}, {sum, product});
}

/// Elements of kTile rows or columns from `first`, kDepth steps from `depth`; zeros outside. Threads beside each other
/// read what lies together.
void ProductEmitter::fillTile(const Operand &operand, Value first, Value depth) {
  const bool isDepthMinor = operand.depthStride == 1 && operand.stride != 1;
  const int64_t minor = isDepthMinor ? kDepth : kTile;
  Type storage = storageType(operand.type);
  const int64_t bytes = storage.getIntOrFloatBitWidth() / 8;
  for (int64_t i = 0; i < kTile * kDepth / kThreads; ++i) {
    Value at = add(thread, number(i * kThreads));
    Value inMinor = arith::RemUIOp::create(b, loc, at, number(minor));
    Value inMajor = arith::DivUIOp::create(b, loc, at, number(minor));
    Value along = isDepthMinor ? inMajor : inMinor, step = isDepthMinor ? inMinor : inMajor;
    Value globalAlong = add(first, along), globalStep = add(depth, step);
    Value isInside = arith::AndIOp::create(b, loc, below(globalAlong, operand.extent), below(globalStep, sizes[3]));
    auto branch = scf::IfOp::create(b, loc, TypeRange{storage}, isInside, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(branch.thenBlock());
      Value index = add(times(globalAlong, operand.stride), times(globalStep, operand.depthStride));
      DeviceBuilder device(b, loc);
      Value loaded = device.load(storage, device.elementPointer(operand.pointer, storage, index), bytes);
      scf::YieldOp::create(b, loc, ValueRange{loaded});
      b.setInsertionPointToEnd(branch.elseBlock());
      Value zero = arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(storage)));
      scf::YieldOp::create(b, loc, ValueRange{zero});
    }
    Value value = fromStorage(b, loc, operand.type, branch.getResult(0));
    Type type = operand.type;
    if (operand.rounding) {
      value = convert(type, operand.rounding, value);
      type = operand.rounding;
    }
    value = toStorage(b, loc, accType, convert(type, accType, value));
    DeviceBuilder device(b, loc);
    Value place = add(times(step, kPitch), along);
    device.store(value, device.elementPointer(operand.shared, sharedType(), place),
                 sharedType().getIntOrFloatBitWidth() / 8);
  }
}

SmallVector<Value> ProductEmitter::sumTile(const Operand &lhs, const Operand &rhs, SmallVector<Value> sums) {
  auto steps = scf::ForOp::create(b, loc, number(0), number(kDepth), number(1), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(steps.getBody());
  Value start = times(steps.getInductionVar(), kPitch);
  auto read = [&](const Operand &operand, Value first) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < kEach; ++i) {
      DeviceBuilder device(b, loc);
      Value place = add(start, add(first, number(i * kSide)));
      Value stored = device.load(sharedType(), device.elementPointer(operand.shared, sharedType(), place),
                                 sharedType().getIntOrFloatBitWidth() / 8);
      values.push_back(fromStorage(b, loc, accType, stored));
    }
    return values;
  };
  SmallVector<Value> left = read(lhs, row), right = read(rhs, column), next;
  for (int64_t i = 0; i < kEach; ++i)
    for (int64_t j = 0; j < kEach; ++j)
      next.push_back(multiplyAdd(left[i], right[j], steps.getRegionIterArg(i * kEach + j)));
  scf::YieldOp::create(b, loc, next);
  return SmallVector<Value>(steps.getResults());
}

Geometry ProductEmitter::emit() {
  const int64_t batch = sizes[0], m = sizes[1], n = sizes[2], k = sizes[3];
  const int64_t rows = llvm::divideCeil(m, kTile), columns = llvm::divideCeil(n, kTile);
  DeviceBuilder device(b, loc);
  auto widen = [&](Value value) { return Value(arith::ExtUIOp::create(b, loc, b.getI64Type(), value)); };
  thread = widen(device.threadInBlock());
  Value block = widen(device.blockNumber());
  row = arith::DivUIOp::create(b, loc, thread, number(kSide));
  column = arith::RemUIOp::create(b, loc, thread, number(kSide));
  Value blockColumn = arith::RemUIOp::create(b, loc, block, number(columns));
  Value rest = arith::DivUIOp::create(b, loc, block, number(columns));
  Value blockRow = arith::RemUIOp::create(b, loc, rest, number(rows));
  Value entry = arith::DivUIOp::create(b, loc, rest, number(rows));
  auto typeOr = [&](std::optional<Type> type) { return type && !op.mayBeTf32() ? *type : Type(); };
  auto shared = [&](const char *name) {
    return device.sharedArray(module, symbol + name, sharedType(), kDepth * kPitch);
  };
  auto pointerAt = [&](unsigned argument, Type type, Value index) {
    return device.elementPointer(device.pointer(made.function.getArgument(argument)), storageType(type), index);
  };
  auto batchOf = [&](unsigned argument, Type type, ArrayRef<int64_t> strides) {
    if (strides.size() == 3)
      return pointerAt(argument, type, times(entry, strides[0]));
    Value outer = arith::DivUIOp::create(b, loc, entry, number(batch));
    Value inner = arith::RemUIOp::create(b, loc, entry, number(batch));
    return pointerAt(argument, type, add(times(outer, strides[0]), times(inner, strides[1])));
  };
  ArrayRef<int64_t> l = op.getLhsStrides().take_back(3), r = op.getRhsStrides().take_back(3);
  Operand lhs{batchOf(0, op.getLhsType(), op.getLhsStrides()),
              shared("_lhs"),
              op.getLhsType(),
              typeOr(op.getLhsRounding()),
              l[0],
              l[1],
              l[2],
              m};
  Operand rhs{batchOf(1, op.getRhsType(), op.getRhsStrides()),
              shared("_rhs"),
              op.getRhsType(),
              typeOr(op.getRhsRounding()),
              r[0],
              r[2],
              r[1],
              n};
  Value firstRow = times(blockRow, kTile), firstColumn = times(blockColumn, kTile);
  Value zero = arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(computeType(accType))));
  auto depth =
      scf::ForOp::create(b, loc, number(0), number(k), number(kDepth), SmallVector<Value>(kEach * kEach, zero));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(depth.getBody());
    fillTile(lhs, firstRow, depth.getInductionVar());
    fillTile(rhs, firstColumn, depth.getInductionVar());
    DeviceBuilder(b, loc).syncBlock();
    SmallVector<Value> sums = sumTile(lhs, rhs, SmallVector<Value>(depth.getRegionIterArgs()));
    DeviceBuilder(b, loc).syncBlock();
    scf::YieldOp::create(b, loc, sums);
  }
  Type storage = storageType(outType);
  Value out = pointerAt(2, outType, times(entry, m * n));
  for (int64_t i = 0; i < kEach; ++i)
    for (int64_t j = 0; j < kEach; ++j) {
      Value outRow = add(firstRow, add(row, number(i * kSide)));
      Value outColumn = add(firstColumn, add(column, number(j * kSide)));
      Value isInside = arith::AndIOp::create(b, loc, below(outRow, m), below(outColumn, n));
      Value sum = toStorage(b, loc, outType, convert(accType, outType, depth.getResult(i * kEach + j)));
      auto branch = scf::IfOp::create(b, loc, isInside, /*withElseRegion=*/false);
      OpBuilder inner = branch.getThenBodyBuilder();
      OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(inner.saveInsertionPoint());
      DeviceBuilder inside(b, loc);
      inside.store(sum, inside.elementPointer(out, storage, add(times(outRow, n), outColumn)),
                   storage.getIntOrFloatBitWidth() / 8);
    }
  const int64_t outer = op.getSizes().size() == 5 ? op.getSizes().front() : 1;
  return {outer * batch * rows * columns, kThreads};
}

Geometry emitProduct(ModuleOp module, StringRef symbol, exec::MatmulOp op) {
  return ProductEmitter(module, symbol, op).emit();
}

} // namespace shardwright::lower::cuda
