#include "passes/lower/cuda/DeviceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// All lanes of the warp, and those that a shuffle may read.
constexpr int64_t kAllLanes = -1, kLastLane = 31;

Type pointerType(OpBuilder &b, Space space) {
  return LLVM::LLVMPointerType::get(b.getContext(), static_cast<unsigned>(space));
}

Value intrinsic(OpBuilder &b, Location loc, Type result, StringRef name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, loc, result, b.getStringAttr(name), operands).getResult(0);
}

} // namespace

DeviceFunction createKernel(ModuleOp module, Location loc, StringRef symbol, unsigned numParameters, int64_t threads) {
  OpBuilder b(module.getContext());
  b.setInsertionPointToEnd(module.getBody());
  SmallVector<Type> parameters(numParameters, b.getI64Type());
  auto function = func::FuncOp::create(b, loc, symbol, b.getFunctionType(parameters, {}));
  function->setAttr(kThreadsAttr, b.getI64IntegerAttr(threads));
  b.setInsertionPointToEnd(function.addEntryBlock());
  auto exit = func::ReturnOp::create(b, loc);
  b.setInsertionPoint(exit);
  return {function, b};
}

Value DeviceBuilder::number(Type type, int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

Value DeviceBuilder::threadInBlock() { return intrinsic(b, loc, b.getI32Type(), "llvm.nvvm.read.ptx.sreg.tid.x", {}); }

Value DeviceBuilder::blockNumber() { return intrinsic(b, loc, b.getI32Type(), kBlockNumber, {}); }

void DeviceBuilder::syncBlock() {
  // Not the aligned one: threads of a warp that a guarded load has parted may come one after the other.
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr(kSyncBlock), ValueRange{i32(0)});
}

void DeviceBuilder::syncThreads(int64_t threads) {
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.nvvm.barrier.cta.sync.count"),
                                ValueRange{i32(0), i32(threads)});
}

void DeviceBuilder::syncWarp() {
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.nvvm.bar.warp.sync"), ValueRange{i32(kAllLanes)});
}

Value DeviceBuilder::fromLane(Value value, int64_t mask) {
  return shuffle(value, "llvm.nvvm.shfl.sync.bfly.i32", mask, kLastLane);
}

Value DeviceBuilder::fromLaneBelow(Value value, int64_t distance) {
  return shuffle(value, "llvm.nvvm.shfl.sync.up.i32", distance, 0);
}

Value DeviceBuilder::fromLastLane(Value value) {
  return shuffle(value, "llvm.nvvm.shfl.sync.idx.i32", kLastLane, kLastLane);
}

Value DeviceBuilder::ballot(Value condition) {
  return intrinsic(b, loc, b.getI32Type(), "llvm.nvvm.vote.ballot.sync", {i32(kAllLanes), condition});
}

Value DeviceBuilder::shuffle(Value value, StringRef name, int64_t lane, int64_t bounds) {
  Type type = value.getType();
  const unsigned width = type.getIntOrFloatBitWidth();
  Value bits = isa<FloatType>(type) ? Value(arith::BitcastOp::create(b, loc, b.getIntegerType(width), value)) : value;
  auto shuffle = [&](Value word) {
    return intrinsic(b, loc, b.getI32Type(), name, {i32(kAllLanes), word, i32(lane), i32(bounds)});
  };
  if (width < 32) {
    bits = shuffle(arith::ExtUIOp::create(b, loc, b.getI32Type(), bits));
    bits = arith::TruncIOp::create(b, loc, b.getIntegerType(width), bits);
  } else if (width == 32) {
    bits = shuffle(bits);
  } else {
    Value low = shuffle(arith::TruncIOp::create(b, loc, b.getI32Type(), bits));
    Value half = number(b.getI64Type(), 32);
    Value high = shuffle(
        arith::TruncIOp::create(b, loc, b.getI32Type(), arith::ShRUIOp::create(b, loc, bits, half).getResult()));
    high = arith::ShLIOp::create(b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), high), half);
    bits = arith::OrIOp::create(b, loc, high, arith::ExtUIOp::create(b, loc, b.getI64Type(), low));
  }
  return isa<FloatType>(type) ? Value(arith::BitcastOp::create(b, loc, type, bits)) : bits;
}

Value DeviceBuilder::pointer(Value address, Space space) {
  return LLVM::IntToPtrOp::create(b, loc, pointerType(b, space), address);
}

Value DeviceBuilder::elementPointer(Value pointer, Type element, Value index) {
  return LLVM::GEPOp::create(b, loc, pointer.getType(), element, pointer, ValueRange{index});
}

Value DeviceBuilder::load(Type type, Value pointer, int64_t alignment) {
  return LLVM::LoadOp::create(b, loc, type, pointer, static_cast<unsigned>(alignment));
}

void DeviceBuilder::store(Value value, Value pointer, int64_t alignment) {
  LLVM::StoreOp::create(b, loc, value, pointer, static_cast<unsigned>(alignment));
}

Value DeviceBuilder::sharedArray(ModuleOp module, StringRef name, Type element, int64_t elements) {
  OpBuilder top(module.getContext());
  top.setInsertionPointToStart(module.getBody());
  Type type = LLVM::LLVMArrayType::get(element, static_cast<uint64_t>(std::max<int64_t>(elements, 1)));
  auto global = LLVM::GlobalOp::create(top, loc, type, /*isConstant=*/false, LLVM::Linkage::Internal, name, Attribute(),
                                       /*alignment=*/16, static_cast<unsigned>(Space::Shared));
  // Shared memory has no first content.
  Block *block = top.createBlock(&global.getInitializerRegion());
  OpBuilder init = OpBuilder::atBlockEnd(block);
  Value content = LLVM::UndefOp::create(init, loc, type);
  LLVM::ReturnOp::create(init, loc, content);
  return LLVM::AddressOfOp::create(b, loc, global);
}

Value DeviceBuilder::localArray(Type element, int64_t elements) {
  return LLVM::AllocaOp::create(b, loc, pointerType(b, Space::Local), element,
                                number(b.getI64Type(), std::max<int64_t>(elements, 1)), /*alignment=*/16);
}

} // namespace shardwright::lower::cuda
