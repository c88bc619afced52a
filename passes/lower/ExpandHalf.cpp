#include "passes/lower/ExpandHalf.h"

#include "passes/lower/EmitByteFloat.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/FloatArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir;

namespace shardwright::lower {

/// f32, or its bits, with the lanes of `like`.
static Type shapedLike(Value like, Type scalar) {
  auto vector = dyn_cast<VectorType>(like.getType());
  return vector ? Type(VectorType::get(vector.getShape(), scalar)) : scalar;
}

/// Rounds f32 to the nearest bf16 (ties to even) and keeps it in f32; not-a-number stays quiet not-a-number.
static Value roundToBF16(OpBuilder &b, Location loc, Value x) {
  FloatArithmetic a(b, loc, x.getType());
  Value bits = a.bits(x);
  Value last = a.andInt(arith::ShRUIOp::create(b, loc, bits, a.integer(16)), a.integer(1));
  Value rounded = a.addInt(bits, a.addInt(last, a.integer(0x7fff)));
  rounded = a.andInt(rounded, a.integer(static_cast<int32_t>(0xffff0000u)));
  return a.fromBits(a.select(a.isNan(x), a.integer(0x7fc00000), rounded));
}

void expandBFloatConversions(ModuleOp kernels) {
  SmallVector<arith::TruncFOp> narrowed;
  SmallVector<arith::ExtFOp> widened;
  kernels.walk([&](Operation *op) {
    if (auto narrow = dyn_cast<arith::TruncFOp>(op); narrow && getElementTypeOrSelf(narrow.getType()).isBF16())
      narrowed.push_back(narrow);
    if (auto wide = dyn_cast<arith::ExtFOp>(op); wide && getElementTypeOrSelf(wide.getIn()).isBF16())
      widened.push_back(wide);
  });
  for (arith::ExtFOp op : widened) {
    OpBuilder b(op);
    Location loc = op.getLoc();
    Value to;
    if (auto narrow = op.getIn().getDefiningOp<arith::TruncFOp>(); narrow && narrow.getIn().getType() == op.getType()) {
      to = narrow->hasAttr(kExactAttr) ? narrow.getIn() : roundToBF16(b, loc, narrow.getIn());
    } else {
      FloatArithmetic a(b, loc, op.getType());
      Value stored = arith::BitcastOp::create(b, loc, shapedLike(op.getIn(), b.getI16Type()), op.getIn());
      Value bits = arith::ExtUIOp::create(b, loc, shapedLike(op.getIn(), b.getI32Type()), stored);
      to = a.fromBits(a.shiftLeft(bits, 16));
    }
    op.replaceAllUsesWith(to);
    op.erase();
  }
  for (arith::TruncFOp op : narrowed) {
    if (!op.use_empty()) {
      OpBuilder b(op);
      Location loc = op.getLoc();
      Value from = op->hasAttr(kExactAttr) ? op.getIn() : roundToBF16(b, loc, op.getIn());
      FloatArithmetic a(b, loc, from.getType());
      Value bits = arith::ShRUIOp::create(b, loc, a.bits(from), a.integer(16));
      bits = arith::TruncIOp::create(b, loc, shapedLike(from, b.getI16Type()), bits);
      op.replaceAllUsesWith(arith::BitcastOp::create(b, loc, op.getType(), bits).getResult());
    }
    op.erase();
  }
}

void expandHalfConversions(ModuleOp kernels) {
  const runtime::FloatFormat &half = *runtime::floatFormat(runtime::ElementType::F16);
  auto isHalf = [](Value value) { return getElementTypeOrSelf(value).isF16(); };
  SmallVector<Operation *> conversions;
  kernels.walk([&](Operation *op) {
    if ((isa<arith::ExtFOp>(op) && isHalf(op->getOperand(0))) || (isa<arith::TruncFOp>(op) && isHalf(op->getResult(0))))
      conversions.push_back(op);
  });
  for (Operation *op : conversions) {
    OpBuilder b(op);
    Location loc = op->getLoc();
    Value from = op->getOperand(0);
    Value to;
    if (isHalf(from)) {
      Type bits = b.getI16Type();
      if (auto vector = dyn_cast<VectorType>(from.getType()))
        bits = VectorType::get(vector.getShape(), bits);
      to = decodeByteFloat(b, loc, half, arith::BitcastOp::create(b, loc, bits, from));
    } else {
      Value code = encodeByteFloat(b, loc, half, roundToByteFloat(b, loc, half, from));
      to = arith::BitcastOp::create(b, loc, op->getResult(0).getType(), code);
    }
    op->replaceAllUsesWith(ValueRange{to});
    op->erase();
  }
}

} // namespace shardwright::lower
