#include "passes/lower/cuda/MatrixBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

using namespace mlir;

namespace shardwright::lower::cuda {

static Value callDevice(OpBuilder &b, Location loc, Type result, StringRef name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, loc, result, b.getStringAttr(name), operands).getResult(0);
}

Value MatrixBuilder::f32(float value) { return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value)); }

Value MatrixBuilder::wide(Value index) {
  return index.getType().isInteger(64) ? index : Value(arith::ExtUIOp::create(b, loc, b.getI64Type(), index));
}

Value MatrixBuilder::add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
Value MatrixBuilder::sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }

Value MatrixBuilder::times(Value x, int64_t factor) {
  return factor == 1 ? x : Value(arith::MulIOp::create(b, loc, x, device().number(x.getType(), factor)));
}

Value MatrixBuilder::div(Value x, int64_t divisor) { return divisor == 1 ? x : div(x, i32(divisor)); }
Value MatrixBuilder::rem(Value x, int64_t divisor) { return rem(x, i32(divisor)); }
Value MatrixBuilder::div(Value x, Value divisor) { return arith::DivUIOp::create(b, loc, x, divisor); }
Value MatrixBuilder::rem(Value x, Value divisor) { return arith::RemUIOp::create(b, loc, x, divisor); }
Value MatrixBuilder::bitAnd(Value x, int64_t bits) { return arith::AndIOp::create(b, loc, x, i32(bits)); }
Value MatrixBuilder::shiftRight(Value x, int64_t bits) { return arith::ShRUIOp::create(b, loc, x, i32(bits)); }
Value MatrixBuilder::least(Value x, Value y) { return arith::MinSIOp::create(b, loc, x, y); }
Value MatrixBuilder::most(Value x, Value y) { return arith::MaxSIOp::create(b, loc, x, y); }

Value MatrixBuilder::belowInt(Value x, Value y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, y);
}

Value MatrixBuilder::equalInt(Value x, int64_t y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, i32(y));
}

Value MatrixBuilder::notBelow(Value x, int64_t bound) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, x, i32(bound));
}

Value MatrixBuilder::either(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
Value MatrixBuilder::both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }
Value MatrixBuilder::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(b, loc, condition, x, y);
}

Value MatrixBuilder::addFloat(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
Value MatrixBuilder::subFloat(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
Value MatrixBuilder::mulFloat(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
Value MatrixBuilder::divFloat(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y); }
Value MatrixBuilder::maximum(Value x, Value y) { return arith::MaxNumFOp::create(b, loc, x, y); }

Value MatrixBuilder::equal(Value x, Value y) { return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x, y); }

Value MatrixBuilder::larger(Value x, Value y) { return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, x, y); }

Value MatrixBuilder::exp(Value x) {
  constexpr float kLog2E = 1.44269504F;
  return callDevice(b, loc, b.getF32Type(), "llvm.nvvm.ex2.approx.ftz.f32", mulFloat(x, f32(kLog2E)));
}

Value MatrixBuilder::loadIf(Value condition, Type type, Value pointer, int64_t bytes) {
  auto branch = scf::IfOp::create(b, loc, TypeRange{type}, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value loaded = device().load(type, pointer, bytes);
  scf::YieldOp::create(b, loc, loaded);
  b.setInsertionPointToEnd(branch.elseBlock());
  Value zero = arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(type)));
  scf::YieldOp::create(b, loc, zero);
  return branch.getResult(0);
}

Value MatrixBuilder::joinHalves(Value low, Value high) {
  Value upper = arith::ShLIOp::create(b, loc, arith::ExtUIOp::create(b, loc, b.getI32Type(), high), i32(16));
  return arith::OrIOp::create(b, loc, arith::ExtUIOp::create(b, loc, b.getI32Type(), low), upper);
}

Value MatrixBuilder::joinFloats(Value first, Value second) {
  Value both = LLVM::UndefOp::create(b, loc, VectorType::get({2}, b.getF32Type()));
  both = LLVM::InsertElementOp::create(b, loc, both, first, i32(0));
  return LLVM::InsertElementOp::create(b, loc, both, second, i32(1));
}

Value MatrixBuilder::pack(Type type, Value low, Value high) {
  Type pair = VectorType::get({2}, type);
  Value packed =
      callDevice(b, loc, pair, type.isBF16() ? "llvm.nvvm.ff2bf16x2.rn" : "llvm.nvvm.ff2f16x2.rn", {high, low});
  return LLVM::BitcastOp::create(b, loc, b.getI32Type(), packed);
}

Value MatrixBuilder::unpack(Type type, Value packed, bool isHigh) {
  if (type.isBF16()) { // the upper half of a float's bits
    Value bits = isHigh ? bitAnd(packed, int64_t{0xffff0000}) : Value(arith::ShLIOp::create(b, loc, packed, i32(16)));
    return LLVM::BitcastOp::create(b, loc, b.getF32Type(), bits);
  }
  Value bits = arith::TruncIOp::create(b, loc, b.getI16Type(), isHigh ? shiftRight(packed, 16) : packed);
  Value narrow = LLVM::BitcastOp::create(b, loc, type, bits);
  return arith::ExtFOp::create(b, loc, b.getF32Type(), narrow);
}

Value MatrixBuilder::rounded(Type type, Value value) {
  return unpack(type, pack(type, value, f32(0)), /*isHigh=*/false);
}

void MatrixBuilder::copyPiece(Value to, Value from, Value condition) {
  Value bytes = select(condition, i32(16), i32(0));
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.nvvm.cp.async.cg.shared.global.16.s"),
                                ValueRange{to, from, bytes});
}

void MatrixBuilder::commitCopies() {
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.nvvm.cp.async.commit.group"), ValueRange{});
}

void MatrixBuilder::waitForCopies(int64_t groups) {
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.nvvm.cp.async.wait.group"), ValueRange{i32(groups)});
}

SmallVector<Value> MatrixBuilder::loadMatrices(Value pointer, bool isTransposed) {
  Type word = b.getI32Type();
  Type four = LLVM::LLVMStructType::getLiteral(b.getContext(), {word, word, word, word});
  std::string name = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.";
  name += isTransposed ? "trans.b16" : "b16";
  Value loaded = callDevice(b, loc, four, name, pointer);
  SmallVector<Value> words;
  for (int64_t i = 0; i < 4; ++i)
    words.push_back(LLVM::ExtractValueOp::create(b, loc, loaded, i));
  return words;
}

void MatrixBuilder::multiply(Type type, ArrayRef<Value> left, ArrayRef<Value> right, MutableArrayRef<Value> sums) {
  Type f = b.getF32Type();
  Type four = LLVM::LLVMStructType::getLiteral(b.getContext(), {f, f, f, f});
  SmallVector<Value> operands;
  for (ArrayRef<Value> words : {left, right})
    for (Value word : words)
      operands.push_back(type.isBF16() ? word
                                       : Value(LLVM::BitcastOp::create(b, loc, VectorType::get({2}, type), word)));
  operands.append(sums.begin(), sums.end());
  StringRef name = type.isBF16() ? "llvm.nvvm.mma.m16n8k16.row.col.bf16" : "llvm.nvvm.mma.m16n8k16.row.col.f32.f32";
  Value product = callDevice(b, loc, four, name, operands);
  for (int64_t i = 0; i < 4; ++i)
    sums[static_cast<size_t>(i)] = LLVM::ExtractValueOp::create(b, loc, product, i);
}

} // namespace shardwright::lower::cuda
