#include "passes/lower/StepEmitter.h"

#include "dialects/check/CheckOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using shardwright::runtime::Check;
using shardwright::runtime::StepKind;

namespace shardwright::lower {

LogicalResult StepEmitter::scheduleCheck(Operation *op) {
  Check check;
  ElementsAttr constant;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](check::ExpectEqOp) { check.mode = Check::Mode::Equal; })
      .Case([&](check::ExpectEqConstOp equal) {
        check.mode = Check::Mode::Equal;
        constant = equal.getValue();
      })
      .Case([&](check::ExpectAlmostEqOp almost) {
        check.mode = Check::Mode::AlmostEqual;
        check.tolerance = almost.getTolerance().convertToDouble();
      })
      .Case([&](check::ExpectAlmostEqConstOp almost) {
        check.mode = Check::Mode::AlmostEqual;
        check.tolerance = almost.getTolerance().convertToDouble();
        constant = almost.getValue();
      })
      .Case([&](check::ExpectCloseOp close) {
        check.mode = Check::Mode::Close;
        check.minUlp = close.getMinUlpDifference();
        check.maxUlp = close.getMaxUlpDifference();
      });
  Value got = op->getOperand(0);
  check.type = elementType(got);
  check.shape = cast<RankedTensorType>(got.getType()).getShape().vec();
  uint32_t want;
  if (constant) {
    auto dense = dyn_cast<DenseElementsAttr>(constant);
    if (!dense)
      return op->emitError() << "'" << op->getName() << "' compares with a constant that is not written out";
    want = newBuffer(bytesOf(got));
    program.buffers[want].space = runtime::SlotSpace::Constant;
    program.buffers[want].offset = addConstant(dense);
  } else {
    want = bufferOf(op->getOperand(1));
  }
  uint32_t index = program.executable.checks.size();
  program.executable.checks.push_back(std::move(check));
  uint32_t have = bufferOf(got);
  addStep(StepKind::Check, op, index).accesses = {{have, true, false}, {want, true, false}};
  return success();
}

} // namespace shardwright::lower
