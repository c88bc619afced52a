#include "passes/lower/ExpandHalf.h"

#include "passes/lower/EmitByteFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir;

namespace shardwright::lower {

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
