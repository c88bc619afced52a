#include "lib/Estimate/Memory.h"

#include "lib/Estimate/Origins.h"
#include "passes/common/OpCosts.h"
#include "passes/lower/LowerToHost.h"
#include "runtime/Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"

namespace shardwright::estimate {
namespace {

/// Without a schedule.
Memory upperBound(mlir::ModuleOp module) {
  Memory memory;
  memory.isUpperBound = true;
  module.walk([&](mlir::func::FuncOp function) {
    if (!function.isExternal())
      memory.peak = std::max(memory.peak, peakBytes(function.getBody().front()));
  });
  memory.points.push_back({nullptr, memory.peak});
  return memory;
}

std::string nameOf(mlir::Value value) {
  if (!value)
    return "a result";
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value))
    return "argument " + std::to_string(argument.getArgNumber());
  return value.getDefiningOp()->getName().stripDialect().str();
}

} // namespace

Memory memoryOf(mlir::ModuleOp module, const LoweringOptions &choices) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  Origins origins(module, *copy);
  mlir::FailureOr<MemoryPlan> plan = mlir::failure();
  {
    mlir::ScopedDiagnosticHandler quiet(module.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
    plan = planMemory(*copy, choices);
  }
  if (mlir::failed(plan))
    return upperBound(module);
  Memory memory;
  memory.peak = static_cast<int64_t>(runtime::bytesPerDevice(plan->executable));
  uint64_t most = 0;
  for (const MemoryPlan::Point &point : plan->points)
    most = std::max(most, point.bytes);
  int64_t beside = memory.peak - static_cast<int64_t>(most);
  for (const MemoryPlan::Point &point : plan->points)
    memory.points.push_back({point.op ? origins.of(point.op) : nullptr, static_cast<int64_t>(point.bytes) + beside});
  int64_t rest = memory.peak;
  for (const MemoryPlan::Live &live : plan->largest) {
    auto bytes = static_cast<int64_t>(live.bytes);
    memory.largest.push_back({live.value ? origins.of(live.value) : mlir::Value(), nameOf(live.value), bytes});
    rest -= bytes;
  }
  auto constants = static_cast<int64_t>(plan->executable.constants.size());
  if (constants)
    memory.largest.push_back({{}, "constants", constants});
  if (rest > constants)
    memory.largest.push_back({{}, "lost to alignment and packing", rest - constants});
  llvm::stable_sort(memory.largest, [](const Memory::Live &a, const Memory::Live &b) { return a.bytes > b.bytes; });
  return memory;
}

LoweringOptions onMachine(LoweringOptions choices, const CostModel &machine) {
  const Device &device = machine.device().device();
  if (device.measured.isEmpty())
    choices.target.traits = {};
  choices.target.traits.limits = device.fusion;
  if (device.measured.isEmpty())
    choices.target.traits.attention = cost::AttentionRates::of(device);
  return choices;
}

} // namespace shardwright::estimate
