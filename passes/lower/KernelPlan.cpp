#include "passes/lower/KernelPlan.h"

#include "passes/lower/KernelBuilder.h"
#include "passes/lower/MemoryOrder.h"
#include "passes/lower/OpTable.h"
#include "passes/lower/Recompute.h"
#include "passes/lower/VectorPlan.h"

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

const KernelGroup *KernelPlan::groupAt(Operation *op) const {
  auto it = groups.groupOf.find(op);
  if (it == groups.groupOf.end() || groups.groups[it->second].members.front().op != op)
    return nullptr;
  return &groups.groups[it->second];
}

KernelPlan planKernels(func::FuncOp function, const LoweringOptions &choices) {
  KernelPlan plan;
  plan.indexType = indexTypeOf(function);
  plan.fusion = planFusion(function, choices);
  for (int round = 0; choices.recompute && round < kMaxRecomputations; ++round) {
    if (!recompute(function, plan.fusion, choices.donation))
      break;
    plan.fusion = planFusion(function, choices);
  }
  plan.groups = planGroups(function, plan.fusion, choices.kernelGroups);
  if (choices.memoryOrder)
    orderForMemory(function, plan.fusion, plan.groups, choices);
  if (choices.fusion)
    sinkReductions(function, plan.fusion, [&](Operation *op) { return !plan.isInGroup(op); });
  return plan;
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
