#include "lib/Interp/Interpreter.h"

#include "dialects/interfaces/ReferenceOpInterface.h"

namespace shardwright::interp {

const Tensor &Environment::get(mlir::Value value, int64_t device) const {
  auto it = values_.find(value);
  if (it != values_.end())
    return it->second[device];
  return parent_->get(value, parentDevices_.empty() ? device : parentDevices_[device]);
}

DeviceValues Frame::operand(mlir::Value value) const {
  DeviceValues result(mesh.numDevices());
  for (int64_t device : active)
    result[device] = values.get(value, device);
  return result;
}

static const InterpreterTable &interpretedOps() {
  static const InterpreterTable *table = [] {
    auto *ops = new InterpreterTable;
    addControlFlow(*ops);
    addManualRegion(*ops);
    addCollectives(*ops);
    addChecks(*ops);
    return ops;
  }();
  return *table;
}

absl::StatusOr<std::vector<DeviceValues>> Interpreter::run(mlir::Block &block, std::vector<DeviceValues> arguments,
                                                           const Mesh &mesh, std::vector<int64_t> active,
                                                           const Environment *parent,
                                                           std::vector<int64_t> parentDevices) {
  Environment values(parent, std::move(parentDevices));
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments))
    values.set(argument, std::move(value));
  Frame frame{mesh, std::move(active), values};
  for (mlir::Operation &op : block.without_terminator())
    if (absl::Status status = runOp(&op, frame); !status.ok())
      return status;
  std::vector<DeviceValues> results;
  for (mlir::Value value : block.getTerminator()->getOperands())
    results.push_back(frame.operand(value));
  return results;
}

/// The last op of the block that uses a value has run: nobody needs it any more.
static void forgetDeadOperands(mlir::Operation *op, Environment &values) {
  for (mlir::Value operand : op->getOperands()) {
    if (operand.getParentBlock() != op->getBlock())
      continue;
    bool dead = llvm::all_of(operand.getUsers(), [&](mlir::Operation *user) {
      mlir::Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      return ancestor == op || (ancestor && ancestor->isBeforeInBlock(op));
    });
    if (dead)
      values.forget(operand);
  }
}

absl::Status Interpreter::runLocally(mlir::Operation *op, Frame &frame) {
  auto known = llvm::dyn_cast<ReferenceOpInterface>(op);
  if (!known)
    return unsupported(op, "the reference interpreter does not know this op");
  std::vector<DeviceValues> results(op->getNumResults(), DeviceValues(frame.mesh.numDevices()));
  for (int64_t device : frame.active) {
    llvm::SmallVector<const Tensor *, 4> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(&frame.values.get(operand, device));
    Results local = known.evaluate(operands);
    if (!local.ok())
      return local.status();
    for (auto [result, tensor] : llvm::zip_equal(results, *local))
      result[device] = std::move(tensor);
  }
  for (auto [value, result] : llvm::zip_equal(op->getResults(), results))
    frame.values.set(value, std::move(result));
  return absl::OkStatus();
}

absl::Status Interpreter::runOp(mlir::Operation *op, Frame &frame) {
  InterpreterFunction function = interpretedOps().find(op);
  absl::Status status = function ? function(*this, op, frame) : runLocally(op, frame);
  if (status.ok())
    forgetDeadOperands(op, frame.values);
  return status;
}

} // namespace shardwright::interp
