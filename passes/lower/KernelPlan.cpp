#include "passes/lower/KernelPlan.h"

#include "passes/lower/Interfaces.h"
#include "passes/lower/MemoryOrder.h"
#include "passes/lower/Recompute.h"
#include "shardwright/Fusion/Kernel.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Where most is alive is somewhere else after each.
constexpr int kMaxRecomputations = 4;

std::vector<PlannedBlock> planInlined(func::FuncOp function, const LoweringOptions &choices) {
  std::vector<PlannedBlock> blocks;
  forRunBlocks(function, [&](Block &block) {
    BlockGraph graph = graphOf(block, choices);
    fusion::Inlined inlined = fusion::planInlined(graph.graph, choices.target.traits.limits, choices.fusion);
    blocks.push_back({&block, std::move(graph), std::move(inlined), {}});
  });
  return blocks;
}

} // namespace

void forRunBlocks(func::FuncOp function, llvm::function_ref<void(Block &)> visit) {
  function.walk([&](Operation *op) {
    if (isa<func::FuncOp, stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      for (Region &region : op->getRegions())
        llvm::for_each(region, visit);
  });
}

LogicalResult checkTypes(func::FuncOp function) {
  auto check = [&](Operation *op, Type type) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                             << ", only tensors can be compiled for the host";
    if (!tensor.hasStaticShape())
      return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                             << ", its shape must be known when it is compiled";
    if (!runtimeType(tensor.getElementType()))
      return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                             << ", whose elements the host cannot store";
    return success();
  };
  WalkResult result = function.walk([&](Operation *op) {
    if (op == function)
      return WalkResult::advance();
    for (Type type : op->getOperandTypes())
      if (failed(check(op, type)))
        return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (failed(check(op, type)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void KernelPlan::collectInlined() {
  fusion.inlined.clear();
  for (const PlannedBlock &planned : blocks)
    for (auto [op, isInlined] : llvm::zip_equal(planned.graph.ops, planned.inlined))
      if (isInlined)
        fusion.inlined.insert(op);
}

void KernelPlan::collectGroups() {
  groups = KernelGroups();
  for (auto [number, planned] : llvm::enumerate(blocks)) {
    for (const fusion::Group &each : planned.groups.groups) {
      KernelGroup group{{}, each.elements, each.columns, each.strides};
      for (const fusion::Group::Member &member : each.members) {
        Operation *op = planned.graph.ops[member.node];
        groups.groupOf[op] = groups.groups.size();
        group.members.push_back({op, member.kind, member.pass, member.isStored});
      }
      groups.groups.push_back(std::move(group));
    }
    std::vector<Operation *> &order = groups.order[planned.block];
    for (fusion::NodeId node : planned.groups.order)
      order.push_back(planned.graph.ops[node]);
    for (auto [node, op] : llvm::enumerate(planned.graph.ops))
      nodes[op] = {number, node};
  }
}

bool isCopyOfBuffer(Operation *op, const Fusion &fusion) {
  return isa<stablehlo::ReshapeOp>(op) && !fusion.inlined.contains(op) && !fusion.isInlined(op->getOperand(0));
}

const KernelGroup *KernelPlan::groupAt(Operation *op) const {
  auto it = groups.groupOf.find(op);
  if (it == groups.groupOf.end() || groups.groups[it->second].members.front().op != op)
    return nullptr;
  return &groups.groups[it->second];
}

KernelPlan fuseOperations(func::FuncOp function, const LoweringOptions &choices) {
  KernelPlan plan;
  plan.indexType = indexTypeOf(function);
  plan.blocks = planInlined(function, choices);
  plan.collectInlined();
  return plan;
}

void recomputeOperations(func::FuncOp function, const LoweringOptions &choices, KernelPlan &plan) {
  plan.groups = KernelGroups(); // of operations that may be others afterwards
  for (int round = 0; choices.recompute && round < kMaxRecomputations; ++round) {
    if (!recompute(function, plan.fusion, choices.donation))
      break;
    plan.blocks = planInlined(function, choices);
    plan.collectInlined();
  }
}

void groupKernels(const LoweringOptions &choices, KernelPlan &plan) {
  for (PlannedBlock &planned : plan.blocks)
    planned.groups =
        fusion::planGroups(planned.graph.graph, planned.inlined, choices.target.traits.limits, choices.kernelGroups);
  plan.collectGroups();
}

void orderKernels(func::FuncOp function, const LoweringOptions &choices, KernelPlan &plan) {
  if (choices.memoryOrder)
    orderForMemory(function, plan.fusion, plan.groups, choices);
}

void sinkReductions(const LoweringOptions &choices, KernelPlan &plan) {
  if (!choices.fusion)
    return;
  for (PlannedBlock &planned : plan.blocks)
    fusion::sinkReductions(planned.graph.graph, planned.groups, planned.inlined);
  plan.collectInlined();
}

KernelPlan planKernels(func::FuncOp function, const LoweringOptions &choices) {
  KernelPlan plan = fuseOperations(function, choices);
  recomputeOperations(function, choices, plan);
  groupKernels(choices, plan);
  orderKernels(function, choices, plan);
  sinkReductions(choices, plan);
  return plan;
}

FailureOr<PlannedKernel> outlineKernel(Operation *op, const KernelPlan &plan) {
  auto place = plan.nodes.find(op);
  if (place == plan.nodes.end())
    return failure();
  const PlannedBlock &planned = plan.blocks[place->second.first];
  fusion::NodeId node = place->second.second;
  const fusion::Node &described = planned.graph.graph.nodes[node];
  if (described.role == fusion::Role::Heavy || described.isConstant || described.isComplex)
    return failure();
  llvm::ArrayRef<fusion::Group::Member> group;
  if (int64_t number = planned.groups.groupOf[node]; number >= 0)
    group = planned.groups.groups[number].members;
  fusion::Kernel outlined = fusion::kernelOf(planned.graph.graph, planned.inlined, node, group);
  auto valueOf = [&](fusion::ValueId id) { return planned.graph.values[id]; };
  PlannedKernel kernel;
  kernel.work = outlined.work;
  llvm::append_range(kernel.reads, llvm::map_range(outlined.reads, valueOf));
  llvm::append_range(kernel.writes, llvm::map_range(outlined.writes, valueOf));
  for (auto [read, written] : outlined.mayShare)
    kernel.mayShare.push_back({valueOf(read), valueOf(written)});
  return kernel;
}

} // namespace shardwright::lower
