#include "passes/lower/ExecBuilder.h"

#include "dialects/check/CheckOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright::lower {

LogicalResult ExecBuilder::buildCheck(Operation *op) {
  using exec::CheckMode;
  auto mode = CheckMode::Equal;
  FloatAttr tolerance;
  IntegerAttr minUlp, maxUlp;
  ElementsAttr constant;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](check::ExpectEqOp) {})
      .Case([&](check::ExpectEqConstOp equal) { constant = equal.getValue(); })
      .Case([&](check::ExpectAlmostEqOp almost) {
        mode = CheckMode::AlmostEqual;
        tolerance = b.getF64FloatAttr(almost.getTolerance().convertToDouble());
      })
      .Case([&](check::ExpectAlmostEqConstOp almost) {
        mode = CheckMode::AlmostEqual;
        tolerance = b.getF64FloatAttr(almost.getTolerance().convertToDouble());
        constant = almost.getValue();
      })
      .Case([&](check::ExpectCloseOp close) {
        mode = CheckMode::Close;
        minUlp = b.getI64IntegerAttr(close.getMinUlpDifference());
        maxUlp = b.getI64IntegerAttr(close.getMaxUlpDifference());
      });
  Value got = op->getOperand(0), want;
  if (constant && !isa<DenseElementsAttr>(constant))
    return op->emitError() << "'" << op->getName() << "' compares with a constant that is not written out";
  want = constant ? newConstant(constant, bytesOf(got)) : bufferOf(op->getOperand(1));
  addStep<exec::CheckOp>(op, mode, bufferOf(got), want, got.getType(), tolerance, minUlp, maxUlp);
  return success();
}

} // namespace shardwright::lower
