#include "passes/lower/StepEmitter.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using shardwright::runtime::StepKind;

namespace shardwright::lower {

/// carries := operand; L: cond; exit unless it holds; body; carries := yields; back to L. The results are the
/// loop-carried values. Every copy is written out here; assignBuffers removes those whose ends can be one buffer.
LogicalResult StepEmitter::scheduleWhile(Operation *op) {
  auto loop = cast<stablehlo::WhileOp>(op);
  Block &condition = loop.getCond().front(), &body = loop.getBody().front();
  SmallVector<uint32_t> carried;
  for (auto [i, operand] : llvm::enumerate(loop.getOperands())) {
    uint32_t slot = newBuffer(bytesOf(operand));
    carried.push_back(slot);
    addCopy(bufferOf(operand), slot, op);
    buffers[condition.getArgument(i)] = slot;
    buffers[body.getArgument(i)] = slot;
    buffers[loop.getResult(i)] = slot;
  }
  uint32_t begin = nextStep();
  if (failed(scheduleBlock(condition)))
    return failure();
  uint32_t predicate = bufferOf(condition.getTerminator()->getOperand(0));
  uint32_t branch = nextStep();
  addStep(StepKind::JumpIfFalse, op).accesses = {{predicate, true, false}};
  if (failed(scheduleBlock(body)))
    return failure();
  Operation *yield = body.getTerminator();
  // All yields are taken before any carry changes: another loop-carried value's value goes through a buffer of its own.
  SmallVector<uint32_t> values;
  for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
    uint32_t from = bufferOf(value);
    if (from != carried[i] && llvm::is_contained(carried, from)) {
      uint32_t kept = newBuffer(bytesOf(value));
      addCopy(from, kept, yield);
      from = kept;
    }
    values.push_back(from);
  }
  for (auto [from, slot] : llvm::zip(values, carried))
    if (from != slot)
      addCopy(from, slot, yield);
  addStep(StepKind::Jump, yield).target = begin;
  program.steps[branch].target = nextStep();
  return success();
}

/// Switch or jump; every branch ends with copies to the results and a jump behind the last one.
LogicalResult StepEmitter::scheduleBranches(Operation *op) {
  SmallVector<uint32_t> results;
  for (Value result : op->getResults())
    results.push_back(bufferOf(result));
  uint32_t selector = bufferOf(op->getOperand(0));
  uint32_t table = program.executable.switches.size();
  bool isCase = isa<stablehlo::CaseOp>(op);
  uint32_t branch = nextStep();
  if (isCase)
    program.executable.switches.emplace_back();
  addStep(isCase ? StepKind::Switch : StepKind::JumpIfFalse, op, isCase ? table : 0).accesses = {
      {selector, true, false}};
  SmallVector<uint32_t> begins, exits;
  for (Region &region : op->getRegions()) {
    begins.push_back(nextStep());
    if (failed(scheduleBlock(region.front())))
      return failure();
    Operation *yield = region.front().getTerminator();
    for (auto [value, result] : llvm::zip(yield->getOperands(), results))
      addCopy(bufferOf(value), result, yield);
    exits.push_back(nextStep());
    addStep(StepKind::Jump, yield);
  }
  for (uint32_t exit : exits)
    program.steps[exit].target = nextStep();
  if (isCase)
    program.executable.switches[table].assign(begins.begin(), begins.end());
  else
    program.steps[branch].target = begins[1];
  return success();
}

} // namespace shardwright::lower
