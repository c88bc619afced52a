#include "lib/Evaluate/DeviceProgram.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

uint64_t Communication::likeness() const {
  llvm::hash_code hash =
      llvm::hash_combine(static_cast<int>(op), static_cast<int>(kind), dim, otherDim, type, axes.size());
  for (const AxisRef &axis : axes)
    hash = llvm::hash_combine(hash, axis);
  for (auto [from, to] : pairs)
    hash = llvm::hash_combine(hash, from, to);
  return hash;
}

OpId DeviceProgram::insert(DeviceOp op, uint32_t block, OpId after) {
  auto number = static_cast<OpId>(ops.size());
  DeviceBlock &into = blocks[block];
  OpId &link = after == kNone ? into.first : ops[after].next;
  op.next = link;
  link = number;
  if (into.last == after || into.last == kNone)
    into.last = number;
  ops.push_back(std::move(op));
  return number;
}

llvm::SmallVector<OpId> DeviceProgram::liveOps(uint32_t block) const {
  llvm::SmallVector<OpId> live;
  for (OpId number = blocks[block].first; number != kNone; number = ops[number].next)
    if (!ops[number].isDead)
      live.push_back(number);
  return live;
}

llvm::SmallVector<LocalId> DeviceProgram::captured(uint32_t region, uint32_t block) const {
  llvm::SmallVector<LocalId> read;
  auto isOfBlock = [&](LocalId value) { return values[value].block == block; };
  for (uint32_t inner : regions[region].blocks) {
    for (OpId number : liveOps(inner)) {
      llvm::copy_if(ops[number].operands, std::back_inserter(read), isOfBlock);
      if (ops[number].runs == DeviceOp::Runs::Region)
        llvm::append_range(read, captured(ops[number].region, block));
    }
    llvm::copy_if(blocks[inner].yields, std::back_inserter(read), isOfBlock);
  }
  return read;
}

} // namespace shardwright::evaluation
