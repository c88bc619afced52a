#include "lib/Evaluate/DeviceProgram.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

void DeviceProgram::reserve(size_t numOps, size_t numValues) {
  ops.reserve(numOps);
  at.reserve(numOps);
  added.reserve(numOps);
  moved.reserve(numOps);
  values.reserve(numValues);
}

OpId DeviceProgram::add(const DeviceOp *what, uint32_t block, llvm::ArrayRef<LocalId> operands) {
  OpId number;
  if (freeOps.empty()) {
    number = static_cast<OpId>(ops.size());
    ops.emplace_back();
    at.push_back(kNone);
  } else {
    number = freeOps.back();
    freeOps.pop_back();
  }
  Op &op = ops[number];
  op.what = what;
  op.block = block;
  op.region = kNone;
  op.isMerged = false;
  op.operands.assign(operands.begin(), operands.end());
  op.results.clear();
  for (const LocalArray *array : what->makes)
    op.results.push_back(addValue(array, block, number, false));
  added.push_back(number);
  return number;
}

LocalId DeviceProgram::addValue(const LocalArray *array, uint32_t block, OpId maker, bool isKept) {
  LocalId number;
  if (freeValues.empty()) {
    number = static_cast<LocalId>(values.size());
    values.emplace_back();
  } else {
    number = freeValues.back();
    freeValues.pop_back();
  }
  values[number] = {array, maker, block, isKept};
  return number;
}

void DeviceProgram::drop(OpId op) {
  dropped.push_back(op);
  llvm::append_range(droppedValues, ops[op].results);
}

void DeviceProgram::rewire(OpId op, llvm::ArrayRef<LocalId> operands) {
  if (llvm::ArrayRef(ops[op].operands) == operands)
    return;
  ops[op].operands.assign(operands.begin(), operands.end());
  rewired.push_back(op);
}

void DeviceProgram::reorder(uint32_t block, size_t front, size_t end) {
  auto known = llvm::find_if(reordered, [&](const Reordered &other) { return other.block == block; });
  if (known == reordered.end())
    known = reordered.insert(known, {block, front, end});
  known->front = std::min(known->front, front);
  known->end = std::min(known->end, end);
}

void DeviceProgram::forgetChanges() {
  for (OpId op : dropped)
    ops[op].what = nullptr;
  // The last to go is the first to come again.
  llvm::append_range(freeOps, dropped);
  llvm::append_range(freeValues, droppedValues);
  added.clear();
  dropped.clear();
  rewired.clear();
  moved.clear();
  reordered.clear();
  droppedValues.clear();
}

} // namespace shardwright::evaluation
