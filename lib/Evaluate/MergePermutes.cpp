// As passes/partition/merge-permutes.cpp on operations.
#include "lib/Evaluate/LocalEmitter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

namespace shardwright::evaluation {
namespace {

struct Joint {
  LocalId value;
  llvm::ArrayRef<AxisRef> axes;
  llvm::SmallVector<OpId, 2> ops;
  llvm::SmallSet<int64_t, 8> sources, targets;

  bool admits(const DeviceOp &op) const {
    return op.operands.front() == value && axes == llvm::ArrayRef<AxisRef>(op.communication->axes) &&
           llvm::none_of(op.communication->pairs, [&](const auto &pair) {
             return sources.contains(pair.first) || targets.contains(pair.second);
           });
  }
};

/// The first and the last target, if all between are targets too.
std::optional<std::pair<int64_t, int64_t>> rangeOfTargets(const Communication &sent) {
  int64_t first = INT64_MAX, last = -1;
  for (auto [from, to] : sent.pairs) {
    first = std::min(first, to);
    last = std::max(last, to);
  }
  if (last - first + 1 != static_cast<int64_t>(sent.pairs.size()))
    return std::nullopt;
  return std::pair(first, last);
}

/// In the place of the first; each of the others selects its own part of it.
void join(DeviceProgram &program, const Mesh &mesh, uint32_t block, OpId before, const Joint &joint) {
  Communication together = *program.ops[joint.ops.front()].communication;
  for (OpId number : llvm::drop_begin(joint.ops))
    llvm::append_range(together.pairs, program.ops[number].communication->pairs);
  const LocalId first = program.ops[joint.ops.front()].results.front();
  const Shape shape = program.values[first].shape;
  const Elements elements{program.values[first].elementBytes, 0};
  LocalEmitter emit(program, mesh, block, before);
  LocalId joined = emit.send(joint.value, std::move(together), shape, elements);
  LocalId index = emit.axisIndex(joint.axes);
  for (OpId number : joint.ops) {
    DeviceOp &op = program.ops[number];
    auto [low, high] = *rangeOfTargets(*op.communication);
    LocalId from = emit.compare('>', index, emit.splat({}, kInt32, low));
    LocalId to = emit.compare('<', index, emit.splat({}, kInt32, high));
    LocalId isTarget = emit.binary('&', from, to, kBool), zeros = emit.splat(shape, elements, 0);
    LocalId part = emit.select(isTarget, joined, zeros, elements);
    // The select makes what the permute made.
    LocalId result = op.results.front();
    OpId select = program.values[part].maker;
    program.ops[select].results = {result};
    program.values[result].maker = select;
    op.isDead = true;
  }
}

} // namespace

void mergePermutes(DeviceProgram &program, const Mesh &mesh) {
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    llvm::SmallVector<Joint, 2> joints;
    for (OpId number : program.liveOps(block)) {
      const DeviceOp &op = program.ops[number];
      if (!op.communication || op.runs != DeviceOp::Runs::Collective || op.communication->op != CollectiveOp::Permute ||
          op.operands.size() != 1 || !rangeOfTargets(*op.communication) ||
          op.communication->type.starts_with("complex"))
        continue;
      auto *joint = llvm::find_if(joints, [&](const Joint &joint) { return joint.admits(op); });
      if (joint == joints.end()) {
        joints.push_back({op.operands.front(), op.communication->axes, {}, {}, {}});
        joint = &joints.back();
      }
      for (auto [from, to] : op.communication->pairs) {
        joint->sources.insert(from);
        joint->targets.insert(to);
      }
      joint->ops.push_back(number);
    }
    for (const Joint &joint : joints) {
      if (joint.ops.size() < 2)
        continue;
      OpId before = kNone;
      for (OpId number = program.blocks[block].first; number != joint.ops.front(); number = program.ops[number].next)
        before = number;
      join(program, mesh, block, before, joint);
    }
  }
}

} // namespace shardwright::evaluation
