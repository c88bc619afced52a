#include "passes/lower/ExecBuilder.h"

#include "passes/common/TripCount.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::lower {

/// carried := operands; while cond: body; carried := yields. The results are the loop-carried values. Every copy is
/// written out here; --assign-buffers removes those whose ends can be one buffer.
LogicalResult ExecBuilder::buildWhile(Operation *op) {
  auto loop = cast<stablehlo::WhileOp>(op);
  Block &condition = loop.getCond().front(), &body = loop.getBody().front();
  SmallVector<Value> carried;
  for (auto [i, operand] : llvm::enumerate(loop.getOperands())) {
    Value slot = newBuffer(bytesOf(operand));
    carried.push_back(slot);
    addCopy(bufferOf(operand), slot, op);
    buffers[condition.getArgument(i)] = slot;
    buffers[body.getArgument(i)] = slot;
    buffers[loop.getResult(i)] = slot;
  }
  // What the condition computes is known once it is built, and the op stands before it.
  Value unknown = newBuffer(1);
  std::optional<int64_t> trips = tripCount(op);
  auto whileOp = addStep<exec::WhileOp>(op, unknown, trips ? b.getI64IntegerAttr(*trips) : IntegerAttr());
  if (failed(inside(whileOp.getCondition(), [&] {
        if (failed(buildBlock(condition)))
          return failure();
        whileOp.getPredicateMutable().assign(bufferOf(condition.getTerminator()->getOperand(0)));
        return success();
      })))
    return failure();
  unknown.getDefiningOp()->erase();
  return inside(whileOp.getBody(), [&]() -> LogicalResult {
    if (failed(buildBlock(body)))
      return failure();
    Operation *yield = body.getTerminator();
    // All yields are taken before any loop-carried value changes: another loop-carried value's value goes through a
    // buffer of its own.
    SmallVector<Value> values;
    for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
      Value from = bufferOf(value);
      if (from != carried[i] && llvm::is_contained(carried, from)) {
        Value kept = newBuffer(bytesOf(value));
        addCopy(from, kept, yield);
        from = kept;
      }
      values.push_back(from);
    }
    for (auto [from, slot] : llvm::zip(values, carried))
      if (from != slot)
        addCopy(from, slot, yield);
    return success();
  });
}

/// Every branch ends with copies to the results.
LogicalResult ExecBuilder::buildBranches(Operation *op) {
  SmallVector<Value> results;
  for (Value result : op->getResults())
    results.push_back(bufferOf(result));
  Value selector = bufferOf(op->getOperand(0));
  Operation *branch =
      isa<stablehlo::CaseOp>(op)
          ? note(exec::SwitchOp::create(b, op->getLoc(), selector, sourceOf(op), op->getNumRegions()), op)
                .getOperation()
          : addStep<exec::IfOp>(op, selector).getOperation();
  for (auto [from, into] : llvm::zip_equal(op->getRegions(), branch->getRegions()))
    if (failed(inside(into, [&, &source = from]() -> LogicalResult {
          if (failed(buildBlock(source.front())))
            return failure();
          Operation *yield = source.front().getTerminator();
          for (auto [value, result] : llvm::zip(yield->getOperands(), results))
            addCopy(bufferOf(value), result, yield);
          return success();
        })))
      return failure();
  return success();
}

} // namespace shardwright::lower
