#include "lib/Estimate/ModelFlops.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "lib/Estimate/Congruence.h"
#include "passes/common/Executions.h"

#include "llvm/ADT/DenseSet.h"

#include <set>

namespace shardwright::estimate {
namespace {

/// How many different blocks the manual regions around an op work on.
double blocksAround(mlir::Operation *op) {
  double blocks = 1;
  for (auto manual = op->getParentOfType<sharding::ManualOp>(); manual;
       manual = manual->getParentOfType<sharding::ManualOp>()) {
    mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(manual);
    if (mlir::failed(mesh))
      continue;
    std::set<std::string> split;
    for (mlir::ArrayAttr specs : {manual.getInSpecs(), manual.getOutSpecs()})
      for (auto spec : specs.getAsRange<sharding::SpecAttr>())
        for (const DimSharding &dim : spec.getValue().dims)
          for (const AxisRef &axis : dim.axes)
            split.insert(axis.name.str());
    for (const AxisRef &axis : manual.getManualAxes().getValue())
      if (split.count(axis.name.str()))
        blocks *= static_cast<double>(axis.size(*mesh));
  }
  return blocks;
}

} // namespace

ModelFlops modelFlops(mlir::ModuleOp module) {
  ModelFlops sum;
  ExecutionCounts counts(module);
  llvm::DenseSet<uint32_t> seen;
  Congruence congruence(module, [&](mlir::Operation *op, uint32_t number) {
    if (!isProduct(op))
      return;
    double amount = static_cast<double>(flops(op)) * static_cast<double>(counts.of(op).times) * blocksAround(op);
    sum.all += amount;
    sum.recomputed += seen.insert(number).second ? 0 : amount;
  });
  return sum;
}

} // namespace shardwright::estimate
