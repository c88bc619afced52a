#include "dialects/stablehlo/local/LocalRewriter.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright {

Value LocalRewriter::localOf(Value value) const {
  auto found = locals_.find(value);
  return found == locals_.end() ? value : found->second;
}

void LocalRewriter::replaceOp(Operation *op, ValueRange local) {
  for (auto [result, own] : llvm::zip_equal(op->getResults(), local))
    locals_[result] = own;
  replaced_.push_back(op);
}

LogicalResult LocalRewriter::localize(Operation *op) {
  setInsertionPoint(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(localOf(operand));
  if (std::optional<LogicalResult> done = frame_(op, operands, *this))
    return *done;
  if (auto local = dyn_cast<LocalOpInterface>(op))
    return local.makeLocal(operands, *this);
  return byRule(op, operands);
}

LogicalResult LocalRewriter::localize(Region &region) {
  for (Block &block : region) {
    extended_.emplace_back(&block, block.getNumArguments());
    for (BlockArgument argument : llvm::to_vector(block.getArguments()))
      locals_[argument] = block.addArgument(context.localType(argument), argument.getLoc());
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(localize(&op)))
        return failure();
  }
  return success();
}

FailureOr<SmallVector<Value>> LocalRewriter::dissolve(Block &block, Operation *before, ValueRange arguments) {
  for (auto [argument, local] : llvm::zip_equal(block.getArguments(), arguments))
    locals_[argument] = local;
  while (&block.front() != block.getTerminator()) {
    Operation *op = &block.front();
    op->moveBefore(before);
    if (failed(localize(op)))
      return failure();
  }
  SmallVector<Value> returned;
  for (Value value : block.getTerminator()->getOperands())
    returned.push_back(localOf(value));
  return returned;
}

void LocalRewriter::eraseGlobal() {
  // What stood in a manual region reads its arguments from outside by now.
  for (Operation *op : replaced_)
    op->dropAllReferences();
  for (Operation *op : replaced_)
    op->erase();
  for (auto [block, global] : extended_)
    block->eraseArguments(0, global);
  replaced_.clear();
  extended_.clear();
}

} // namespace shardwright
