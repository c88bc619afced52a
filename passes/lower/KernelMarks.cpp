#include "passes/lower/KernelMarks.h"

#include "dialects/exec/ExecDialect.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

void clearMarks(Operation *op) {
  for (StringRef name : {exec::kInlinedAttr, exec::kPartAttr, exec::kPointsAttr})
    op->removeAttr(name);
}

/// One block in the order of a plan; what is inlined goes right before the first that needs it.
class Reorder {
public:
  Reorder(Block &block, const KernelPlan &plan) : block(block), plan(plan) {}

  void run(ArrayRef<Operation *> order) {
    for (Operation *op : order)
      move(op);
    SmallVector<Operation *> rest; // read by nobody
    for (Operation &op : block.without_terminator())
      if (!moved.contains(&op))
        rest.push_back(&op);
    llvm::for_each(rest, [&](Operation *op) { move(op); });
  }

private:
  void move(Operation *op) {
    if (!moved.insert(op).second)
      return;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp();
            maker && maker->getBlock() == &block && maker != op && plan.fusion.inlined.contains(maker))
          move(maker);
    });
    op->moveBefore(block.getTerminator());
  }

  Block &block;
  const KernelPlan &plan;
  llvm::DenseSet<Operation *> moved;
};

/// Numbers the kernels of a block in the order in which they run.
void markGroups(ArrayRef<Operation *> order, const KernelPlan &plan) {
  int64_t number = 0;
  for (Operation *op : order) {
    const KernelGroup *group = plan.groupAt(op);
    if (!group)
      continue;
    MLIRContext *context = op->getContext();
    op->setAttr(exec::kPointsAttr, exec::PointsAttr::get(context, group->elements, group->columns, group->strides));
    for (const KernelGroup::Member &member : group->members)
      member.op->setAttr(exec::kPartAttr, exec::PartAttr::get(context, number, static_cast<exec::PartKind>(member.kind),
                                                              member.pass, member.isStored));
    ++number;
  }
}

/// What attributes say of one block.
class BlockReader {
public:
  explicit BlockReader(PlannedBlock &planned) : planned(planned) {}

  LogicalResult read() {
    for (auto [node, op] : llvm::enumerate(planned.graph.ops))
      if (failed(readOp(node, op)))
        return failure();
    for (const fusion::Group &group : planned.groups.groups)
      if (group.members.size() < 2)
        return opOf(group).emitError() << "is a kernel with others, but there is no other of its number";
    return success();
  }

private:
  Operation &opOf(const fusion::Group &group) const { return *planned.graph.ops[group.members.front().node]; }

  LogicalResult readOp(fusion::NodeId node, Operation *op) {
    const bool isInlined = op->hasAttr(exec::kInlinedAttr);
    const auto part = op->getAttrOfType<exec::PartAttr>(exec::kPartAttr);
    planned.inlined.push_back(isInlined);
    planned.groups.groupOf.push_back(-1);
    if (isInlined && part)
      return op->emitError() << "is inlined, and part of kernel " << part.getKernel() << ": it can be one of them";
    if (isInlined)
      return success();
    planned.groups.order.push_back(node);
    if (!part) {
      last = -1;
      return success();
    }
    auto [place, isNew] = numbers.try_emplace(part.getKernel(), planned.groups.groups.size());
    const auto points = op->getAttrOfType<exec::PointsAttr>(exec::kPointsAttr);
    if (isNew != bool(points))
      return op->emitError() << (isNew ? "begins" : "goes on with") << " kernel " << part.getKernel()
                             << (isNew ? ", and does not say" : ", and says once more") << " what that walks";
    if (isNew)
      planned.groups.groups.push_back(
          {{}, points.getElements(), points.getColumns(), SmallVector<int64_t>(points.getStrides())});
    else if (last != part.getKernel())
      return op->emitError() << "goes on with kernel " << part.getKernel() << " behind what is not part of it";
    last = part.getKernel();
    planned.groups.groups[place->second].members.push_back({node, static_cast<fusion::Group::Kind>(part.getKind()),
                                                            static_cast<unsigned>(part.getPass()), part.getStored()});
    planned.groups.groupOf.back() = static_cast<int64_t>(place->second);
    return success();
  }

  PlannedBlock &planned;
  llvm::DenseMap<int64_t, size_t> numbers; ///< of kernels: their groups
  int64_t last = -1;                       ///< the kernel that the last operation is part of
};

} // namespace

void writeMarks(func::FuncOp function, const KernelPlan &plan) {
  MLIRContext *context = function.getContext();
  function->setAttr(exec::kPlannedAttr, UnitAttr::get(context));
  forRunBlocks(function, [&](Block &block) {
    for (Operation &op : block)
      clearMarks(&op);
  });
  for (Operation *op : plan.fusion.inlined)
    op->setAttr(exec::kInlinedAttr, UnitAttr::get(context));
  forRunBlocks(function, [&](Block &block) {
    auto order = plan.groups.order.find(&block);
    if (order == plan.groups.order.end())
      return;
    markGroups(order->second, plan);
    Reorder(block, plan).run(order->second);
  });
}

FailureOr<KernelPlan> readMarks(func::FuncOp function, const LoweringOptions &choices) {
  if (!function->hasAttr(exec::kPlannedAttr))
    return function.emitError() << "nothing is said about the kernels of @" << function.getSymName()
                                << ": run --fuse-operations first";
  KernelPlan plan;
  plan.indexType = indexTypeOf(function);
  LogicalResult result = success();
  forRunBlocks(function, [&](Block &block) {
    plan.blocks.push_back({&block, graphOf(block, choices), {}, {}});
    if (succeeded(result))
      result = BlockReader(plan.blocks.back()).read();
  });
  if (failed(result))
    return failure();
  plan.collectInlined();
  plan.collectGroups();
  return plan;
}

} // namespace shardwright::lower
