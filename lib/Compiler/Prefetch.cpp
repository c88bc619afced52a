#include "lib/Compiler/Prefetch.h"

#include "dialects/sharding/Shardings.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "passes/lower/PrefetchGathers.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::compiler {

absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> prefetchWhereShorter(mlir::ModuleOp module, const Target &target) {
  mlir::OwningOpRef<mlir::ModuleOp> none;
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(module);
  if (!target.host.overlap || !target.host.target.traits.startsCollectives || mlir::failed(mesh))
    return none;
  mlir::OwningOpRef<mlir::ModuleOp> ahead = module.clone();
  auto function = ahead->lookupSymbol<mlir::func::FuncOp>("main");
  if (!function || !lower::prefetchGathers(function))
    return none;
  absl::StatusOr<CostModel> machine = makeCostModel(target.machine, *mesh);
  if (!machine.ok())
    return machine.status();
  absl::StatusOr<double> before = estimate::stepSeconds(module, *machine, target.host);
  absl::StatusOr<double> after = estimate::stepSeconds(*ahead, *machine, target.host);
  if (!before.ok() || !after.ok() || *after >= *before)
    return none;
  if (static_cast<double>(estimate::memoryOf(*ahead, estimate::onMachine(target.host, *machine)).peak) >
      memoryLimitOn(target, *machine))
    return none;
  return ahead;
}

} // namespace shardwright::compiler
