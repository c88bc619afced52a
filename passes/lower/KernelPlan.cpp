#include "passes/lower/KernelPlan.h"

#include "passes/common/OpTable.h"
#include "passes/lower/KernelBuilder.h"
#include "passes/lower/MemoryOrder.h"
#include "passes/lower/Recompute.h"
#include "passes/lower/VectorPlan.h"
#include "shardwright/Fusion/Kernel.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Where most is alive is somewhere else after each.
constexpr int kMaxRecomputations = 4;

/// 32 bits address every element of every tensor unless one is very large.
Type indexTypeOf(func::FuncOp function) {
  unsigned width = 32;
  auto see = [&](TypeRange types) {
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (tensor.hasStaticShape() && tensor.getNumElements() > (int64_t{1} << 30))
          width = 64;
  };
  function.walk([&](Block *block) { see(block->getArgumentTypes()); });
  function.walk([&](Operation *op) { see(op->getResultTypes()); });
  return IntegerType::get(function.getContext(), width);
}

void add(const PlannedBlock &planned, Fusion &fusion) {
  for (auto [op, isInlined] : llvm::zip_equal(planned.graph.ops, planned.inlined))
    if (isInlined)
      fusion.inlined.insert(op);
}

std::vector<PlannedBlock> planInlined(func::FuncOp function, const LoweringOptions &choices, Fusion &fusion) {
  std::vector<PlannedBlock> blocks;
  fusion.inlined.clear();
  function.walk([&](Operation *op) {
    if (!isa<func::FuncOp, stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      return;
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        BlockGraph graph = graphOf(block, choices);
        fusion::Inlined inlined = fusion::planInlined(graph.graph, choices.limits, choices.fusion);
        blocks.push_back({&block, std::move(graph), std::move(inlined), {}});
        add(blocks.back(), fusion);
      }
  });
  return blocks;
}

void add(const PlannedBlock &planned, KernelGroups &groups) {
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
}

PlannedKernel describe(const KernelBuilder &builder) {
  PlannedKernel kernel;
  kernel.work = workOf(builder.graph);
  for (const KernelBuilder::BufferUse &use : builder.buffers) {
    if (use.value && use.isRead)
      kernel.reads.push_back(use.value);
    if (use.value && use.isWritten)
      kernel.writes.push_back(use.value);
  }
  for (auto [w, written] : llvm::enumerate(builder.buffers))
    for (auto [r, read] : llvm::enumerate(builder.buffers))
      if (read.isRead && !read.isWritten && written.isWritten && !written.isRead && mayBeInPlace(builder.graph, r, w))
        kernel.mayShare.push_back({read.value, written.value});
  return kernel;
}

} // namespace

bool isCopyOfBuffer(Operation *op, const Fusion &fusion) {
  return isa<stablehlo::ReshapeOp>(op) && !fusion.inlined.contains(op) && !fusion.isInlined(op->getOperand(0));
}

const KernelGroup *KernelPlan::groupAt(Operation *op) const {
  auto it = groups.groupOf.find(op);
  if (it == groups.groupOf.end() || groups.groups[it->second].members.front().op != op)
    return nullptr;
  return &groups.groups[it->second];
}

KernelPlan planKernels(func::FuncOp function, const LoweringOptions &choices) {
  KernelPlan plan;
  plan.indexType = indexTypeOf(function);
  plan.blocks = planInlined(function, choices, plan.fusion);
  for (int round = 0; choices.recompute && round < kMaxRecomputations; ++round) {
    if (!recompute(function, plan.fusion, choices.donation))
      break;
    plan.blocks = planInlined(function, choices, plan.fusion);
  }
  for (auto [number, planned] : llvm::enumerate(plan.blocks)) {
    planned.groups = fusion::planGroups(planned.graph.graph, planned.inlined, choices.limits, choices.kernelGroups);
    add(planned, plan.groups);
    for (auto [node, op] : llvm::enumerate(planned.graph.ops))
      plan.nodes[op] = {number, node};
  }
  if (choices.memoryOrder)
    orderForMemory(function, plan.fusion, plan.groups, choices);
  for (PlannedBlock &planned : plan.blocks) {
    if (!choices.fusion)
      break;
    fusion::sinkReductions(planned.graph.graph, planned.groups, planned.inlined);
    add(planned, plan.fusion);
  }
  return plan;
}

FailureOr<SmallVector<PlannedKernel, 1>> outlineKernels(Operation *op, const KernelPlan &plan) {
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
  return SmallVector<PlannedKernel, 1>{kernel};
}

FailureOr<SmallVector<PlannedKernel, 1>> describeKernels(Operation *op, const KernelPlan &plan) {
  ScopedDiagnosticHandler silence(op->getContext(), [](Diagnostic &) { return success(); });
  SmallVector<PlannedKernel, 1> kernels;
  auto add = [&](auto build) {
    KernelBuilder builder(plan.fusion, plan.indexType);
    if (failed(build(builder)) || builder.graph.hasTooManyLoops() ||
        !llvm::all_of(builder.graph.buffers, [](const Buffer &buffer) { return buffer.type.isIntOrFloat(); }))
      return failure();
    kernels.push_back(describe(builder));
    return success();
  };
  LogicalResult built = failure();
  if (const KernelGroup *group = plan.groupAt(op))
    built = add([&](KernelBuilder &builder) { return builder.buildGroup(*group); });
  else if (isa<stablehlo::DynamicUpdateSliceOp>(op))
    built = add([&](KernelBuilder &builder) { return builder.buildUpdate(op); });
  else if (isa<stablehlo::ScatterOp>(op))
    built = add([&](KernelBuilder &builder) { return builder.buildScatter(op); });
  else if (isa<stablehlo::SelectAndScatterOp>(op))
    built = success(succeeded(add([&](KernelBuilder &builder) { return builder.buildFill(op); })) &&
                    succeeded(add([&](KernelBuilder &builder) { return builder.buildSelectAndScatter(op); })));
  else if (isIndexComputation(op) || isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(op))
    built = add([&](KernelBuilder &builder) { return builder.buildRoot(op); });
  if (failed(built))
    return failure();
  return kernels;
}

} // namespace shardwright::lower
